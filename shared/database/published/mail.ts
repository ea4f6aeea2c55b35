/** What mail publishes for others to read. */
import { c, view } from '../columns.ts';

export const mailKey = view('mail_key', 'The public key that letters are sealed with now.', {
  public_key: c.bytes().primary(),
});
