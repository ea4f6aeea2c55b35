/**
 * Accepts an invite by the token of its link: first the person, then their registration or role, the token last.
 *
 * Each step is a separate write that changes nothing when repeated. After a crash the same link continues. Concurrent
 * requests with one link take the same steps; one of them uses up the token and is signed in. When the gateway retries
 * a request whose answer was lost, its write key makes it succeed again.
 */
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import type { Locale } from '../../shared/contract/values.ts';
import { instant } from '../../shared/base/instant.ts';
import { eventDetailsInAnswer } from '../../shared/kit/emails.ts';
import { hashToken } from '../../shared/base/session-token.ts';
import {
  findInvitation,
  findPending,
  isAddressOf,
  spend,
  type FoundInvitation,
  type PendingInvite,
} from './invites.sql.ts';
import { fullName } from './rules.ts';

type Accepting = Pick<
  Ctx<{
    readonly name?: string | undefined;
    readonly password?: string | undefined;
    readonly locale?: Locale | undefined;
  }>,
  'call' | 'params' | 'writeKey'
>;

/** Describes the invite, for the page behind its link. */
export const readInvite: Action<'onboarding.readInvite'> = async (ctx) => {
  const token_hash = hashToken(ctx.params.token);
  const found = await findInvitation(ctx.db, token_hash);
  const ofRole = found ? undefined : (await ctx.call('events.readRoleInvite', { token_hash })).invitation;
  const invitation = (found ? toHackathon(found) : ofRole) ?? ctx.fail('INVITE_NOT_FOUND');
  const { has_password } = await ctx.call('identity.hasPassword', { email: invitation.email });
  return { invitation, has_account: has_password };
};

function toHackathon({ first_name, last_name, happening, expires_at, ...invited }: FoundInvitation) {
  const name = fullName(first_name, last_name) ?? null;
  const to = { ...invited, ...eventDetailsInAnswer(happening), role: null, event_name: null };
  return { ...to, name, expires_at: instant(expires_at) };
}

export const accept: Action<'onboarding.accept'> = async (ctx) => {
  const token_hash = hashToken(ctx.params.token);
  const pending = await findPending(ctx.db, token_hash, ctx.writeKey);
  const user_id = pending ? await join(ctx, pending, token_hash) : await takeRoles(ctx, token_hash);
  if (!user_id) return ctx.fail('INVITE_NOT_FOUND');
  const { session } = await ctx.call('identity.startSession', { user_id, agent: ctx.agent });
  return { status: 'accepted', user_id, session };
};

/** Accepts without a password, because the session identifies the person. An invite to somebody else stays as it is. */
export const acceptAsMyself: Action<'onboarding.acceptAsMyself'> = async (ctx) => {
  const { writeKey: request } = ctx;
  const { user_id } = ctx.viewer;
  const token_hash = hashToken(ctx.params.token);
  const pending = await findPending(ctx.db, token_hash, request);
  const invited = pending ?? (await ctx.call('events.findRoleInvite', { token_hash, request }));
  if (!invited.email) return ctx.fail('INVITE_NOT_FOUND');
  if (!(await isAddressOf(ctx.db, invited.email, user_id))) return ctx.fail('PERMISSION_DENIED');
  const isDone = pending
    ? await enroll(ctx, pending, user_id)
    : (await ctx.call('events.acceptRoleInvite', { token_hash, user_id, request })).accepted;
  return isDone ? { status: 'accepted', user_id } : ctx.fail('INVITE_NOT_FOUND');
};

/** Enrolls a person. Returns false if another request used the same link. */
async function enroll({ call, writeKey }: Pick<Ctx, 'call' | 'writeKey'>, invite: PendingInvite, user_id: string) {
  const { id, super_event_id, answers_json, track_ids } = invite;
  await call('registrations.enroll', { super_event_id, user_id, answers_json, track_ids });
  return (await call('onboarding.spendInvite', { id, user_id, request: writeKey })).spent;
}

/** Accepts an invite to a hackathon. Returns undefined if another request used the same link. */
async function join(ctx: Accepting, invite: PendingInvite, token_hash: string): Promise<string | undefined> {
  const { email, ...stored } = invite;
  const { name = fullName(stored.first_name, stored.last_name), password, locale } = ctx.params;
  await countAttempt(ctx, token_hash);
  const { user_id } = await ctx.call('identity.acceptPerson', {
    email,
    name,
    password,
    locale,
    linkedin_url: stored.linkedin_url ?? undefined,
    github_url: stored.github_url ?? undefined,
  });
  return (await enroll(ctx, invite, user_id)) ? user_id : undefined;
}

/** Accepts an invite to be mentor, judge or partner, which the events service stores. */
async function takeRoles(ctx: Accepting, token_hash: string): Promise<string | undefined> {
  const { email } = await ctx.call('events.findRoleInvite', { token_hash, request: ctx.writeKey });
  if (!email) return undefined;
  const { name, password, locale } = ctx.params;
  await countAttempt(ctx, token_hash);
  const { user_id } = await ctx.call('identity.acceptPerson', { email, name, password, locale });
  const { accepted } = await ctx.call('events.acceptRoleInvite', {
    token_hash,
    user_id,
    request: ctx.writeKey,
  });
  return accepted ? user_id : undefined;
}

/** Counts the attempt in a transaction of its own, because the count would be lost when the acceptance is refused. */
async function countAttempt({ call, params, writeKey }: Accepting, token_hash: string): Promise<void> {
  if (params.password !== undefined) await call('identity.countLinkTry', { token_hash, request: writeKey });
}

export const spendInvite: Action<'onboarding.spendInvite'> = async (ctx) => {
  const { id, user_id } = ctx.params;
  const spent = await spend(ctx.db, ctx.params);
  if (!spent) return { spent: false };
  const { former, ...ids } = spent;
  const places = { invite_id: id, user_id, ...ids };
  if (former === 'pending') {
    ctx.changed('participant.onboarded', places, { status: former }, { status: 'accepted' });
  }
  return { spent: true };
};
