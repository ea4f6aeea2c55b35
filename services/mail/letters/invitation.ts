import { compose } from '../layout.ts';
import { about, day, greet, type Writer } from './writer.ts';

export const invitation: Writer<'invitation'> = (data, { publicUrl, secret }) =>
  compose({
    subject: `You are invited to ${data.super_event_name}`,
    greeting: greet(data.name),
    paragraphs: [`${data.organization_name} invites you to ${data.super_event_name}.`],
    organization: data.organization_name,
    ...about(data.happening),
    link: { label: 'Accept the invitation', url: `${publicUrl}/invites/accept#token=${secret}` },
    closing: [
      `The invitation is open until ${day(data.expires_at)}.`,
      'If you do not want to come, ignore this email.',
    ],
  });
