/** The current tables of identity. Indexes, value checks and triggers are in the migrations. */
import { deviceKinds } from '../../shared/contract/vocabulary.ts';
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

export const attempt = table('attempt', 'How often something was tried, per whom, until it is forgotten.', {
  bucket: c.text().primary(),
  count: c.integer(),
  resets_at: c.instant(),
  requests: c.texts().defaultRaw("'{}'"),
});

export const device = table('device', 'A kiosk or a board, and the key that it got for its code.', {
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
});

export const loginLink = table('login_link', 'A link in a letter, to confirm an address or set a password.', {
  token_hash: c.bytes().primary(),
  purpose: c.oneOf(['verify', 'reset']),
  email: c.text(),
  name: c.text().strictNullable(),
  password_hash: c.text().strictNullable(),
  expires_at: c.instant().defaultRaw("(now() + '01:00:00'::interval)"),
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
});

export const session = table('session', 'A sign-in, with all tokens that followed from it.', {
  id: c.uuid().primary().defaultRaw('gen_random_uuid()'),
  user_id: () => c.reference(person, 'user_id'),
  address_hash: c.text().strictNullable(),
  created_at: c.instant().defaultRaw('now()'),
  expires_at: c.instant(),
  ended_at: c.instant().strictNullable(),
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

export const tables = [apiKey, attempt, device, loginLink, person, session, sessionToken];

/** The tables of typed statements. */
export type Tables = TablesOf<typeof tables>;
