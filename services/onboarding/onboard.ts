/**
 * Brings somebody into a hackathon by their address: at once where they have an account, by a link where they do not.
 *
 * An invite, its letter and the answer are one transaction. A place is given by the registrations service, in a write of
 * its own whose key follows from ours: a crash after it leaves the place, and the same request is then answered as if
 * there had been none.
 */
import type { Ctx } from '../../shared/broker/context.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { instant } from '../../shared/broker/instant.ts';
import { sendLetter } from '../../shared/broker/letters.ts';
import { findCircumstances, placeInvite, type Invitee } from './queries.ts';
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
  const isInvited = await invite(ctx, {
    super_event_id,
    email,
    first_name: firstName,
    last_name: lastName,
    linkedin_url: linkedinUrl,
    github_url: githubUrl,
  });
  return { status: isInvited ? 'invited' : 'already_invited', email };
};

/** False where the address is invited or enrolled already. The token is readable neither in the invite nor in the letter. */
async function invite(
  { db, viewer, changed }: Pick<Ctx, 'db' | 'viewer' | 'changed'>,
  person: Invitee,
): Promise<boolean> {
  const { super_event_id, email, first_name, last_name } = person;
  const token = newToken();
  const placed = await placeInvite(db, { ...person, invited_by: viewer.user_id, token_hash: hashOf(token) });
  if (!placed) return false;

  const { id, organization_name, super_event_name } = placed;
  const expires_at = instant(placed.expires_at);
  const name = fullName(first_name, last_name) ?? null;
  await sendLetter(db, 'invitation', {
    to: email,
    facts: { name, organization_name, super_event_name, expires_at },
    secret: token,
    key: `invitation ${id}`,
  });
  changed({ invite_id: id, super_event_id }, {}, { email, first_name, last_name, status: 'pending', expires_at });
  return true;
}
