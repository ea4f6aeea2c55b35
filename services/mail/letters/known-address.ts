import { compose } from '../layout.ts';
import { greet, type Writer } from './writer.ts';

/** A sign-up answers the same for a known address. Only its owner is told, by this letter. */
export const knownAddress: Writer<'known-address'> = ({ name }, { publicUrl }) =>
  compose({
    subject: 'You already have an account',
    greeting: greet(name),
    paragraphs: [
      'Somebody, hopefully you, tried to sign up with this email address. It has an account already: just sign in.',
      'If you have forgotten your password, you can choose a new one.',
    ],
    link: { label: 'Choose a new password', url: `${publicUrl}/auth/reset` },
    closing: ['If this was not you, ignore this email: nothing has changed.'],
  });
