/** People with an app that makes codes, which is worked out here by hand (RFC 6238). */
import { createHmac } from 'node:crypto';
import type { Client, Person } from './client.ts';
import { Authenticator } from './authenticator.ts';
import { bearer, password, personWithPassword, signIn } from './sign-in.ts';
import type { World } from './world.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an app shows. @param later Steps of 30 seconds from now. */
export function codeOf(secret: string, later = 0): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(Date.now() / 30_000) + later, 4);
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac[19] ?? 0) & 0xf;
  const number = (((mac[at] ?? 0) & 0x7f) << 24) | mac.readUIntBE(at + 1, 3);
  return String(number % 1_000_000).padStart(6, '0');
}

export interface Guarded {
  readonly person: Person;
  /** In the session in which the app was set up. */
  readonly api: Client;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Somebody whose account has an app. Its code of the present step is used up. */
export async function personWithApp(world: World, person?: Person): Promise<Guarded> {
  const ada = person ?? (await personWithPassword(world));
  const api = bearer(world, (await signIn(world, ada)).access_token);
  const { secret } = (await api.post('/me/totp', {})).body.data as { secret: string };
  const confirmed = await api.post('/me/totp/confirm', { code: codeOf(secret) });
  return { person: ada, api, secret, recoveryCodes: confirmed.body.data.recovery_codes };
}

/** Signs in with the password, and returns the ticket. */
export async function ticketOf(world: World, { email }: Pick<Person, 'email'>): Promise<string> {
  const { body } = await world.stranger().post('/auth/signin', { email, password });
  return body.ticket as string;
}

/** Lets the codes of the present moment be taken again, as if time had passed. */
export const forgetCodes = (world: World, { id }: Pick<Person, 'id'>) =>
  world.rows`update identity.totp set last_step = null where user_id = ${id}`;

type Options = Parameters<Authenticator['create']>[0];

/** Begins to add a passkey, or to sign in with one. */
export const passkeyOptions = async (api: Client, path: '/me/passkeys/options' | '/auth/passkeys/options') =>
  (await api.post(path, {})).body.data.options as Options & Record<string, unknown>;

/** The public address of services that are told none. */
const usualSite = 'http://localhost:0';

/** Somebody with a passkey, in the session in which it was added. */
export async function personWithPasskey(world: World, { site = usualSite, person }: Whereby = {}) {
  const ada = person ?? (await personWithPassword(world));
  const { access_token } = await signIn(world, ada);
  const [api, device] = [bearer(world, access_token), new Authenticator(site)];
  const credential = device.create(await passkeyOptions(api, '/me/passkeys/options'));
  const added = await api.post('/me/passkeys', { name: 'My phone', credential });
  if (added.status !== 201) throw new Error(`No passkey: ${added.text}`);
  return { person: ada, access_token, api, device, id: added.body.data.id as string };
}
interface Whereby {
  readonly site?: string;
  readonly person?: Person;
}
