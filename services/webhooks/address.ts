/** Checks the addresses of webhooks: the URL itself, and the IP addresses of its host at each delivery. */
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { withoutEnd } from '../../shared/base/words.ts';

export type Forbidden = 'address' | 'scheme' | 'credentials' | 'port' | 'private';
type Verdict = { readonly href: string } | { readonly forbidden: Forbidden };

/**
 * The kind of an IP address. Everything except public and loopback addresses is `private`, reserved ranges included.
 */
export type AddressScope = 'public' | 'loopback' | 'private';

/** Global unicast IPv6; ranges that embed IPv4 (mapped, compatible, NAT64) lie outside. */
const global6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** Exceptions in that range: documentation (RFC 9637), and the metadata service of a large cloud. */
const exceptions6: readonly [ipaddr.IPv6, number][] = [[ipaddr.IPv6.parse('3fff::'), 20]];
const exceptions4: readonly [ipaddr.IPv4, number][] = [[ipaddr.IPv4.parse('168.63.129.16'), 32]];

export function scopeOfAddress(text: string): AddressScope {
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
  const whose = scopeOfAddress(address);
  return whose === 'public' || (isInsecure && whose === 'loopback');
};

/** The host of an address as resolvers and sockets take it: IPv6 without brackets, names without the dot of the root. */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string =>
  hostname.startsWith('[') ? hostname.slice(1, -1) : withoutEnd(hostname, '.');

export const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

const isAddress = (host: string) => host.includes(':') || ipaddr.IPv4.isValid(host);
/** A name without a dot or below a domain that is never delegated, for use in private networks. */
const isPrivateName = (host: string) =>
  !host.includes('.') || /\.(local|localdomain|localhost|internal|intranet|lan|home|corp|arpa|onion|alt)$/.test(host);

/**
 * @param isInsecure allows loopback addresses and http.
 * @returns the address as it is kept, without a fragment, or the reason why it is forbidden. The IP addresses of a
 *   name are checked again at every connection.
 */
export function checkUrl(text: string, isInsecure: boolean): Verdict {
  const url = URL.parse(text);
  // Refuse characters that parsers treat differently: some drop tabs and line ends, others turn backslashes.
  if (!url || /[\s\\]/.test(text) || !url.hostname) return { forbidden: 'address' };
  if (url.username || url.password || /^[^/?#]*:\/\/[^/?#]*@/.test(text)) return { forbidden: 'credentials' };
  const host = hostOf(url);
  const whose = isAddress(host) ? scopeOfAddress(host) : isLocalhost(host) ? 'loopback' : nameOf(host);
  const isHere = isInsecure && whose === 'loopback';
  if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:')) return { forbidden: 'scheme' };
  if (whose !== 'public' && !isHere) return { forbidden: 'private' };
  if (!isHere && url.port !== '' && Number(url.port) < 1024) return { forbidden: 'port' };
  return { href: hrefOf(url) };
}

/** Returns the URL as it is stored, without a fragment. */
export function hrefOf(address: URL | string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

const nameOf = (host: string): AddressScope => (isPrivateName(host) ? 'private' : 'public');

export type NameResolver = Pick<Resolver, 'resolve4' | 'resolve6'>;

/** Timeout of a DNS query in milliseconds, and the number of tries. */
const asking = { timeout: 2_000, tries: 2 };
export const systemResolver = (): NameResolver => new Resolver(asking);

type Code = 'ADDRESS_FORBIDDEN' | 'NAME_UNKNOWN';
const refused = (code: Code, name: string) => Object.assign(new Error(`${code}: ${name}`), { code });

async function addressesOf(name: string, names: NameResolver): Promise<string[]> {
  if (isLocalhost(name)) return ['127.0.0.1', '::1'];
  const answers = await Promise.allSettled([names.resolve4(name), names.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0) throw refused('NAME_UNKNOWN', name);
  return found;
}

/**
 * The DNS lookup of sockets, which connect only to its result. A name with even one forbidden address is refused,
 * because the socket chooses among them.
 */
export const guardedLookup =
  (names: NameResolver, isInsecure: boolean): LookupFunction =>
  (name, { all }, callback) => {
    addressesOf(withoutEnd(name, '.'), names).then(
      (found) => {
        if (!found.every((address) => isAllowed(address, isInsecure)))
          return callback(refused('ADDRESS_FORBIDDEN', name), '');
        const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        const [first] = addresses as [(typeof addresses)[number]];
        return all ? callback(null, addresses) : callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
