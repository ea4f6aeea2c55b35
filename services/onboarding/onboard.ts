/**
 * Brings somebody into a hackathon by their address: at once where they have an account, by a link where they do not.
 *
 * Nothing is written here. A request ends in one write of one service, which is whole by itself and answers a repeat as
 * it answered the first time. So a crash leaves either nothing or all of it, and posting again is always right.
 */
import type { Action } from '../../shared/broker/implement.ts';
import { sendLetter } from '../../shared/broker/letters.ts';
import { findCircumstances, placeInvite } from './queries.ts';
import { fullName, judgeOnboarding } from './rules.ts';
import { hashOf, newToken } from './token.ts';

export const onboard: Action<'onboarding.onboard'> = async (ctx) => {
  const { email, firstName, lastName, linkedinUrl, githubUrl } = ctx.params;
  const super_event_id = ctx.place.id;
  const present = (await findCircumstances(ctx.db, { super_event_id, email })) ?? ctx.fail('EVENT_NOT_FOUND');
  const verdict = judgeOnboarding(present);
  if ('refused' in verdict) return ctx.fail(verdict.refused);
  if ('full' in verdict) return ctx.fail('MAX_PARTICIPANTS_REACHED', verdict.full);

  if ('enroll' in verdict) {
    const userId = verdict.enroll;
    const { enrolled } = await ctx.call('registrations.enroll', { super_event_id, user_id: userId });
    return { status: enrolled ? 'enrolled' : 'already_enrolled', userId };
  }
  const { invited } = await ctx.call('onboarding.invite', {
    super_event_id,
    email,
    first_name: firstName,
    last_name: lastName,
    linkedin_url: linkedinUrl,
    github_url: githubUrl,
  });
  return { status: invited ? 'invited' : 'already_invited', email };
};

/** The invite and the letter with its link are one transaction; the token is in neither of them readable. */
export const invite: Action<'onboarding.invite'> = async (ctx) => {
  const { super_event_id, email, first_name, last_name } = ctx.params;
  const token = newToken();
  const token_hash = hashOf(token);
  const placed = await placeInvite(ctx.db, { ...ctx.params, invited_by: ctx.viewer.user_id, token_hash });
  if (!placed) return { invited: false };

  const { id, organization_name, super_event_name } = placed;
  const expires_at = new Date(placed.expires_at).toISOString();
  const name = fullName(first_name, last_name) ?? null;
  await sendLetter(ctx.db, 'invitation', {
    to: email,
    facts: { name, organization_name, super_event_name, expires_at },
    secret: token,
    key: `invitation ${id}`,
  });
  ctx.changed({ invite_id: id, super_event_id }, {}, { email, first_name, last_name, status: 'pending', expires_at });
  return { invited: true };
};
