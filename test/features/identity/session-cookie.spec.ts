import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Person } from '../../support/client.ts';
import { tokenIn } from '../../support/mails.ts';
import { bearer, password, personWithPassword } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

const publicUrl = 'https://muster.test';
let world: World;
beforeAll(async () => {
  world = await openWorld({ PUBLIC_URL: publicUrl });
});
afterAll(() => world.close());

const month = 30 * 86_400;
const cookieOf = ({ headers }: Answer) => headers.get('set-cookie') ?? '';
const valueOf = (answer: Answer) => /^muster_refresh=([^;]*)/.exec(cookieOf(answer))?.[1] ?? '';

const signIn = (person: Person, headers: Record<string, string> = {}) =>
  world.stranger(headers).post('/auth/signin', { email: person.email, password, cookie: true });
const refresh = (value: string, headers: Record<string, string> = {}, body: unknown = { cookie: true }) =>
  world.stranger({ Cookie: `theme=dark; muster_refresh=${value}`, ...headers }).post('/auth/refresh', body);

describe('Signing in for a page', () => {
  it('sets the refresh token as a cookie that no script reads, and leaves it out of the body', async () => {
    const ada = await personWithPassword(world);
    const answer = await signIn(ada, { Origin: publicUrl });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      access_token: expect.stringMatching(/^mss_/),
      token_type: 'Bearer',
      expires_in: 600,
      user: expect.objectContaining({ id: ada.id }),
    });
    expect(cookieOf(answer)).toMatch(
      new RegExp(`^muster_refresh=msr_[\\w-]{43}; Max-Age=${month}; HttpOnly; Secure; SameSite=Strict; Path=/auth$`),
    );
    expect(answer.text).not.toContain('msr_');
  });

  it('without asking for one sets none', async () => {
    const ada = await personWithPassword(world);
    for (const cookie of [undefined, false]) {
      const answer = await world.stranger().post('/auth/signin', { email: ada.email, password, cookie });
      expect([cookieOf(answer), answer.body.data.refresh_token]).toEqual(['', expect.stringMatching(/^msr_/)]);
    }
  });

  it('sets none where the password is wrong', async () => {
    const ada = await personWithPassword(world);
    const answer = await world.stranger().post('/auth/signin', { email: ada.email, password: 'wrong', cookie: true });
    expect(answer).toBeRefused(401, 'INVALID_CREDENTIALS');
    expect(cookieOf(answer)).toBe('');
  });
});

describe('Confirming an address for a page', () => {
  const answered = async (email: string, headers: Record<string, string>) => {
    await world.stranger().post('/auth/signup', { email, password, name: 'Grace' });
    const token = tokenIn(await world.nextMailTo(email));
    return world.stranger(headers).post('/auth/verify', { token, password, cookie: true });
  };

  it('opens the session with the cookie, and leaves the refresh token out of the body', async () => {
    const answer = await answered('cookie@example.org', { Origin: publicUrl });
    expect(answer.body.data).toEqual({
      status: 'verified',
      user_id: expect.any(String),
      session: {
        access_token: expect.stringMatching(/^mss_/),
        token_type: 'Bearer',
        expires_in: 600,
        user: expect.objectContaining({ email: 'cookie@example.org' }),
      },
    });
    expect((await refresh(valueOf(answer))).status).toBe(200);
  });

  it('is for pages of this address', async () => {
    const answer = await answered('foreign@example.org', { Origin: 'https://evil.test' });
    expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
  });
});

describe('Refreshing by the cookie', () => {
  it('gives a new access token and another cookie', async () => {
    const ada = await personWithPassword(world);
    const first = valueOf(await signIn(ada));
    const answer = await refresh(first, { Origin: publicUrl });
    expect([answer.status, Object.keys(answer.body.data).sort()]).toEqual([
      200,
      ['access_token', 'expires_in', 'token_type', 'user'],
    ]);
    expect(valueOf(answer)).toMatch(/^msr_/);
    expect(valueOf(answer)).not.toBe(first);
    const me = await bearer(world, answer.body.data.access_token).get('/auth/user');
    expect(me.body.data.user.id).toBe(ada.id);
    expect((await refresh(valueOf(answer))).status).toBe(200);
  });

  it('is for pages of this address: the cookie alone says nothing', async () => {
    const value = valueOf(await signIn(await personWithPassword(world)));
    for (const origin of ['https://evil.test', 'http://muster.test', 'https://muster.test:444', 'null']) {
      expect(await refresh(value, { Origin: origin })).toBeRefused(403, 'PERMISSION_DENIED');
      expect(await signIn(await personWithPassword(world), { Origin: origin })).toBeRefused(403, 'PERMISSION_DENIED');
    }
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await refresh(value, form, 'cookie=true')).toBeRefused(415, 'UNSUPPORTED_MEDIA_TYPE');
    expect(await refresh(value, { 'Content-Type': 'text/plain' }, '{"cookie":true}')).toBeRefused(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
    expect(await refresh(value, {}, {})).toBeRefused(400, 'VALIDATION_FAILED');
    expect((await refresh(value)).status).toBe(200);
  });

  it('takes either the cookie or the token of the body', async () => {
    const value = valueOf(await signIn(await personWithPassword(world)));
    expect(await refresh(value, {}, { cookie: true, refresh_token: value })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'refresh_token', code: 'ambiguous' })],
    });
    expect((await refresh(value, {}, { refresh_token: value })).body.data.refresh_token).toMatch(/^msr_/);
  });

  it('without a cookie is 401, and one that is worth nothing is removed', async () => {
    const none = await world.stranger().post('/auth/refresh', { cookie: true });
    expect(none).toBeRefused(401, 'UNAUTHENTICATED');
    const worthless = await refresh('msr_nobody');
    expect(worthless).toBeRefused(401, 'UNAUTHENTICATED');
    expect(cookieOf(worthless)).toMatch(/^muster_refresh=; Max-Age=0; .*Path=\/auth$/);
  });
});

describe('Signing out', () => {
  it('ends the session and removes the cookie', async () => {
    const signed = await signIn(await personWithPassword(world));
    const value = valueOf(signed);
    const api = bearer(world, signed.body.data.access_token);
    const out = await api.post('/auth/signout', {}, { headers: { Cookie: `muster_refresh=${value}` } });
    expect([out.status, cookieOf(out)]).toEqual([200, expect.stringMatching(/^muster_refresh=; Max-Age=0; /)]);
    expect(await refresh(value)).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('of a client without a cookie sets none', async () => {
    const signed = await signIn(await personWithPassword(world));
    expect(cookieOf(await bearer(world, signed.body.data.access_token).post('/auth/signout'))).toBe('');
  });

  it('sets none where its body asks for one', async () => {
    const signed = await signIn(await personWithPassword(world));
    const api = bearer(world, signed.body.data.access_token);
    expect(cookieOf(await api.post('/auth/signout', { cookie: true }))).toBe('');
  });
});

describe('On a loopback address', () => {
  let local: World;
  beforeAll(async () => {
    local = await openWorld({ PUBLIC_URL: 'http://localhost:3999' });
  });
  afterAll(() => local.close());

  it('the cookie is not Secure, and any name of the machine will do, but no other port', async () => {
    const ada = await personWithPassword(local);
    const from = (Origin: string) =>
      local.stranger({ Origin }).post('/auth/signin', { email: ada.email, password, cookie: true });
    for (const origin of ['http://localhost:3999', 'http://127.0.0.1:3999', 'http://[::1]:3999']) {
      const answer = await from(origin);
      expect([answer.status, cookieOf(answer).includes('Secure')]).toEqual([200, false]);
    }
    for (const origin of ['http://localhost:4000', 'https://localhost:3999', 'http://muster.test:3999']) {
      expect(await from(origin)).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });
});

describe('Below a path of PUBLIC_URL', () => {
  let below: World;
  beforeAll(async () => {
    below = await openWorld({ PUBLIC_URL: 'https://hacks.test/muster/' });
  });
  afterAll(() => below.close());

  it('the cookie is for the sign-in there alone', async () => {
    const { email } = await personWithPassword(below);
    const answer = await below.stranger().post('/auth/signin', { email, password, cookie: true });
    expect(cookieOf(answer)).toMatch(/; Path=\/muster\/auth$/);
  });
});
