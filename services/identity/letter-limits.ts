/**
 * How many letters strangers may cause: some to one mailbox, some from one network. Beyond that the answer is the same
 * and no letter goes, so that nobody learns anything and nobody's mailbox is filled by us.
 */
import ipaddr from 'ipaddr.js';
import type { Ctx } from '../../shared/broker/context.ts';
import { bucketOf, isAllowed } from './attempts.ts';

export type MayWrite = (ctx: Pick<Ctx, 'db' | 'address'>, email: string) => Promise<boolean>;

export const anyLetters: MayWrite = () => Promise.resolve(true);

/** What a network may not cause is not counted against the mailbox. */
export const someLetters: MayWrite = async ({ db, address }, email) =>
  (address === '' || (await isAllowed(db, bucketOf('letters_from_network', networkOf(address))))) &&
  (await isAllowed(db, bucketOf('letters', mailboxOf(email))));

/** Whoever has one IPv6 address has 2^64 of them. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.parts.slice(0, 4).join(':');
}

/** `ada+anything@` is delivered to `ada@`. */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*@/, '@');
