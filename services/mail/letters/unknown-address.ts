import { compose } from '../layout.ts';
import type { Writer } from './writer.ts';

/** Sent instead of a link, so that the request takes as long for an unknown address. */
export const unknownAddress: Writer<'unknown-address'> = () =>
  compose({
    subject: 'There is no account with this address',
    greeting: 'Hello,',
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for this email address, but it has no account.',
      'Perhaps you signed up with another one.',
    ],
    closing: ['If this was not you, ignore this email.'],
  });
