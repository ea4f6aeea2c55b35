/** People with sessions, for tests. */
import { hash } from '@node-rs/argon2';
import { Client, type Person } from './client.ts';
import type { World } from './world.ts';

export const password = 'correct horse battery';
/** Long enough and nobody's. */
export const wrongPassword = 'incorrect horse battery';

export const hashed = (secret: string) => hash(secret, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

/** A confirmed person who can sign in with `password`. */
export async function personWithPassword(
  world: Pick<World, 'person'>,
  columns: Record<string, unknown> = {},
): Promise<Person> {
  return world.person({ password_hash: await hashed(password), ...columns });
}

export async function signIn(world: World, { email }: Pick<Person, 'email'>, secret = password) {
  const { status, body } = await world.stranger().post('/auth/signin', { email, password: secret });
  if (status !== 200) throw new Error(`Not signed in: ${status} ${body.code}`);
  return body.data as { access_token: string; refresh_token: string; expires_in: number };
}

export const bearer = (world: Pick<World, 'url'>, access_token: string): Client =>
  new Client(world.url, () => Promise.resolve({ Authorization: `Bearer ${access_token}` }));
