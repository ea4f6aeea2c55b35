/** The current tables of identity. Indexes, value checks and triggers are in the migrations. */
import type { Lock } from '../../shared/contract/devices.ts';
import { deviceKinds, locales } from '../../shared/contract/vocabulary.ts';
import { c, table, type TablesOf } from '../../shared/database/columns.ts';

export const apiKey = table('api_key', 'Only a hash of its secret is kept.', {
  public_id: c.text().primary(),
  secret_hash: c.bytes(),
  organization_id: c.uuid(),
  user_id: () => c.reference(person, 'user_id'),
  label: c.text(),
  created_at: c.instant().defaultRaw('now()'),
  created_by: c.uuid().strictNullable(),
  expires_at: c.instant().strictNullable(),
  revoked_at: c.instant().strictNullable(),
  last_used_at: c.instant().strictNullable(),
  made_with: c.text().strictNullable(),
});

export const attempt = table('attempt', 'Numbers of tries, such as sign-ins, until they expire.', {
  bucket: c.text().primary(),
  count: c.integer(),
  resets_at: c.instant(),
  requests: c.texts().defaultRaw("'{}'"),
});

export const device = table('device', 'A kiosk or a board, with the key that it got by pairing.', {
  id: c.id(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  kind: c.oneOf(deviceKinds),
  name: c.text(),
  point_ids: c.uuids().strictNullable(),
  created_at: c.instant().defaultRaw('now()'),
  created_by: c.uuid().strictNullable(),
  expires_at: c.instant().strictNullable(),
  code_hash: c.bytes().strictNullable().unique(),
  code_expires_at: c.instant().strictNullable(),
  key_id: c.text().strictNullable().unique(),
  secret_hash: c.bytes().strictNullable(),
  paired_at: c.instant().strictNullable(),
  last_seen_at: c.instant().strictNullable(),
  queued: c.integer().strictNullable(),
  oldest_queued_at: c.instant().strictNullable(),
  version: c.text().strictNullable(),
  removed_at: c.instant().strictNullable(),
  key: c.text().strictNullable(),
  may_search: c.boolean().default(false),
  sees_answers: c.boolean().default(false),
  prints: c.boolean().default(false),
  lock: c.json<Lock>().strictNullable(),
});

export const emailChange = table('email_change', 'A change of address, which the former one can undo.', {
  id: c.id(),
  user_id: () => c.reference(person, 'user_id'),
  former_email: c.text(),
  email: c.text(),
  token_hash: c.bytes().unique(),
  code_hash: c.text(),
  stop_hash: c.bytes().unique(),
  created_at: c.instant().defaultRaw('now()'),
  expires_at: c.instant().defaultRaw("(now() + '01:00:00'::interval)"),
  confirmed_at: c.instant().strictNullable(),
});

export const erasure = table('erasure', 'An account that is to be erased, until its time comes.', {
  user_id: () => c.reference(person, 'user_id').primary(),
  token_hash: c.bytes().unique(),
  requested_at: c.instant().defaultRaw('now()'),
  due_at: c.instant().defaultRaw("(now() + '14 days'::interval)"),
});

export const loginCode = table('login_code', 'The code that confirms an address, beside the link of the same email.', {
  email: c.text().primary(),
  token_hash: () => c.reference(loginLink, 'token_hash').unique().deleteRule('cascade'),
  code_hash: c.text().strictNullable(),
  expires_at: c.instant().defaultRaw("(now() + '00:30:00'::interval)"),
});

export const loginLink = table('login_link', 'A link in an email, to confirm an address or set a password.', {
  token_hash: c.bytes().primary(),
  purpose: c.oneOf(['verify', 'reset']),
  email: c.text(),
  name: c.text().strictNullable(),
  password_hash: c.text().strictNullable(),
  expires_at: c.instant().defaultRaw("(now() + '01:00:00'::interval)"),
  locale: c.oneOf(locales).strictNullable(),
});

export const person = table('person', 'Somebody, known by their address.', {
  id: c.id(),
  email: c.text(),
  name: c.text().strictNullable(),
  avatar_url: c.text().strictNullable(),
  linkedin_url: c.text().strictNullable(),
  github_url: c.text().strictNullable(),
  password_hash: c.text().strictNullable(),
  email_confirmed_at: c.instant().strictNullable(),
  created_at: c.instant().defaultRaw('now()'),
  name_key: c
    .text()
    .strictNullable()
    .generated("(published.fold(COALESCE(name, split_part(email, '@'::text, 1)))) stored"),
  search: c
    .text()
    .strictNullable()
    .generated("(published.fold(((COALESCE(name, ''::text) || '\n'::text) || email))) stored"),
  locale: c.oneOf(locales).strictNullable(),
  erased_at: c.instant().strictNullable(),
});

export const passkey = table('passkey', 'A passkey, by its public half.', {
  id: c.id(),
  user_id: () => c.reference(person, 'user_id').deleteRule('cascade'),
  credential_id: c.bytes().unique(),
  public_key: c.bytes(),
  counter: c.double(),
  transports: c.texts(),
  name: c.text(),
  created_at: c.instant().defaultRaw('now()'),
  last_used_at: c.instant().strictNullable(),
});

export const passkeyChallenge = table('passkey_challenge', 'A challenge that a browser signs with a passkey, once.', {
  challenge_hash: c.bytes().primary(),
  user_id: () => c.reference(person, 'user_id').nullable().deleteRule('cascade'),
  expires_at: c.instant().defaultRaw("(now() + '00:05:00'::interval)"),
});

export const recoveryCode = table('recovery_code', 'A code that replaces one of the app, once.', {
  code_hash: c.bytes().primary(),
  user_id: () => c.reference(person, 'user_id').deleteRule('cascade'),
});

export const secondFactorTicket = table('second_factor_ticket', 'A sign-in that waits for the second factor.', {
  ticket_hash: c.bytes().primary(),
  user_id: () => c.reference(person, 'user_id').deleteRule('cascade'),
  password_hash: c.text().strictNullable(),
  address_hash: c.text().strictNullable(),
  expires_at: c.instant().defaultRaw("(now() + '00:10:00'::interval)"),
});

export const session = table('session', 'A sign-in, with all tokens that followed from it.', {
  id: c.uuid().primary().defaultRaw('gen_random_uuid()'),
  user_id: () => c.reference(person, 'user_id'),
  address_hash: c.text().strictNullable(),
  created_at: c.instant().defaultRaw('now()'),
  expires_at: c.instant(),
  ended_at: c.instant().strictNullable(),
  device: c.text().strictNullable(),
  last_seen_at: c.instant().defaultRaw('now()'),
  second_factor: c.boolean().default(false),
});

export const sessionToken = table('session_token', 'The hashes of one pair of tokens.', {
  refresh_hash: c.bytes().primary(),
  access_hash: c.bytes().unique(),
  session_id: () => c.reference(session, 'session_id').deleteRule('cascade'),
  access_expires_at: c.instant(),
  refresh_expires_at: c.instant(),
  rotated_at: c.instant().strictNullable(),
  successor: c.bytes().strictNullable(),
});

const signIn = table('sign_in', 'The identity of a person at an issuer by which they sign in.', {
  issuer: c.text().primary(),
  subject: c.text().primary(),
  user_id: () => c.reference(person, 'user_id'),
  provider: c.text(),
  email: c.text(),
  created_at: c.instant().defaultRaw('now()'),
  last_used_at: c.instant().defaultRaw('now()'),
});

export const signInBegun = table('sign_in_begun', 'A sign-in by an issuer that has not come back.', {
  state_hash: c.bytes().primary(),
  provider: c.text(),
  browser_hash: c.bytes(),
  sealed: c.bytes(),
  next: c.text(),
  claimed_by: c.text().strictNullable(),
  expires_at: c.instant().defaultRaw("(now() + '00:10:00'::interval)"),
});

export const signInJoining = table('sign_in_joining', 'A sign-in by an issuer that waits for a password.', {
  id_hash: c.bytes().primary(),
  browser_hash: c.bytes(),
  user_id: () => c.reference(person, 'user_id'),
  issuer: c.text(),
  subject: c.text(),
  provider: c.text(),
  email: c.text(),
  expires_at: c.instant().defaultRaw("(now() + '00:10:00'::interval)"),
});

export const totp = table('totp', 'An app that makes codes; of its secret only a sealed form is kept.', {
  user_id: () => c.reference(person, 'user_id').primary().deleteRule('cascade').updateRule('no action'),
  sealed: c.bytes(),
  last_step: c.integer().strictNullable(),
  confirmed_at: c.instant().strictNullable(),
  created_at: c.instant().defaultRaw('now()'),
});

export const tables = [
  ...[apiKey, attempt, device, emailChange, erasure, loginCode, loginLink, person, session, sessionToken],
  ...[signIn, signInBegun, signInJoining],
  ...[passkey, passkeyChallenge, recoveryCode, secondFactorTicket, totp],
] as const;

/** The tables of typed statements. */
export type Tables = TablesOf<typeof tables>;
