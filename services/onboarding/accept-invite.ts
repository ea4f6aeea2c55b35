/**
 * Accepts an invite by the token of its link: first the person, then their place or role, the token last.
 *
 * Each step is a write of its own that changes nothing when it is repeated. A crash in between is finished by the same
 * link; of many who come with it at once all take the same steps, and one gets to spend it. Only that one is signed in.
 * The gateway tries a request again whose answer was lost; it is known by its write key, and succeeds once more.
 */
import type { Ctx } from '../../shared/broker/context.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { findPending, spend, type PendingInvite } from './queries.ts';
import { fullName } from './rules.ts';
import { hashOf } from './token.ts';

type Accepting = Pick<
  Ctx<{ readonly name?: string | undefined; readonly password?: string | undefined }>,
  'call' | 'params' | 'writeKey'
>;

export const accept: Action<'onboarding.accept'> = async (ctx) => {
  const token_hash = hashOf(ctx.params.token);
  const pending = await findPending(ctx.db, token_hash, ctx.writeKey);
  const user_id = pending ? await join(ctx, pending, token_hash) : await takeRoles(ctx, token_hash);
  if (!user_id) return ctx.fail('INVITE_NOT_FOUND');
  const { session } = await ctx.call('identity.startSession', { user_id });
  return { status: 'accepted', user_id, session };
};

/** Undefined where somebody else was faster with the same link. */
async function join(
  ctx: Accepting,
  { id, super_event_id, email, ...stored }: PendingInvite,
  token_hash: Buffer,
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

/** An invite to be mentor, judge or partner, which the events service keeps. */
async function takeRoles(ctx: Accepting, hash: Buffer): Promise<string | undefined> {
  const token_hash = hash.toString('hex');
  const { email } = await ctx.call('events.findRoleInvite', { token_hash, request: ctx.writeKey });
  if (!email) return undefined;
  const { name, password } = ctx.params;
  await countTry(ctx, hash);
  const { user_id } = await ctx.call('identity.acceptPerson', { email, name, password });
  const { accepted } = await ctx.call('events.acceptRoleInvite', {
    token_hash,
    user_id,
    request: ctx.writeKey,
  });
  return accepted ? user_id : undefined;
}

/** Before it is compared: what is counted in a transaction that is refused is not counted. */
async function countTry({ call, params }: Accepting, token_hash: Buffer): Promise<void> {
  if (params.password !== undefined) await call('identity.countLinkTry', { token_hash: token_hash.toString('hex') });
}

export const spendInvite: Action<'onboarding.spendInvite'> = async (ctx) => {
  const { id, user_id } = ctx.params;
  const spent = await spend(ctx.db, ctx.params);
  if (!spent) return { spent: false };
  const { former, ...ids } = spent;
  if (former === 'pending') ctx.changed({ invite_id: id, user_id, ...ids }, { status: former }, { status: 'accepted' });
  return { spent: true };
};
