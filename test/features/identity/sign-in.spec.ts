import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bearer, password, personWithPassword, signIn, wrongPassword } from '../../support/sign-in.ts';
import { withoutId } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => world.close());

const from = (address: string) => world.stranger({ 'X-Forwarded-For': address });
const tryPassword = (email: string, secret: string, address = '192.0.2.1') =>
  from(address).post('/auth/signin', { email, password: secret });

describe('Signing in', () => {
  it('gives tokens for address and password', async () => {
    const ada = await personWithPassword(world, { name: 'Ada' });
    const { status, body } = await tryPassword(ada.email, password);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ token_type: 'Bearer', expires_in: 600, user: { id: ada.id, name: 'Ada' } });
    const { data } = (await bearer(world, body.data.access_token).get('/auth/user')).body;
    expect(data).toMatchObject({ user: { id: ada.id, email: ada.email }, organizations: [], roles: [] });
  });

  it('takes the address however it is written', async () => {
    const { email } = await personWithPassword(world);
    expect((await tryPassword(`  ${email.toUpperCase()} `, password)).status).toBe(200);
  });

  it('answers the same for a wrong password, an unknown address, none of a password and one not confirmed', async () => {
    const { email } = await personWithPassword(world);
    const { email: without } = await world.person();
    const { email: unconfirmed } = await personWithPassword(world, { email_confirmed_at: null });
    const wrong = await tryPassword(email, wrongPassword);
    expect(wrong).toBeRefused(401, 'INVALID_CREDENTIALS');
    for (const [address, secret] of [
      ['nobody@example.org', password],
      [without, password],
      [unconfirmed, password],
    ] as const) {
      expect(withoutId(await tryPassword(address, secret))).toEqual(withoutId(wrong));
    }
  });

  it('takes about the same time of the processor whether or not the address is known', async () => {
    const { email } = await personWithPassword(world);
    const spent = () => {
      const { user, system } = process.cpuUsage();
      return user + system;
    };
    const times: Record<string, number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 9; round++) {
      for (const [which, address] of [
        ['known', email],
        ['unknown', 'stranger@example.org'],
      ] as const) {
        const begun = spent();
        await tryPassword(address, wrongPassword, `198.51.100.${round}`);
        times[which]?.push(spent() - begun);
      }
    }
    const median = (which: string) => times[which]?.sort((a, b) => a - b)[4] ?? 0;
    // Without the same work the one would take a tenth of the other.
    expect(median('unknown') / median('known')).toBeGreaterThan(0.5);
    expect(median('unknown') / median('known')).toBeLessThan(2);
  });

  it.each([
    [{ password }, 'email'],
    [{ email: 'nobody', password }, 'email'],
    [{ email: 'ada@example.org' }, 'password'],
    [{ email: 'ada@example.org', password: 7 }, 'password'],
  ])('refuses %j', async (body, field) => {
    const answer = await world.stranger().post('/auth/signin', body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([expect.objectContaining({ field })]);
  });
});

describe('Guessing passwords', () => {
  it('is refused after ten tries for one account from one address, also when they come at once', async () => {
    const { email } = await personWithPassword(world);
    const answers = await Promise.all(Array.from({ length: 25 }, () => tryPassword(email, wrongPassword)));
    const codes = answers.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(15);
    const refused = await tryPassword(email, password);
    expect(refused).toBeRefused(429, 'RATE_LIMITED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await tryPassword(email, password, '192.0.2.77')).status).toBe(200);
  });

  it('is counted for addresses nobody has as well', async () => {
    for (let round = 0; round < 10; round++) await tryPassword('ghost@example.org', wrongPassword);
    expect(await tryPassword('ghost@example.org', wrongPassword)).toBeRefused(429, 'RATE_LIMITED');
  });

  it('counts a request once that the gateway sends again', async () => {
    const { email } = await personWithPassword(world);
    const wrong = { email, password: wrongPassword };
    const send = (write_key: string) =>
      world.services.broker.call('identity.signIn', wrong, { headers: { write_key, address: '192.0.2.5' } });
    const [refused, limited] = [{ type: 'INVALID_CREDENTIALS' }, { type: 'RATE_LIMITED' }];
    for (let nth = 1; nth <= 10; nth++) {
      await expect(Promise.all([send(`${nth}`), send(`${nth}`)])).rejects.toMatchObject(refused);
    }
    await expect(send('11')).rejects.toMatchObject(limited);
    await expect(send('11')).rejects.toMatchObject(limited);
    await expect(send('3')).rejects.toMatchObject(refused);
  });

  it('takes back only what it counted, also when what was right is sent again', async () => {
    const { email } = await personWithPassword(world);
    const send = (write_key: string, secret: string) =>
      world.services.broker.call(
        'identity.signIn',
        { email, password: secret },
        { headers: { write_key, address: '192.0.2.6' } },
      );
    for (let nth = 1; nth <= 9; nth++) await send(`${nth}`, wrongPassword).catch(() => undefined);
    await Promise.all(Array.from({ length: 3 }, () => send('right', password)));
    await expect(send('10', wrongPassword)).rejects.toMatchObject({ type: 'INVALID_CREDENTIALS' });
    await expect(send('11', wrongPassword)).rejects.toMatchObject({ type: 'RATE_LIMITED' });
  });

  it('does not count a password that there was no time to look at', async () => {
    const { email } = await personWithPassword(world);
    const send = async (params: { email: string; password: string }, nth: number) => {
      const headers = { write_key: `${params.email} ${nth}`, address: '192.0.2.7' };
      const answer = world.services.broker.call('identity.signIn', params, { headers });
      return answer.catch(({ type }: { type: string }) => type);
    };
    // More than wait for their turn in any process.
    const crowd = Array.from({ length: 100 }, (_, n) => send({ email: `ghost-${n}@example.org`, password }, n));
    const own = Array.from({ length: 5 }, (_, n) => send({ email, password }, n));
    expect(await Promise.all(own)).toContain('OVERLOADED');
    await Promise.all(crowd);
    const wrong: unknown[] = [];
    for (let nth = 1; nth <= 11; nth++) wrong.push(await send({ email, password: wrongPassword }, 100 + nth));
    expect(wrong).toEqual([...Array.from({ length: 10 }, () => 'INVALID_CREDENTIALS'), 'RATE_LIMITED']);
  });

  it('is refused after a hundred tries for one account, but not to its person from where they signed in before', async () => {
    const { email } = await personWithPassword(world);
    expect((await tryPassword(email, password, '203.0.113.1')).status).toBe(200);
    await world.rows`delete from identity.attempt`;
    await world.rows`
      insert into identity.attempt (bucket, count, resets_at, requests)
      select encode(sha256(convert_to(${`account\n${email}`}, 'UTF8')), 'hex'), 100, now() + interval '1 minute',
             array(select n::text from generate_series(1, 100) n)`;
    expect(await tryPassword(email, password, '203.0.113.2')).toBeRefused(429, 'RATE_LIMITED');
    expect((await tryPassword(email, password, '203.0.113.1')).status).toBe(200);
    await world.rows`update identity.attempt set resets_at = now()`;
    expect((await tryPassword(email, password, '203.0.113.2')).status).toBe(200);
  });

  it('does not count what was right', async () => {
    const { email } = await personWithPassword(world);
    for (let round = 0; round < 12; round++) {
      expect((await tryPassword(email, password, '192.0.2.9')).status).toBe(200);
    }
  });
});

describe('A session', () => {
  it('is inside every organization its person belongs to', async () => {
    const [acme, other] = [await world.organization(), await world.organization()];
    const ada = await personWithPassword(world);
    const track = await world.track(await world.superEvent(acme));
    await world.role(ada, track, 'JUDGE');
    const session = bearer(world, (await signIn(world, ada)).access_token);
    const { data } = (await session.get('/auth/user')).body;
    expect(data.organizations).toEqual([{ id: acme.id, slug: acme.slug, name: acme.name, role: null }]);
    expect(data.roles).toEqual([expect.objectContaining({ event_id: track.id, role: 'JUDGE' })]);
    expect((await session.get(`/events/${track.id}/registrations`)).status).toBe(200);
    expect(await session.get(`/organizations/${other.id}/members`)).toBeRefused(404, 'NOT_FOUND');
  });

  it('is refused when it is expired, unknown or no session at all, in one way', async () => {
    const ada = await personWithPassword(world);
    const { access_token } = await signIn(world, ada);
    await world.rows`update identity.session_token set access_expires_at = now() where session_id in (
      select id from identity.session where user_id = ${ada.id})`;
    const expired = await bearer(world, access_token).get('/auth/user');
    expect(expired).toBeRefused(401, 'UNAUTHENTICATED');
    expect(expired.headers.get('www-authenticate')).toContain('Bearer');
    for (const token of [`mss_${'x'.repeat(43)}`, 'nonsense', '']) {
      expect(withoutId(await bearer(world, token).get('/auth/user'))).toEqual(withoutId(expired));
    }
  });

  it('cannot come with a key in the same request', async () => {
    const answer = await world.stranger({ 'X-Api-Key': 'mst_x', Authorization: 'Bearer x' }).get('/auth/user');
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('is where a key sees only its own organization', async () => {
    const [acme, other] = [await world.organization(), await world.organization()];
    const ada = await world.member(acme, 'OWNER');
    await world.rows`insert into organizations.member (organization_id, user_id, role) values (${other.id}, ${ada.id}, 'MEMBER')`;
    const { data } = (await world.as(ada, acme).get('/auth/user')).body;
    expect(data).toMatchObject({ user: { id: ada.id }, organizations: [{ id: acme.id, role: 'OWNER' }] });
    expect(data.organizations).toHaveLength(1);
  });
});
