import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bearer, password, personWithPassword, signIn } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const signedIn = async (columns: Record<string, unknown> = {}) => {
  const person = await personWithPassword(world, columns);
  return { person, api: bearer(world, (await signIn(world, person)).access_token) };
};

describe("Changing one's own account", () => {
  it('changes what was sent, and others see it', async () => {
    const { person, api } = await signedIn({ name: 'Ada', github_url: 'https://github.com/ada' });
    const linkedin_url = 'https://www.linkedin.com/in/ada';
    const answer = await api.patch('/me', { name: ' Ada Lovelace ', linkedin_url, locale: 'de' });
    const user = {
      ...{ id: person.id, email: person.email, name: 'Ada Lovelace', avatar_url: null },
      ...{ linkedin_url, github_url: 'https://github.com/ada', locale: 'de' },
    };
    expect([answer.status, answer.body.data]).toEqual([200, { user }]);
    expect((await api.get('/auth/user')).body.data.user).toEqual(user);
    const [seen] = await world.rows`select name, linkedin_url from published.people where id = ${person.id}`;
    expect(seen).toEqual({ name: 'Ada Lovelace', linkedin_url });
  });

  it('takes a link away with null, and keeps what was not sent', async () => {
    const { api } = await signedIn({ name: 'Ada', github_url: 'https://github.com/ada' });
    const { user } = (await api.patch('/me', { github_url: null })).body.data;
    expect([user.name, user.github_url]).toEqual(['Ada', null]);
  });

  it('records the fields that differ, and nothing where none does', async () => {
    const { person, api } = await signedIn({ name: 'Ada' });
    const records = () => world.rows`
      select before, after from identity.audit where action = 'identity.updateMe' and user_id = ${person.id}`;
    await api.patch('/me', { name: 'Ada' });
    expect(await records()).toEqual([]);
    await api.patch('/me', { name: 'Grace', github_url: null });
    expect(await records()).toEqual([{ before: { name: 'Ada' }, after: { name: 'Grace' } }]);
  });

  it.each([
    ['name', ''],
    ['name', null],
    ['avatar_url', 'javascript:alert(1)'],
    ['linkedin_url', 'https://ada:secret@example.org'],
    ['locale', 'tlh'],
  ])('refuses %s as %j', async (field, value) => {
    const { api } = await signedIn();
    const errors = [expect.objectContaining({ field })];
    expect(await api.patch('/me', { [field]: value })).toBeRefused(400, 'VALIDATION_FAILED', { errors });
  });

  it('takes a session: a key changes nobody', async () => {
    const acme = await world.organization();
    const key = world.as(await world.member(acme, 'OWNER'), acme);
    expect(await key.patch('/me', { name: 'Mallory' })).toBeRefused(403, 'SESSION_REQUIRED');
    expect(await world.stranger().patch('/me', { name: 'Mallory' })).toBeRefused(401, 'UNAUTHENTICATED');
  });
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

describe("One's own sessions", () => {
  const openWith = async (email: string, agent: string) =>
    (await world.stranger({ 'User-Agent': agent }).post('/auth/signin', { email, password })).body.data as {
      access_token: string;
      refresh_token: string;
    };

  it('are listed with the program that opened each; the present one is marked', async () => {
    const { email } = await personWithPassword(world);
    const before = Date.now();
    const first = await openWith(email, firefox);
    const second = await openWith(email, safari);
    const { sessions, count } = (await bearer(world, second.access_token).get('/me/sessions')).body.data;
    const shown = { id: expect.any(String), created_at: expect.any(String), last_seen_at: expect.any(String) };
    expect([count, sessions]).toEqual([
      2,
      [
        { ...shown, device: 'Firefox on Linux', is_current: false },
        { ...shown, device: 'Safari on iPhone', is_current: true },
      ],
    ]);
    expect(Date.parse(sessions[0].created_at)).toBeGreaterThan(before - 60_000);
    expect((await bearer(world, first.access_token).get('/me/sessions')).body.data.sessions[0].is_current).toBe(true);
  });

  it('are seen whenever they are refreshed', async () => {
    const { person, api } = await signedIn();
    await world.rows`update identity.session set last_seen_at = now() - interval '3 days' where user_id = ${person.id}`;
    const { refresh_token } = await signIn(world, person);
    const seen = async () =>
      ((await api.get('/me/sessions')).body.data.sessions as { last_seen_at: string }[]).map(({ last_seen_at }) =>
        Math.round((Date.now() - Date.parse(last_seen_at)) / 86_400_000),
      );
    expect(await seen()).toEqual([3, 0]);
    await world.rows`update identity.session set last_seen_at = now() - interval '2 days' where user_id = ${person.id}`;
    await world.stranger().post('/auth/refresh', { refresh_token });
    expect(await seen()).toEqual([2, 0]);
  });

  it('end one by one, at once, for access and refresh tokens', async () => {
    const { email } = await personWithPassword(world);
    const lost = await openWith(email, firefox);
    const api = bearer(world, (await openWith(email, safari)).access_token);
    expect((await bearer(world, lost.access_token).get('/auth/user')).status).toBe(200);
    const [{ id }] = (await api.get('/me/sessions')).body.data.sessions;
    expect((await api.del(`/me/sessions/${id}`)).body.data).toEqual({ ended: true });
    expect(await bearer(world, lost.access_token).get('/auth/user')).toBeRefused(401, 'UNAUTHENTICATED');
    const { refresh_token } = lost;
    expect(await world.stranger().post('/auth/refresh', { refresh_token })).toBeRefused(401, 'UNAUTHENTICATED');
    expect((await api.get('/me/sessions')).body.data.count).toBe(1);
    expect(await api.del(`/me/sessions/${id}`)).toBeRefused(404, 'NOT_FOUND');
  });

  it("are nobody else's", async () => {
    const { api } = await signedIn();
    const other = await signedIn();
    const [{ id }] = (await other.api.get('/me/sessions')).body.data.sessions;
    for (const unknown of [id, randomUUID(), 'nothing']) {
      expect(await api.del(`/me/sessions/${unknown}`)).toBeRefused(404, 'NOT_FOUND');
    }
    expect((await other.api.get('/me/sessions')).body.data.count).toBe(1);
  });

  it('are not listed once they have ended or expired', async () => {
    const { person, api } = await signedIn();
    await world.rows`
      insert into identity.session (user_id, expires_at, ended_at)
      values (${person.id}, now() - interval '1 second', null), (${person.id}, now() + interval '1 day', now())`;
    expect((await api.get('/me/sessions')).body.data.count).toBe(1);
  });
});
