import type { LetterData } from '../../../shared/contract/letters.ts';
import { compose } from '../layout.ts';
import { about, day, eventTitle, type Writer } from './writer.ts';

const roles: Record<LetterData<'role-invitation'>['role'], string> = {
  MENTOR: 'a mentor',
  JUDGE: 'a judge',
  TECH_PARTNER: 'a tech partner',
  PARTNER: 'a partner',
};

export const roleInvitation: Writer<'role-invitation'> = (data, { publicUrl, secret }) => {
  const offer = `to be ${roles[data.role]} at ${eventTitle(data)}`;
  return compose({
    subject: `You are invited ${offer}`,
    greeting: 'Hello,',
    paragraphs: [`${data.invited_by ?? 'An organizer'} invites you ${offer}.`, ...(data.message ? [data.message] : [])],
    link: { label: 'Accept the invitation', url: `${publicUrl}/invites/accept#token=${secret}` },
    ...about(data.happening),
    closing: [`The invitation is open until ${day(data.expires_at)}.`],
  });
};
