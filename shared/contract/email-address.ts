/** Email addresses: which texts are one, and the form in which they are stored and compared. */

/** A character that is invisible or a blank, of Unicode's categories Cc, Cf, Zs, Zl and Zp. */
const unseen = /[\p{Cc}\p{Cf}\p{Z}]/u;
/** Parts without the signs that have a meaning in an address, or a quoted text. */
const local = /^(?:[^<>()[\]\\.,;:\s@"]+(?:\.[^<>()[\]\\.,;:\s@"]+)*|".+")$/;
const domain = /^(?:[a-z0-9-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;
const network = /^\[[0-9]{1,3}(?:\.[0-9]{1,3}){3}\]$/;
/** Of a domain in any script, before it has its ASCII form. The dots of other scripts count as dots there. */
const spelt = /^[\p{L}\p{N}\p{M}.\-。．｡]+$/u;

/**
 * Returns an address in the form in which it is stored: composed (NFC), in lower case, its domain in ASCII by UTS 46.
 * Two spellings of one address have one form. Undefined for a text that is no address.
 */
export function normalEmail(text: string): string | undefined {
  const address = composed(text.trim());
  const at = address.lastIndexOf('@');
  if (at < 1 || unseen.test(address) || !local.test(address.slice(0, at))) return undefined;
  const host = address.slice(at + 1);
  const ascii = network.test(host) ? host : asciiOf(host);
  return ascii === undefined ? undefined : `${address.slice(0, at)}@${ascii}`;
}

/** A letter in lower case may be decomposed, as the one of İ is. */
const composed = (text: string) => text.normalize('NFC').toLowerCase().normalize('NFC');

function asciiOf(host: string): string | undefined {
  const ascii = spelt.test(host) ? URL.parse(`http://${host}/`)?.hostname : undefined;
  return ascii !== undefined && domain.test(ascii) ? ascii : undefined;
}

/** Whether an address is below `.invalid`, which is reserved and leads nowhere (RFC 2606): that of a person who was made up. */
export const isReservedAddress = (email: string): boolean => /[.@]invalid$/i.test(email);
