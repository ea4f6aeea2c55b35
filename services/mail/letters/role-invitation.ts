import type { LetterFacts } from '../../../shared/contract/letters.ts';
import { compose } from '../layout.ts';
import { day, placeOf, type Writer } from './writer.ts';

const roles: Record<LetterFacts<'role-invitation'>['role'], string> = {
  MENTOR: 'a mentor',
  JUDGE: 'a judge',
  TECH_PARTNER: 'a tech partner',
  PARTNER: 'a partner',
};

export const roleInvitation: Writer<'role-invitation'> = (facts, { publicUrl, secret }) => {
  const offer = `to be ${roles[facts.role]} at ${placeOf(facts)}`;
  return compose({
    subject: `You are invited ${offer}`,
    greeting: 'Hello,',
    paragraphs: [
      `${facts.invited_by ?? 'An organizer'} invites you ${offer}.`,
      ...(facts.message ? [facts.message] : []),
    ],
    link: { label: 'Accept the invitation', url: `${publicUrl}/invites/accept#token=${secret}` },
    closing: [`The invitation is open until ${day(facts.expires_at)}.`],
  });
};
