/**
 * Accepts an invite by the token of its link: first the person, then their registration or role, the token last.
 *
 * Each step is a separate write that changes nothing when repeated. After a crash the same link continues; of several
 * concurrent requests with one link all take the same steps, and one of them spends the token and is signed in. When
 * the gateway repeats a request whose answer was lost, its write key makes it succeed again.
 */
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { instant } from '../../shared/base/instant.ts';
import { inAnswer } from '../../shared/kit/letters.ts';
import { hashToken } from '../../shared/base/session-token.ts';
import { findInvitation, findPending, spend, type PendingInvite } from './queries/invites.ts';
import { fullName } from './rules.ts';

type Accepting = Pick<
  Ctx<{ readonly name?: string | undefined; readonly password?: string | undefined }>,
  'call' | 'params' | 'writeKey'
>;

/** Says what the invite is to, for the page behind its link. */
export const readInvite: Action<'onboarding.readInvite'> = async (ctx) => {
  const token_hash = hashToken(ctx.params.token);
  const found = await findInvitation(ctx.db, token_hash);
  if (!found) {
    const { invitation } = await ctx.call('events.readRoleInvite', { token_hash });
    return invitation ? { invitation } : ctx.fail('INVITE_NOT_FOUND');
  }
  const { first_name, last_name, happening, expires_at, ...invited } = found;
  const name = fullName(first_name, last_name) ?? null;
  const to = { ...invited, ...inAnswer(happening), role: null, event_name: null };
  return { invitation: { ...to, name, expires_at: instant(expires_at) } };
};

export const accept: Action<'onboarding.accept'> = async (ctx) => {
  const token_hash = hashToken(ctx.params.token);
  const pending = await findPending(ctx.db, token_hash, ctx.writeKey);
  const user_id = pending ? await join(ctx, pending, token_hash) : await takeRoles(ctx, token_hash);
  if (!user_id) return ctx.fail('INVITE_NOT_FOUND');
  const { session } = await ctx.call('identity.startSession', { user_id });
  return { status: 'accepted', user_id, session };
};

/** Accepts an invite to a hackathon. Returns undefined if another request spent the same link. */
async function join(
  ctx: Accepting,
  { id, super_event_id, email, ...stored }: PendingInvite,
  token_hash: string,
): Promise<string | undefined> {
  const { name = fullName(stored.first_name, stored.last_name), password } = ctx.params;
  await countTry(ctx, token_hash);
  const { user_id } = await ctx.call('identity.acceptPerson', {
    email,
    name,
    password,
    linkedin_url: stored.linkedin_url ?? undefined,
    github_url: stored.github_url ?? undefined,
  });
  await ctx.call('registrations.enroll', { super_event_id, user_id });
  const { spent } = await ctx.call('onboarding.spendInvite', { id, user_id, request: ctx.writeKey });
  return spent ? user_id : undefined;
}

/** Accepts an invite to be mentor, judge or partner, which the events service keeps. */
async function takeRoles(ctx: Accepting, token_hash: string): Promise<string | undefined> {
  const { email } = await ctx.call('events.findRoleInvite', { token_hash, request: ctx.writeKey });
  if (!email) return undefined;
  const { name, password } = ctx.params;
  await countTry(ctx, token_hash);
  const { user_id } = await ctx.call('identity.acceptPerson', { email, name, password });
  const { accepted } = await ctx.call('events.acceptRoleInvite', {
    token_hash,
    user_id,
    request: ctx.writeKey,
  });
  return accepted ? user_id : undefined;
}

/** Counts the attempt in a transaction of its own, because the count would be lost when the acceptance is refused. */
async function countTry({ call, params, writeKey }: Accepting, token_hash: string): Promise<void> {
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
