/** What names lead to. Asked beside the threads of the process, so that a name server which is slow holds nobody up. */
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isAllowed, isLocalhost } from '../address.ts';

export type Names = Pick<Resolver, 'resolve4' | 'resolve6'>;

/** Milliseconds for one question, and how often it is asked. */
const asking = { timeout: 2_000, tries: 2 };
export const systemNames = (): Names => new Resolver(asking);

type Code = 'ADDRESS_FORBIDDEN' | 'NAME_UNKNOWN';
const refused = (code: Code, name: string) => Object.assign(new Error(`${code}: ${name}`), { code });

async function addressesOf(name: string, names: Names): Promise<string[]> {
  if (isLocalhost(name)) return ['127.0.0.1', '::1'];
  const answers = await Promise.allSettled([names.resolve4(name), names.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0) throw refused('NAME_UNKNOWN', name);
  return found;
}

/**
 * For sockets, which connect to what it answers and ask nobody else. A name that leads to even one forbidden address is
 * refused: which of them is taken is not ours to choose.
 */
export const guardedLookup =
  (names: Names, isInsecure: boolean): LookupFunction =>
  (name, { all }, callback) => {
    addressesOf(name.replace(/\.+$/, ''), names).then(
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
