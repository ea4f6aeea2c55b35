import { compose } from '../layout.ts';
import { day, greet, type Writer } from './writer.ts';

export const invitation: Writer<'invitation'> = (facts, { publicUrl, secret }) =>
  compose({
    subject: `You are invited to ${facts.super_event_name}`,
    greeting: greet(facts.name),
    paragraphs: [`${facts.organization_name} invites you to ${facts.super_event_name}.`],
    link: { label: 'Accept the invitation', url: `${publicUrl}/invites/accept#token=${secret}` },
    closing: [
      `The invitation is open until ${day(facts.expires_at)}.`,
      'If you do not want to come, ignore this mail.',
    ],
  });
