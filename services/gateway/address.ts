/** Where a request comes from. `X-Forwarded-For` counts only as far as trusted proxies have written it. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export type AddressOf = (req: IncomingMessage) => string;

/** `trusted`: addresses and CIDR ranges of the proxies in front. */
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
    const passed = String(req.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((address) => address.trim());
    let address = (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    while (isProxy(address) && passed.length > 0 && passed.at(-1)) address = passed.pop() ?? address;
    return address;
  };
}
