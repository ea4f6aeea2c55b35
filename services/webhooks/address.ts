/**
 * Where webhooks may go: to public addresses, by https. Whoever names an address has us connect to it from inside, so what is
 * not certainly public is forbidden: a list of what is allowed, not of what is not.
 */
import ipaddr from 'ipaddr.js';

export type Forbidden = 'address' | 'scheme' | 'credentials' | 'port' | 'private';
type Verdict = { readonly href: string } | { readonly forbidden: Forbidden };

/** Whose an IP address is. What is neither public nor this machine is `private`, reserved ranges included. */
export type Whose = 'public' | 'loopback' | 'private';

/** IPv6 that is given out to anybody at all; what embeds IPv4 (mapped, compatible, NAT64) lies outside. */
const global6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** Public by their range and yet not: documentation (RFC 9637), and the inner service of a large cloud. */
const exceptions6: readonly [ipaddr.IPv6, number][] = [[ipaddr.IPv6.parse('3fff::'), 20]];
const exceptions4: readonly [ipaddr.IPv4, number][] = [[ipaddr.IPv4.parse('168.63.129.16'), 32]];

export function whoseAddress(text: string): Whose {
  if (!/^[\da-f:.]+$/i.test(text) || !ipaddr.isValid(text)) return 'private';
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'private';
  const isGivenOut =
    address instanceof ipaddr.IPv6
      ? address.match(global6) && !exceptions6.some((one) => address.match(one))
      : !exceptions4.some((one) => address.match(one));
  return isGivenOut ? 'public' : 'private';
}

export const isAllowed = (address: string, isInsecure: boolean): boolean => {
  const whose = whoseAddress(address);
  return whose === 'public' || (isInsecure && whose === 'loopback');
};

/** The host of an address as resolvers and sockets take it: IPv6 without brackets, names without the dot of the root. */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string =>
  hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.+$/, '');

export const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

const isAddress = (host: string) => host.includes(':') || ipaddr.IPv4.isValid(host);
/** Without a dot, or below what is never delegated: such names are for networks of one's own. */
const isPrivateName = (host: string) =>
  !host.includes('.') || /\.(local|localdomain|localhost|internal|intranet|lan|home|corp|arpa|onion|alt)$/.test(host);

/**
 * @param isInsecure lets through what leads to this machine, by http too.
 * @returns the address as it is kept, without a fragment, or why it is forbidden as it stands. Names that pass are judged
 *   once more by what they lead to, at every connection.
 */
export function judgeUrl(text: string, isInsecure: boolean): Verdict {
  const url = URL.parse(text);
  // What parsers read in different ways is no address: tabs and line ends are dropped by some, backslashes turned by others.
  if (!url || /[\s\\]/.test(text) || !url.hostname) return { forbidden: 'address' };
  if (url.username || url.password || /^[^/?#]*:\/\/[^/?#]*@/.test(text)) return { forbidden: 'credentials' };
  const host = hostOf(url);
  const whose = isAddress(host) ? whoseAddress(host) : isLocalhost(host) ? 'loopback' : nameOf(host);
  const isHere = isInsecure && whose === 'loopback';
  if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:')) return { forbidden: 'scheme' };
  if (whose !== 'public' && !isHere) return { forbidden: 'private' };
  if (!isHere && url.port !== '' && Number(url.port) < 1024) return { forbidden: 'port' };
  return { href: hrefOf(url) };
}

/** As it is kept: without a fragment. */
export function hrefOf(address: URL | string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

const nameOf = (host: string): Whose => (isPrivateName(host) ? 'private' : 'public');
