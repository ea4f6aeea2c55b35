import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from '../../support/client.ts';
import { tokenIn } from '../../support/mails.ts';
import { codeOf, forgetCodes, personWithApp, ticketOf } from '../../support/second-factor.ts';
import { bearer, password, personWithPassword, signIn } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const complete = (ticket: string, code: string) => world.stranger().post('/auth/second-factor', { ticket, code });
const signInWith = async (person: Person, code: string) => complete(await ticketOf(world, person), code);
const wrongCode = (secret: string) => (codeOf(secret) === '000000' ? '111111' : '000000');

describe('Setting up an app that makes codes', () => {
  const begun = async () => {
    const person = await personWithPassword(world);
    const api = bearer(world, (await signIn(world, person)).access_token);
    const { url, secret } = (await api.post('/me/totp', {})).body.data as { url: string; secret: string };
    return { person, api, url, secret };
  };

  it('gives the secret for typing and for a QR code, and changes nothing until a code is confirmed', async () => {
    const { person, api, url, secret } = await begun();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(url).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(url)).toContain(`:${person.email}?`);
    expect((await api.get('/me/totp')).body.data).toEqual({ is_active: false, recovery_codes: 0 });
    expect((await signIn(world, person)).access_token).toBeDefined();
  });

  it('shows recovery codes once a code was confirmed, and keeps their hashes alone', async () => {
    const { person, api, secret } = await begun();
    expect(await api.post('/me/totp/confirm', { code: wrongCode(secret) })).toBeRefused(401, 'SECOND_FACTOR_INVALID');
    const { status, body } = await api.post('/me/totp/confirm', { code: codeOf(secret) });
    const codes = body.data.recovery_codes as string[];
    expect([status, new Set(codes).size]).toEqual([200, 10]);
    for (const code of codes) expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
    expect((await api.get('/me/totp')).body.data).toEqual({ is_active: true, recovery_codes: 10 });
    const [kept] = await world.rows<{ sealed: string; codes: string }>`
      select encode(sealed, 'escape') as sealed,
             (select string_agg(encode(code_hash, 'escape'), ' ') from identity.recovery_code c where c.user_id = t.user_id) as codes
        from identity.totp t where user_id = ${person.id}`;
    expect(kept?.sealed).not.toContain(secret);
    for (const code of codes) expect(kept?.codes).not.toContain(code.replaceAll('-', ''));
  });

  it('gives another secret as long as none was confirmed, and none afterwards', async () => {
    const { api, secret } = await begun();
    const again = (await api.post('/me/totp', {})).body.data.secret as string;
    expect(again).not.toBe(secret);
    expect(await api.post('/me/totp/confirm', { code: codeOf(secret) })).toBeRefused(401, 'SECOND_FACTOR_INVALID');
    expect((await api.post('/me/totp/confirm', { code: codeOf(again) })).status).toBe(200);
    expect(await api.post('/me/totp', {})).toBeRefused(409, 'TOTP_ACTIVE');
    expect(await api.post('/me/totp/confirm', { code: codeOf(again, 1) })).toBeRefused(409, 'TOTP_ACTIVE');
  });

  it('shows the same recovery codes to a repeated request, which alone can open them', async () => {
    const { api, secret } = await begun();
    const headers = { 'Idempotency-Key': randomUUID() };
    const code = codeOf(secret);
    const first = await api.post('/me/totp/confirm', { code }, { headers });
    const again = await api.post('/me/totp/confirm', { code }, { headers });
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    const kept = await world.rows`
      select answer::text as answer from identity.write_key where action = 'identity.confirmTotp'`;
    expect(JSON.stringify(kept)).not.toContain(first.body.data.recovery_codes[0]);
  });

  it('is recorded without any secret', async () => {
    const { person } = await personWithApp(world);
    const records = await world.rows`
      select before, after from identity.audit where user_id = ${person.id} and action = 'identity.confirmTotp'`;
    expect(records).toEqual([{ before: { totp: false }, after: { totp: true } }]);
  });

  it('takes a session, and an app to confirm or remove', async () => {
    const acme = await world.organization();
    const key = world.as(await world.member(acme, 'OWNER'), acme);
    expect(await key.post('/me/totp', {})).toBeRefused(403, 'SESSION_REQUIRED');
    const api = bearer(world, (await signIn(world, await personWithPassword(world))).access_token);
    expect(await api.post('/me/totp/confirm', { code: '123456' })).toBeRefused(404, 'NOT_FOUND');
    expect(await api.del('/me/totp', { code: '123456' })).toBeRefused(404, 'NOT_FOUND');
    // Addresses are logged.
    expect(await api.del('/me/totp?code=123456')).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('Signing in to an account with an app', () => {
  it('asks for a code, and opens the session for it', async () => {
    const { person, secret } = await personWithApp(world);
    const { email } = person;
    const asked = await world.stranger().post('/auth/signin', { email, password });
    expect(asked).toBeRefused(401, 'SECOND_FACTOR_REQUIRED', { ticket: expect.stringMatching(/^[\w-]{43}$/) });
    const { status, body } = await complete(asked.body.ticket, codeOf(secret, 1));
    expect([status, body.data.user.id]).toEqual([200, person.id]);
    expect((await bearer(world, body.data.access_token).get('/auth/user')).status).toBe(200);
  });

  it('sets the cookie of a page', async () => {
    const { person, secret } = await personWithApp(world);
    const body = { ticket: await ticketOf(world, person), code: codeOf(secret, 1), cookie: true };
    const answer = await world.stranger().post('/auth/second-factor', body);
    expect(answer.body.data.refresh_token).toBeUndefined();
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^muster_refresh=msr_/)]);
  });

  it('takes a recovery code once, however it is typed', async () => {
    const { person, api, recoveryCodes } = await personWithApp(world);
    const [first = '', second = ''] = recoveryCodes;
    expect((await signInWith(person, ` ${first.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect(await signInWith(person, first)).toBeRefused(401, 'SECOND_FACTOR_INVALID');
    expect((await api.get('/me/totp')).body.data.recovery_codes).toBe(9);
    expect((await signInWith(person, second)).status).toBe(200);
  });

  it('never tells a wrong password from an account without an app', async () => {
    const { person } = await personWithApp(world);
    const body = { email: person.email, password: 'incorrect horse battery' };
    expect(await world.stranger().post('/auth/signin', body)).toBeRefused(401, 'INVALID_CREDENTIALS');
  });

  it('asks for it after an invitation was accepted as well', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme);
    await world.track(hack);
    const { person, secret } = await personWithApp(world);
    const organizer = world.as(await world.member(acme, 'OWNER'), acme);
    const { email } = person;
    await organizer.post(`/super-events/${hack.id}/role-invites`, { email, role: 'JUDGE' });
    expect((await world.nextMailTo(email)).subject).toBe('The sign-in of your account was changed');
    const token = tokenIn(await world.nextMailTo(email));
    const accepted = await world.stranger().post('/invites/accept', { token, password });
    expect(accepted).toBeRefused(401, 'SECOND_FACTOR_REQUIRED');
    expect((await complete(accepted.body.ticket, codeOf(secret, 1))).status).toBe(200);
  });
});

describe('An attack on the second factor', () => {
  it('by a code that was seen is refused: no code is taken twice, and none older than one that was', async () => {
    const { person, secret } = await personWithApp(world);
    const code = codeOf(secret, 1);
    expect((await signInWith(person, code)).status).toBe(200);
    expect(await signInWith(person, code)).toBeRefused(401, 'SECOND_FACTOR_INVALID');
    expect(await signInWith(person, codeOf(secret))).toBeRefused(401, 'SECOND_FACTOR_INVALID');
  });

  it('by one code in several sign-ins at once succeeds in one', async () => {
    const { person, secret } = await personWithApp(world);
    const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketOf(world, person)));
    const code = codeOf(secret, 1);
    const answers = await Promise.all(tickets.map((ticket) => complete(ticket, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  });

  it('by one ticket with several codes at once succeeds in one', async () => {
    const { person, recoveryCodes } = await personWithApp(world);
    const ticket = await ticketOf(world, person);
    const answers = await Promise.all(recoveryCodes.slice(0, 4).map((code) => complete(ticket, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    const left = await world.rows`select 1 from identity.recovery_code where user_id = ${person.id}`;
    expect(left).toHaveLength(9);
  });

  it('by a ticket that was used, is too old, or was never given is refused', async () => {
    const { person, secret, recoveryCodes } = await personWithApp(world);
    const used = await ticketOf(world, person);
    expect((await complete(used, codeOf(secret, 1))).status).toBe(200);
    const old = await ticketOf(world, person);
    await world.rows`update identity.second_factor_ticket set expires_at = now() where user_id = ${person.id}`;
    for (const ticket of [used, old, 'MC4h2mQ4nB7kTMd3']) {
      expect(await complete(ticket, recoveryCodes[0] ?? '')).toBeRefused(401, 'TICKET_INVALID');
    }
  });

  it("by a ticket of one's own with codes of another person, or theirs with one's own, is refused", async () => {
    const [ada, mallory] = [await personWithApp(world), await personWithApp(world)];
    const [code = ''] = mallory.recoveryCodes;
    expect(await signInWith(ada.person, codeOf(mallory.secret, 1))).toBeRefused(401, 'SECOND_FACTOR_INVALID');
    expect(await signInWith(ada.person, code)).toBeRefused(401, 'SECOND_FACTOR_INVALID');
    expect((await signInWith(mallory.person, code)).status).toBe(200);
  });

  it('by guessing ends after ten tries, over all tickets and processes, and no right one takes a try', async () => {
    const { person, secret } = await personWithApp(world);
    const ticket = await ticketOf(world, person);
    const wrong = wrongCode(secret);
    for (let tries = 0; tries < 9; tries++)
      expect(await complete(ticket, wrong)).toBeRefused(401, 'SECOND_FACTOR_INVALID');
    expect((await signInWith(person, codeOf(secret, 1))).status).toBe(200);
    await forgetCodes(world, person);
    expect(await signInWith(person, wrong)).toBeRefused(401, 'SECOND_FACTOR_INVALID');
    expect(await signInWith(person, codeOf(secret))).toBeRefused(429, 'RATE_LIMITED');
  });

  it('by a ticket from before the password changed is refused', async () => {
    const { person, api, secret } = await personWithApp(world);
    const ticket = await ticketOf(world, person);
    await api.post('/auth/update-password', { current_password: password, new_password: 'another horse battery' });
    expect(await complete(ticket, codeOf(secret, 1))).toBeRefused(401, 'TICKET_INVALID');
  });

  it('by a session that was opened without it changes nothing of it', async () => {
    const person = await personWithPassword(world);
    const stolen = bearer(world, (await signIn(world, person)).access_token);
    const { secret, api } = await personWithApp(world, person);
    await forgetCodes(world, person);
    const code = codeOf(secret);
    for (const answer of [
      await stolen.post('/me/totp', {}),
      await stolen.post('/me/totp/confirm', { code }),
      await stolen.del('/me/totp', { code: code }),
    ]) {
      expect(answer).toBeRefused(403, 'SECOND_FACTOR_MISSING');
    }
    expect((await api.del('/me/totp', { code: code })).status).toBe(200);
  });
});

describe('Removing the app', () => {
  it('takes a code, and takes the recovery codes along', async () => {
    const { person, api, secret } = await personWithApp(world);
    expect(await api.del('/me/totp', { code: wrongCode(secret) })).toBeRefused(401, 'SECOND_FACTOR_INVALID');
    const removed = await api.del('/me/totp', { code: codeOf(secret, 1) });
    expect([removed.status, removed.body.data]).toEqual([200, { deleted: true }]);
    expect((await api.get('/me/totp')).body.data).toEqual({ is_active: false, recovery_codes: 0 });
    expect((await signIn(world, person)).access_token).toBeDefined();
  });

  it('is answered again to a repeated request', async () => {
    const { api, secret } = await personWithApp(world);
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { code: codeOf(secret, 1) };
    expect((await api.del('/me/totp', body, { headers })).status).toBe(200);
    const again = await api.del('/me/totp', body, { headers });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  });

  it('is recorded', async () => {
    const { person, api, recoveryCodes } = await personWithApp(world);
    await api.del('/me/totp', { code: recoveryCodes[0] });
    const records = await world.rows`
      select before, after from identity.audit where user_id = ${person.id} and action = 'identity.removeTotp'`;
    expect(records).toEqual([{ before: { totp: true }, after: { totp: false } }]);
  });
});
