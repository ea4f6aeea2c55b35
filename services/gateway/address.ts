/** Determines the client's address. `X-Forwarded-For` counts only as far as trusted proxies wrote it. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export type AddressOf = (req: IncomingMessage) => string;

/**
 * Returns the function that reads the address of a request.
 * @param trusted Addresses and CIDR ranges of the proxies in front.
 */
export function addressReader(trusted: readonly string[]): AddressOf {
  const proxies = new BlockList();
  for (const network of trusted) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    proxies.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  const isProxy = (address: string) =>
    isIP(address) > 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (req) => {
    if (trusted.length === 0) return plain(req.socket.remoteAddress);
    const passed = String(req.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((address) => address.trim());
    let address = plain(req.socket.remoteAddress);
    while (isProxy(address) && passed.length > 0 && passed.at(-1)) address = passed.pop() ?? address;
    return address;
  };
}

/** Strips the IPv6 prefix of an IPv4-mapped address. */
const plain = (address = '') => (address.startsWith('::ffff:') ? address.slice(7) : address);
