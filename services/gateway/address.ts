/** Determines the client's address. `X-Forwarded-For` counts only as far as trusted proxies wrote it. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
    const own = addressIn(req.socket.remoteAddress ?? '') ?? '';
    if (trusted.length === 0) return own;
    const passed = String(req.headers['x-forwarded-for'] ?? '').split(',');
    let address = own;
    while (isProxy(address)) {
      const before = addressIn(passed.pop() ?? '');
      // A proxy that passes on no address is as far as can be told.
      if (before === undefined) break;
      address = before;
    }
    return address;
  };
}

/** `1.2.3.4:80`, and `[::1]` or `[::1]:80`. */
const [withPort, inBrackets] = [/^([\d.]+):\d+$/, /^\[(.*)\](?::\d+)?$/];

/** Returns the address without its port, its zone and the prefix of an IPv4-mapped one; undefined where there is none. */
function addressIn(text: string): string | undefined {
  const trimmed = text.trim();
  const [, bare = trimmed] = withPort.exec(trimmed) ?? inBrackets.exec(trimmed) ?? [];
  const [address = ''] = bare.split('%');
  if (isIP(address) === 0) return undefined;
  return ipaddr.process(address).toString();
}
