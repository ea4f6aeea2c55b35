import { compose } from '../layout.ts';
import type { Writer } from './writer.ts';

/** Sent instead of a link, so that the request takes as long for an unknown address. */
export const unknownAddress: Writer<'unknown-address'> = () =>
  compose({
    subject: 'There is no account with this address',
    greeting: 'Hello,',
    paragraphs: [
      'somebody, hopefully you, asked for a new password for this address, but it has no account.',
      'Perhaps you signed up with another address.',
    ],
    closing: ['If this was not you, ignore this mail.'],
  });
