import { compose } from '../layout.ts';
import type { Writer } from './writer.ts';

export const verification: Writer<'verification'> = (_, { publicUrl, secret }) =>
  compose({
    subject: 'Confirm your email address',
    greeting: 'Hello,',
    paragraphs: ['Somebody, hopefully you, signed up with this email address. Confirm it to start.'],
    link: { label: 'Confirm my email', url: `${publicUrl}/auth/verify#token=${secret}` },
    closing: [
      'You will be asked for the password you chose. The link works once, within an hour.',
      'If this was not you, ignore this email: nothing happens without the password.',
    ],
  });
