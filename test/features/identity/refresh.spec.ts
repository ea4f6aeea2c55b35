import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bearer, personWithPassword, signIn } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const refresh = (refresh_token: string) => world.stranger().post('/auth/refresh', { refresh_token });
const start = async () => {
  const ada = await personWithPassword(world);
  return { ada, ...(await signIn(world, ada)) };
};
const longAgo = (id: string) =>
  world.rows`update identity.session_token set rotated_at = rotated_at - interval '11 seconds' where session_id in (
    select id from identity.session where user_id = ${id})`;
const isGood = async (access_token: string) => (await bearer(world, access_token).get('/auth/user')).status === 200;

describe('Refreshing', () => {
  it('gives new tokens for the refresh token', async () => {
    const { ada, access_token, refresh_token } = await start();
    const { status, body } = await refresh(refresh_token);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ token_type: 'Bearer', expires_in: 600, user: { id: ada.id } });
    expect(body.data.access_token).not.toBe(access_token);
    expect(body.data.refresh_token).not.toBe(refresh_token);
    expect(await isGood(body.data.access_token)).toBe(true);
  });

  it('gives one successor to twenty who ask at once', async () => {
    const { ada, refresh_token } = await start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.refresh_token)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.data.access_token)).size).toBe(1);
    const [row] = await world.rows<{ n: number }>`
      select count(*)::int as n from identity.session_token t join identity.session s on s.id = t.session_id
       where s.user_id = ${ada.id}`;
    expect(row).toEqual({ n: 2 });
  });

  it('ends the whole family when a token is used again after its grace', async () => {
    const { ada, refresh_token } = await start();
    const second = (await refresh(refresh_token)).body.data;
    const third = (await refresh(second.refresh_token)).body.data;
    expect(await isGood(third.access_token)).toBe(true);
    await longAgo(ada.id);
    expect(await refresh(refresh_token)).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await refresh(third.refresh_token)).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await isGood(third.access_token)).toBe(false);
  });

  it('gives the same successor again to a tab that asks a moment later, while the first one works with it', async () => {
    const { refresh_token } = await start();
    const first = (await refresh(refresh_token)).body.data;
    expect(await isGood(first.access_token)).toBe(true);
    const second = (await refresh(refresh_token)).body.data;
    const { access_token, refresh_token: successor } = second;
    expect([access_token, successor]).toEqual([first.access_token, first.refresh_token]);
    expect((await refresh(successor)).status).toBe(200);
  });

  it('ends the whole family when a token is used again whose successor was, within its grace too', async () => {
    const { refresh_token } = await start();
    const second = (await refresh(refresh_token)).body.data;
    const third = (await refresh(second.refresh_token)).body.data;
    expect(await isGood(third.access_token)).toBe(true);
    expect(await refresh(refresh_token)).toBeRefused(401, 'UNAUTHENTICATED');
    for (const token of [second.refresh_token, third.refresh_token]) {
      expect(await refresh(token)).toBeRefused(401, 'UNAUTHENTICATED');
    }
    expect(await isGood(third.access_token)).toBe(false);
  });

  it('either repeats a successor or ends its family, where both tokens are used at once', async () => {
    const { refresh_token } = await start();
    const second = (await refresh(refresh_token)).body.data;
    const [former, newer] = await Promise.all([refresh(refresh_token), refresh(second.refresh_token)]);
    // The earlier of the two to be served decides: a repeat before the successor was used, or a theft after it.
    const third = newer.body.data;
    if (former.status === 200) {
      expect([former.body.data.refresh_token, newer.status]).toEqual([second.refresh_token, 200]);
      expect((await refresh(third.refresh_token)).status).toBe(200);
    } else {
      expect(former).toBeRefused(401, 'UNAUTHENTICATED');
      expect(await refresh(third.refresh_token)).toBeRefused(401, 'UNAUTHENTICATED');
    }
  });

  it('leaves the other sessions of the person alone when one family ends', async () => {
    const { ada, refresh_token } = await start();
    const other = await signIn(world, ada);
    await refresh(refresh_token);
    await longAgo(ada.id);
    await refresh(refresh_token);
    expect(await isGood(other.access_token)).toBe(true);
    expect((await refresh(other.refresh_token)).status).toBe(200);
  });

  it('is refused when the token is out of date, unknown or an access token', async () => {
    const { ada, access_token, refresh_token } = await start();
    for (const token of [access_token, 'unknown', `${refresh_token}x`]) {
      expect(await refresh(token)).toBeRefused(401, 'UNAUTHENTICATED');
    }
    await world.rows`update identity.session_token set refresh_expires_at = now() where session_id in (
      select id from identity.session where user_id = ${ada.id})`;
    expect(await refresh(refresh_token)).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await world.stranger().post('/auth/refresh', {})).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('Signing out', () => {
  it('ends the session at once', async () => {
    const { access_token, refresh_token } = await start();
    expect(await isGood(access_token)).toBe(true);
    const { status, body } = await bearer(world, access_token).post('/auth/signout');
    expect([status, body.data]).toEqual([200, { signed_out: true }]);
    expect(await isGood(access_token)).toBe(false);
    expect(await refresh(refresh_token)).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('is not for keys, nor for strangers', async () => {
    const acme = await world.organization();
    const olga = await world.member(acme, 'OWNER');
    expect(await world.as(olga, acme).post('/auth/signout')).toBeRefused(403, 'SESSION_REQUIRED');
    expect(await world.stranger().post('/auth/signout')).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
