import { compose } from '../layout.ts';
import { greet, type Writer } from './writer.ts';

export const reset: Writer<'reset'> = ({ name }, { publicUrl, secret = '', to }) =>
  compose({
    subject: 'Choose a new password',
    greeting: greet(name),
    paragraphs: ['Somebody, hopefully you, asked for a new password for this email address.'],
    link: {
      label: 'Choose a new password',
      url: `${publicUrl}/auth/reset#${new URLSearchParams({ token: secret, email: to }).toString()}`,
    },
    closing: [
      'The link works once, within an hour.',
      'If this was not you, ignore this email: your password stays as it is.',
    ],
  });
