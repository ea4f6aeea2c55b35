import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mintKey } from '../../../shared/base/api-key.ts';
import type { Client, Person } from '../../support/client.ts';
import { skip } from '../../support/clock.ts';
import type { Organization, Track } from '../../support/fixtures.ts';
import { ask, withoutId, eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let olga: Person;
let track: Track;
let path: string;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = await world.member(acme, 'OWNER');
  track = await world.track(await world.superEvent(acme));
  path = `/events/${track.id}/registrations`;
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => world.close());

const withKey = (key: string): Client => world.stranger({ 'X-Api-Key': key });
const yesterday = new Date(Date.now() - 86_400_000).toISOString();
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const mistyped = (key: string) => key.slice(0, -8) + (key.at(-8) === 'a' ? 'b' : 'a') + key.slice(-7);

/** As a proxy in front may ask for, and pass on. */
const basic = `Basic ${Buffer.from('hall:open').toString('base64')}`;

describe('A request without a valid key', () => {
  it.each<[string, () => Promise<Record<string, string>>]>([
    ['has none', () => Promise.resolve({})],
    ['has an empty one', () => Promise.resolve({ 'X-Api-Key': '' })],
    ['has what was never a key', () => Promise.resolve({ 'X-Api-Key': 'let me in' })],
    ['has a mistyped one', async () => ({ 'X-Api-Key': mistyped(await world.key(olga, acme)) })],
    ['has an unknown one', () => Promise.resolve({ 'X-Api-Key': mintKey().text })],
    ['has a revoked one', async () => ({ 'X-Api-Key': await world.key(olga, acme, { revoked_at: yesterday }) })],
    ['has an expired one', async () => ({ 'X-Api-Key': await world.key(olga, acme, { expires_at: yesterday }) })],
    ['has a key as a bearer token', async () => ({ Authorization: `Bearer ${await world.key(olga, acme)}` })],
    ['has a word for a scheme', () => Promise.resolve({ Authorization: 'nonsense' })],
    ['has credentials of another scheme', () => Promise.resolve({ Authorization: basic })],
    ['has a wrong one beside them', () => Promise.resolve({ 'X-Api-Key': 'let me in', Authorization: basic })],
  ])('is answered one and the same 401 when it %s', async (_what, headers) => {
    const answer = await world.stranger(await headers()).get(path);
    expect(answer).toBeRefused(401, 'UNAUTHENTICATED');
    expect(withoutId(answer)).toEqual(withoutId(await world.stranger().get(path)));
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey header="X-Api-Key", Bearer');
  });

  it('is not let in by the public half of a key with another secret', async () => {
    const [, id = ''] = (await world.key(olga, acme)).split('_');
    const forged = mintKey();
    await world.rows`update identity.api_key set public_id = ${forged.public_id} where public_id = ${id}`;
    expect(await withKey(forged.text).get(path)).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('is refused when it sends the header twice', async () => {
    const key = await world.key(olga, acme);
    expect(await ask(world.url, { path, headers: { 'X-Api-Key': [key, key] } })).toBeRefused(401, 'UNAUTHENTICATED');
  });
});

describe('A request with a valid key', () => {
  it('is answered, also when the key expires later', async () => {
    expect(await withKey(await world.key(olga, acme, { expires_at: tomorrow })).get(path)).toMatchObject({
      status: 200,
    });
  });

  it.each(['Bearer x', 'bearer', 'BEARER '])('is 400 when %j stands beside it', async (Authorization) => {
    const answer = await world.stranger({ 'X-Api-Key': await world.key(olga, acme), Authorization }).get(path);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'X-Api-Key', code: 'ambiguous' }] });
  });

  it.each([basic, 'Digest username="hall"', 'nonsense', ''])('counts beside %j, which is ignored', async (header) => {
    const headers = { 'X-Api-Key': await world.key(olga, acme), Authorization: header };
    expect(await ask(world.url, { path, headers })).toMatchObject({ status: 200 });
  });

  it('sees nothing of another organization of the same person', async () => {
    const other = await world.organization();
    await world.rows`insert into organizations.member (organization_id, user_id, role)
                     values (${other.id}, ${olga.id}, 'OWNER')`;
    expect(await world.as(olga, other).get(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.as(olga, acme).get(path)).toMatchObject({ status: 200 });
  });

  it('has its use noted, at most once a minute', async () => {
    const key = await world.key(olga, acme);
    const lastUse = () => world.rows<{ at: Date | null }>`
      select last_used_at as at from identity.api_key where public_id = ${key.split('_')[1]}`;
    await withKey(key).get(path);
    const [first] = await lastUse();
    expect(first?.at).not.toBeNull();
    skip(10_000);
    await withKey(key).get(path);
    expect(await lastUse()).toEqual([first]);
  });
});

describe('A key that expires', () => {
  it('is refused from then on, however recently it was used', async () => {
    const soon = new Date(Date.now() + 5_000).toISOString();
    const key = await world.key(olga, acme, { expires_at: soon });
    expect(await withKey(key).get(path)).toMatchObject({ status: 200 });
    await world.rows`update identity.api_key set expires_at = now() where public_id = ${key.split('_')[1]}`;
    skip(5_000);
    expect(await withKey(key).get(path)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});

describe('A key that is revoked behind the back of the services', () => {
  const revoke = (key: string) =>
    world.rows`update identity.api_key set revoked_at = now() where public_id = ${key.split('_')[1]}`;

  /** Where nobody says within half a second whose it is, it serves once more. */
  const refusalOf = (key: string) =>
    eventually(
      () => withKey(key).get(path),
      ({ status }) => status === 401,
    );

  it('is refused within ten seconds', async () => {
    const key = await world.key(olga, acme);
    expect(await withKey(key).get(path)).toMatchObject({ status: 200 });
    await revoke(key);
    skip(9_900);
    expect(await refusalOf(key)).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('is not kept alive by being used', async () => {
    const key = await world.key(olga, acme);
    await withKey(key).get(path);
    await revoke(key);
    for (const later of [3_000, 6_000, 8_000]) {
      skip(later);
      await withKey(key).get(path);
      jest.restoreAllMocks();
    }
    skip(9_900);
    expect(await refusalOf(key)).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('is let in within three seconds of being known', async () => {
    const key = mintKey();
    expect(await withKey(key.text).get(path)).toBeRefused(401, 'UNAUTHENTICATED');
    await world.rows`
      insert into identity.api_key (public_id, secret_hash, organization_id, user_id, label)
      values (${key.public_id}, ${Buffer.from(key.secret_hash, 'hex')}, ${acme.id}, ${olga.id}, 'late')`;
    skip(2_900);
    expect(await withKey(key.text).get(path)).toMatchObject({ status: 200 });
  });
});
