import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keysAtMost } from '../../../shared/contract/keys.ts';
import { Client, type Person } from '../../support/client.ts';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Key {
  id: string;
  label: string;
  user_id: string;
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const withKey = (text: string) => new Client(world.url, () => Promise.resolve({ 'X-Api-Key': text }));
const isGood = async (text: string) => (await withKey(text).get('/auth/user')).status === 200;

async function opened() {
  const acme = await world.organization();
  const path = `/organizations/${acme.slug}/keys`;
  const [olga, mia] = [await world.member(acme, 'OWNER'), await world.member(acme, 'MEMBER')];
  const signedIn = async (person: Person) => bearer(world, await accessTokenOf(world, person));
  return { acme, path, olga, mia, signedIn };
}

describe('A key of one’s own', () => {
  it('is made in a session, works at once, and shows its text this once', async () => {
    const { acme, path, mia, signedIn } = await opened();
    const api = await signedIn(mia);
    const expires_at = inDays(3);
    const made = await api.post(path, { label: ' Laptop ', expires_at });
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        key: expect.stringMatching(/^mst_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/),
        api_key: {
          id: expect.stringMatching(/^[0-9A-Za-z]{8}$/),
          label: 'Laptop',
          user_id: mia.id,
          user_name: mia.name,
          created_at: expect.any(String),
          last_used_at: null,
          expires_at,
        },
      },
    ]);
    const { key, api_key } = made.body.data;
    const me = await withKey(key).get('/auth/user');
    expect(me.body.data.user.id).toBe(mia.id);
    expect(me.body.data.organizations).toEqual([expect.objectContaining({ id: acme.id })]);
    const listed = await api.get(path);
    expect(listed.body.data).toEqual({ api_keys: [{ ...api_key, last_used_at: expect.any(String) }], count: 1 });
    expect(listed.text).not.toContain(key);
  });

  it('is answered again to the same request, although nobody could read what is kept of it', async () => {
    const { path, mia, signedIn } = await opened();
    const api = await signedIn(mia);
    const headers = { 'Idempotency-Key': 'a key for the door' };
    const first = await api.post(path, { label: 'Door' }, { headers });
    const again = await api.post(path, { label: 'Door' }, { headers });
    expect(again.body.data).toEqual(first.body.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const kept = await world.rows<{ text: string }>`
      select key || answer::text as text from identity.write_key where action = 'identity.createKey'`;
    expect(kept.length).toBeGreaterThan(0);
    for (const { text } of kept) expect(text).not.toMatch(/mst_|a key for the door/);
    expect(await api.post(path, { label: 'Other' }, { headers })).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('is somebody else’s label once it is revoked', async () => {
    const { path, mia, olga, signedIn } = await opened();
    const [mias, olgas] = [await signedIn(mia), await signedIn(olga)];
    const { api_key } = (await mias.post(path, { label: 'Door' })).body.data;
    expect(await olgas.post(path, { label: 'Door' })).toBeRefused(409, 'LABEL_TAKEN');
    await mias.del(`${path}/${api_key.id}`);
    expect((await olgas.post(path, { label: 'Door' })).status).toBe(201);
  });

  it('goes to one of two who want its label at once', async () => {
    const { path, mia, olga, signedIn } = await opened();
    const both = await Promise.all(
      [await signedIn(mia), await signedIn(olga)].map((api) => api.post(path, { label: 'Door' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('that was made with another key ends with it, and not later', async () => {
    const { acme, path, mia, signedIn } = await opened();
    const api = await signedIn(mia);
    const end = inDays(2);
    const parent = (await api.post(path, { label: 'Parent', expires_at: end })).body.data;
    const child = (await withKey(parent.key).post(path, { label: 'Child', expires_at: inDays(9) })).body.data;
    const grandchild = (await withKey(child.key).post(path, { label: 'Grandchild' })).body.data;
    expect([child.api_key.expires_at, grandchild.api_key.expires_at]).toEqual([end, end]);
    expect(await isGood(grandchild.key)).toBe(true);
    expect((await api.del(`${path}/${parent.api_key.id}`)).body.data).toEqual({ deleted: true });
    expect([await isGood(parent.key), await isGood(child.key), await isGood(grandchild.key)]).toEqual([
      false,
      false,
      false,
    ]);
    expect((await world.as(mia, acme).get(path)).body.data.api_keys.map(({ label }: Key) => label)).not.toContain(
      'Child',
    );
  });

  it('is one of 25 at most, also of many that are asked for at once', async () => {
    const { path, mia, signedIn } = await opened();
    const api = await signedIn(mia);
    const wanted = Array.from({ length: keysAtMost + 3 }, (_, n) => api.post(path, { label: `Key ${n}` }));
    const answers = await Promise.all(wanted);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(keysAtMost);
    for (const refused of answers.filter(({ status }) => status !== 201))
      expect(refused).toBeRefused(409, 'TOO_MANY_KEYS');
  });

  it.each([
    ['has no label', {}, 'label'],
    ['has an empty label', { label: '  ' }, 'label'],
    ['ends in the past', { label: 'Door', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['ends at no time', { label: 'Door', expires_at: 'tomorrow' }, 'expires_at'],
  ])('is refused where it %s', async (_how, body, field) => {
    const { path, mia, signedIn } = await opened();
    expect(await (await signedIn(mia)).post(path, body)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field })],
    });
  });
});

describe('Keys of others', () => {
  it('are seen and ended by owners and admins alone', async () => {
    const { acme, path, olga, mia, signedIn } = await opened();
    const adam = await world.member(acme, 'ADMIN');
    const mias = (await (await signedIn(mia)).post(path, { label: 'Of Mia' })).body.data;
    const olgas = (await (await signedIn(olga)).post(path, { label: 'Of Olga' })).body.data;
    const labels = async (person: Person) =>
      (await (await signedIn(person)).get(path)).body.data.api_keys.map(({ label }: Key) => label);
    expect(await labels(mia)).toEqual(['Of Mia']);
    expect(await labels(adam)).toEqual(['Of Mia', 'Of Olga']);
    expect(await (await signedIn(mia)).del(`${path}/${olgas.api_key.id}`)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await isGood(mias.key)).toBe(true);
    expect((await (await signedIn(adam)).del(`${path}/${mias.api_key.id}`)).status).toBe(200);
    expect(await isGood(mias.key)).toBe(false);
    expect(await (await signedIn(adam)).del(`${path}/${mias.api_key.id}`)).toBeRefused(404, 'NOT_FOUND');
  });

  it('of another organization are not there', async () => {
    const { path, mia, signedIn } = await opened();
    const theirs = (await (await signedIn(mia)).post(path, { label: 'Door' })).body.data.api_key;
    const other = await opened();
    expect(await (await other.signedIn(other.olga)).get(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await (await other.signedIn(other.olga)).del(`${other.path}/${theirs.id}`)).toBeRefused(404, 'NOT_FOUND');
  });
});

it('The audit names the person who made and who ended a key, without its text', async () => {
  const { acme, path, olga, mia, signedIn } = await opened();
  const { key, api_key } = (await (await signedIn(mia)).post(path, { label: 'Door' })).body.data;
  await (await signedIn(olga)).del(`${path}/${api_key.id}`);
  const audit = await world.as(olga, acme).get(`/organizations/${acme.id}/audit`);
  const ids = { key_id: api_key.id, user_id: mia.id };
  expect(audit.body.data.entries).toEqual([
    expect.objectContaining({ action: 'identity.revokeKey', user_id: olga.id, ids }),
    expect.objectContaining({
      action: 'identity.createKey',
      user_id: mia.id,
      ids,
      after: { label: 'Door', expires_at: null },
    }),
  ]);
  expect(audit.text).not.toContain(key);
});
