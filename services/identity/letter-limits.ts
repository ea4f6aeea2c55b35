/**
 * Limits the letters that strangers can cause, per mailbox and per network. Beyond the limit the answer is the same
 * but no letter is sent, so that nobody learns anything and nobody's mailbox is flooded.
 */
import type { Ctx } from '../../shared/kit/context.ts';
import { networkOf } from '../../shared/base/network.ts';
import { bucketOf, isAllowed, requestOf } from './attempts.ts';

export type MayWrite = (ctx: Pick<Ctx, 'db' | 'address' | 'visitor' | 'writeKey'>, email: string) => Promise<boolean>;

/** Allows every letter, when rate limits are off. */
export const anyLetters: MayWrite = () => Promise.resolve(true);

/** Letters that the network's limit forbids do not count against the mailbox. */
export const someLetters: MayWrite = async (ctx, email) => {
  const { db, address } = ctx;
  const request = requestOf(ctx);
  const fromNetwork = bucketOf('letters_from_network', networkOf(address));
  if (address !== '' && !(await isAllowed(db, { bucket: fromNetwork, request }))) return false;
  return isAllowed(db, { bucket: bucketOf('letters', mailboxOf(email)), request });
};

/** Returns the mailbox of an address: `ada+anything@` is delivered to `ada@`. */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*@/, '@');
