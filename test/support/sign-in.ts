/** People with sessions, for tests. */
import { hash } from '../../services/identity/passwords.ts';
import type { OrganizationRole } from '../../shared/contract/vocabulary.ts';
import { hashToken, newAccessToken, newRefreshToken } from '../../shared/base/session-token.ts';
import { Client, type Person } from './client.ts';
import type { Stage } from './stage.ts';
import type { World } from './world.ts';

export const password = 'correct horse battery';
/** Long enough, but wrong. */
export const wrongPassword = 'incorrect horse battery';

let usual: Promise<string> | undefined;

/** The hash of a password; that of `password` is made once. */
export const hashed = (secret: string): Promise<string> =>
  secret === password ? (usual ??= hash(secret)) : hash(secret);

/** A confirmed person who can sign in with `password`. */
export async function personWithPassword(
  world: Pick<World, 'person'>,
  columns: Record<string, unknown> = {},
): Promise<Person> {
  return world.person({ password_hash: await hashed(password), ...columns });
}

/** A member who can sign in with `password`. */
export const memberWithPassword = async (
  world: Pick<World, 'member'>,
  organization: { id: string },
  role: OrganizationRole,
  columns: Record<string, unknown> = {},
): Promise<Person> => world.member(organization, role, { password_hash: await hashed(password), ...columns });

export async function signIn(world: World, { email }: Pick<Person, 'email'>, secret = password) {
  const { status, body } = await world.stranger().post('/auth/signin', { email, password: secret });
  if (status !== 200) throw new Error(`Not signed in: ${status} ${body.code}`);
  return body.data as { access_token: string; refresh_token: string; expires_in: number };
}

export const bearer = (world: Pick<World, 'url'>, access_token: string): Client =>
  new Client(world.url, () => Promise.resolve({ Authorization: `Bearer ${access_token}` }));

/** Opens a session without signing in. */
export async function openSession({ rows }: Pick<Stage, 'rows'>, person: { readonly id: string }) {
  const [access, refresh] = [newAccessToken(), newRefreshToken()];
  await rows`
    with opened as (
      insert into identity.session (user_id, expires_at) values (${person.id}, now() + interval '1 day') returning id
    )
    insert into identity.session_token (session_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at)
    select id, decode(${hashToken(access)}, 'hex'), decode(${hashToken(refresh)}, 'hex'),
           now() + interval '10 minutes', now() + interval '1 day' from opened`;
  return { access, refresh };
}

/** Opens a session without signing in; returns its access token. */
export const accessTokenOf = async (stage: Pick<Stage, 'rows'>, person: { readonly id: string }): Promise<string> =>
  (await openSession(stage, person)).access;
