/**
 * Brings a person into a hackathon by their address: directly if they have an account, otherwise by a link.
 *
 * An invite, its email and the answer are one transaction. The registrations service accepts the person in a
 * transaction of its own, whose write key is derived from ours: after a crash in between, the same request finds the
 * registration and is answered normally.
 */
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { instant } from '../../shared/base/instant.ts';
import { sendEmail } from '../../shared/kit/emails.ts';
import { newLinkToken } from '../../shared/base/session-token.ts';
import { createInvite, findCircumstances, type Invitee } from './invites.sql.ts';
import { fullName, decideOnboarding } from './rules.ts';

export const onboard: Action<'onboarding.onboard'> = async (ctx) => {
  const { email, firstName, lastName, linkedinUrl, githubUrl } = ctx.params;
  const super_event_id = ctx.resource.id;
  const present = (await findCircumstances(ctx.db, { super_event_id, email })) ?? ctx.fail('EVENT_NOT_FOUND');
  const verdict = decideOnboarding(present);
  if ('refused' in verdict) return ctx.fail(verdict.refused);
  if ('full' in verdict) return ctx.fail('MAX_PARTICIPANTS_REACHED', verdict.full);

  if ('enroll' in verdict) {
    const userId = verdict.enroll;
    const { enrolled } = await ctx.call('registrations.enroll', { super_event_id, user_id: userId });
    if (enrolled) ctx.changed('participant.onboarded', { user_id: userId, super_event_id }, {}, { status: 'accepted' });
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

/**
 * Invites an address. Returns false if it is already invited or enrolled. Neither the invite nor the email stores the
 * token in readable form.
 */
async function invite(
  { db, viewer, changed }: Pick<Ctx, 'db' | 'viewer' | 'changed'>,
  person: Invitee,
): Promise<boolean> {
  const { super_event_id, email, first_name, last_name } = person;
  const { token, token_hash } = newLinkToken();
  const created = await createInvite(db, { ...person, invited_by: viewer.user_id, token_hash });
  if (!created) return false;

  const { id, super_event_name, happening } = created;
  const { organization_name } = happening;
  const expires_at = instant(created.expires_at);
  const name = fullName(first_name, last_name) ?? null;
  await sendEmail(db, 'invitation', {
    to: email,
    data: { name, organization_name, super_event_name, expires_at, happening },
    secret: token,
    key: `invitation ${id}`,
  });
  changed(
    'participant.invited',
    { invite_id: id, super_event_id },
    {},
    { email, first_name, last_name, status: 'pending', expires_at },
  );
  return true;
}
