import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Authenticator, type Wrongs } from '../../support/authenticator.ts';
import type { Person } from '../../support/client.ts';
import { tokenIn, type Mail } from '../../support/mails.ts';
import { codeOf, passkeyOptions, personWithApp, personWithPasskey } from '../../support/second-factor.ts';
import { bearer, password, personWithPassword, signIn } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

const site = 'https://muster.test';
let world: World;
beforeAll(async () => {
  world = await openWorld({ PUBLIC_URL: site, SERVICES: 'identity,mail,gateway' });
});
afterAll(() => world.close());

const optionsAt = passkeyOptions;
const signInOptions = () => optionsAt(world.stranger(), '/auth/passkeys/options');
const useOf = (credential: unknown) => world.stranger().post('/auth/passkeys', { credential });

const holder = (person?: Person) => personWithPasskey(world, { site, ...(person && { person }) });

describe('Adding a passkey', () => {
  it('asks for one that the device finds by itself and verifies its holder for', async () => {
    const person = await personWithPassword(world, { name: 'Ada' });
    const api = bearer(world, (await signIn(world, person)).access_token);
    expect(await optionsAt(api, '/me/passkeys/options')).toMatchObject({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: 'muster.test', name: 'muster.test' },
      user: { name: person.email, displayName: 'Ada' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
  });

  it('keeps its public half, lists it, and tells devices that have one already', async () => {
    const { api, device } = await holder();
    const { passkeys, count } = (await api.get('/me/passkeys')).body.data;
    const shown = { id: expect.any(String), created_at: expect.any(String), last_used_at: null };
    expect([count, passkeys]).toEqual([1, [{ ...shown, name: 'My phone' }]]);
    const { excludeCredentials } = await optionsAt(api, '/me/passkeys/options');
    const id = device.passkeys[0]?.id.toString('base64url');
    expect(excludeCredentials).toEqual([{ id, transports: ['internal'], type: 'public-key' }]);
  });

  it('is answered again to a repeated request', async () => {
    const { api, device } = await holder();
    const credential = device.create(await optionsAt(api, '/me/passkeys/options'));
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await api.post('/me/passkeys', { credential }, { headers });
    const again = await api.post('/me/passkeys', { credential }, { headers });
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
    expect(again.body.data.name).toBe('Passkey');
  });

  it.each<[string, Wrongs]>([
    ['of another site', { origin: 'https://muster.evil' }],
    ['for another site', { host: 'muster.evil' }],
    ['for another challenge', { challenge: 'MC4h2mQ4nB7kTMd3' }],
    ['whose device did not ask who holds it', { isUnverified: true }],
  ])('refuses one %s', async (_what, wrongs) => {
    const { api } = await holder();
    const credential = new Authenticator(site).create(await optionsAt(api, '/me/passkeys/options'), wrongs);
    expect(await api.post('/me/passkeys', { credential })).toBeRefused(401, 'PASSKEY_INVALID');
  });

  it.each([[{}], [{ id: 'x', response: {} }], [{ id: 7, response: { clientDataJSON: 7 } }]])(
    'refuses what is none: %j',
    async (credential) => {
      const { api } = await holder();
      expect(await api.post('/me/passkeys', { credential })).toBeRefused(401, 'PASSKEY_INVALID');
      expect(await useOf(credential)).toBeRefused(401, 'PASSKEY_INVALID');
    },
  );

  it('refuses a challenge that was used, is too old, or is of somebody else or for signing in', async () => {
    const [{ api }, mallory] = [await holder(), await holder()];
    const options = await optionsAt(api, '/me/passkeys/options');
    const made = () => new Authenticator(site).create(options);
    expect((await api.post('/me/passkeys', { credential: made() })).status).toBe(201);
    expect(await api.post('/me/passkeys', { credential: made() })).toBeRefused(401, 'PASSKEY_INVALID');
    const theirs = new Authenticator(site).create(await optionsAt(mallory.api, '/me/passkeys/options'));
    expect(await api.post('/me/passkeys', { credential: theirs })).toBeRefused(401, 'PASSKEY_INVALID');
    const { challenge } = await signInOptions();
    const credential = new Authenticator(site).create({ ...options, challenge });
    expect(await api.post('/me/passkeys', { credential })).toBeRefused(401, 'PASSKEY_INVALID');
    const old = new Authenticator(site).create(await optionsAt(api, '/me/passkeys/options'));
    await world.rows`update identity.passkey_challenge set expires_at = now()`;
    expect(await api.post('/me/passkeys', { credential: old })).toBeRefused(401, 'PASSKEY_INVALID');
  });

  it('refuses a passkey that somebody else has', async () => {
    const [ada, mallory] = [await holder(), await holder()];
    const options = await optionsAt(mallory.api, '/me/passkeys/options');
    const device = new Authenticator(site);
    const credential = device.create(options);
    await world.rows`
      update identity.passkey set credential_id = ${device.passkeys[0]?.id} where user_id = ${ada.person.id}`;
    expect(await mallory.api.post('/me/passkeys', { credential })).toBeRefused(401, 'PASSKEY_INVALID');
  });

  it('ends at 25', async () => {
    const { person, api, device } = await holder();
    const late = device.create(await optionsAt(api, '/me/passkeys/options'));
    await world.rows`
      insert into identity.passkey (user_id, credential_id, public_key, counter, transports, name)
      select ${person.id}, convert_to(n::text || ${person.id}, 'utf8'), '', 0, '{}', 'Phone' from generate_series(2, 25) n`;
    expect(await api.post('/me/passkeys/options', {})).toBeRefused(409, 'TOO_MANY_PASSKEYS');
    expect(await api.post('/me/passkeys', { credential: late })).toBeRefused(409, 'TOO_MANY_PASSKEYS');
  });

  it('takes a session, and one with a second factor where there is one already', async () => {
    const person = await personWithPassword(world);
    const stolen = bearer(world, (await signIn(world, person)).access_token);
    const before = new Authenticator(site).create(await optionsAt(stolen, '/me/passkeys/options'));
    const { api } = await holder(person);
    const { passkeys } = (await api.get('/me/passkeys')).body.data;
    for (const answer of [
      await stolen.post('/me/passkeys/options', {}),
      await stolen.post('/me/passkeys', { credential: before }),
      await stolen.del(`/me/passkeys/${passkeys[0].id}`),
      await stolen.post('/me/totp', {}),
    ]) {
      expect(answer).toBeRefused(403, 'SECOND_FACTOR_MISSING');
    }
    const acme = await world.organization();
    const key = world.as(await world.member(acme, 'OWNER'), acme);
    expect(await key.post('/me/passkeys/options', {})).toBeRefused(403, 'SESSION_REQUIRED');
  });
});

describe('Signing in with a passkey', () => {
  it('needs neither address nor password, and no code of an app', async () => {
    const { person, secret } = await personWithApp(world);
    const opened = await world.stranger().post('/auth/signin', { email: person.email, password });
    const { ticket } = opened.body;
    const done = await world.stranger().post('/auth/second-factor', { ticket, code: codeOf(secret, 1) });
    const api = bearer(world, done.body.data.access_token);
    const device = new Authenticator(site);
    await api.post('/me/passkeys', { credential: device.create(await optionsAt(api, '/me/passkeys/options')) });
    const { status, body } = await useOf(device.get(await signInOptions()));
    expect([status, body.data.user.id]).toEqual([200, person.id]);
    expect((await bearer(world, body.data.access_token).get('/auth/user')).status).toBe(200);
    const { passkeys } = (await api.get('/me/passkeys')).body.data;
    expect(passkeys[0].last_used_at).not.toBeNull();
  });

  it('opens a session that may change the factors, and sets the cookie of a page', async () => {
    const { device } = await holder();
    const credential = device.get(await signInOptions());
    const answer = await world.stranger().post('/auth/passkeys', { credential, cookie: true });
    expect([answer.status, answer.body.data.refresh_token]).toEqual([200, undefined]);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^muster_refresh=msr_/)]);
    const api = bearer(world, answer.body.data.access_token);
    expect((await api.post('/me/passkeys/options', {})).status).toBe(200);
  });

  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  it.each<[string, Wrongs]>([
    ['of another site', { origin: 'https://muster.evil' }],
    ['of another port', { origin: 'https://muster.test:8443' }],
    ['for another site', { host: 'muster.evil' }],
    ['for a challenge that was never given', { challenge: 'MC4h2mQ4nB7kTMd3' }],
    ['whose device did not ask who holds it', { isUnverified: true }],
    ['that another key signed', { key: foreign }],
    ['that names another person', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ])('refuses one %s', async (_what, wrongs) => {
    const { device } = await holder();
    const credential = device.get(await signInOptions(), wrongs);
    expect(await useOf(credential)).toBeRefused(401, 'PASSKEY_INVALID');
  });

  it('refuses a replay, of the whole or of the challenge, and a challenge that is too old', async () => {
    const { device } = await holder();
    const options = await signInOptions();
    const credential = device.get(options);
    expect((await useOf(credential)).status).toBe(200);
    expect(await useOf(credential)).toBeRefused(401, 'PASSKEY_INVALID');
    expect(await useOf(device.get(options))).toBeRefused(401, 'PASSKEY_INVALID');
    const old = device.get(await signInOptions());
    await world.rows`update identity.passkey_challenge set expires_at = now()`;
    expect(await useOf(old)).toBeRefused(401, 'PASSKEY_INVALID');
  });

  it('uses a challenge up where the rest is wrong, and once among requests at the same time', async () => {
    const { device } = await holder();
    const options = await signInOptions();
    await useOf(device.get(options, { origin: 'https://muster.evil' }));
    expect(await useOf(device.get(options))).toBeRefused(401, 'PASSKEY_INVALID');
    const credential = device.get(await signInOptions());
    const answers = await Promise.all(Array.from({ length: 4 }, () => useOf(credential)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  });

  it('refuses a challenge for adding one', async () => {
    const { api, device } = await holder();
    const { challenge } = await optionsAt(api, '/me/passkeys/options');
    const credential = device.get({ challenge, rpId: 'muster.test' });
    expect(await useOf(credential)).toBeRefused(401, 'PASSKEY_INVALID');
  });

  it('refuses a copy of the device whose counter is behind', async () => {
    const { device } = await holder();
    for (let times = 0; times < 2; times++) await useOf(device.get(await signInOptions()));
    device.passkeys[0]!.counter = 0;
    expect(await useOf(device.get(await signInOptions()))).toBeRefused(401, 'PASSKEY_INVALID');
  });

  it('refuses a passkey that was removed', async () => {
    const { api, device } = await holder();
    const { passkeys } = (await api.get('/me/passkeys')).body.data;
    expect((await api.del(`/me/passkeys/${passkeys[0].id}`)).body.data).toEqual({ deleted: true });
    expect(await useOf(device.get(await signInOptions()))).toBeRefused(401, 'PASSKEY_INVALID');
  });
});

describe("One's own passkeys", () => {
  it('are named, and the change is recorded', async () => {
    const { person, api } = await holder();
    const [{ id }] = (await api.get('/me/passkeys')).body.data.passkeys;
    const renamed = await api.patch(`/me/passkeys/${id}`, { name: ' My old phone ' });
    expect([renamed.status, renamed.body.data.name]).toEqual([200, 'My old phone']);
    await api.del(`/me/passkeys/${id}`);
    const records = await world.rows`
      select action, before, after from identity.audit where user_id = ${person.id} order by at, id`;
    expect(records).toEqual([
      { action: 'identity.addPasskey', before: {}, after: { name: 'My phone' } },
      { action: 'identity.renamePasskey', before: { name: 'My phone' }, after: { name: 'My old phone' } },
      { action: 'identity.removePasskey', before: { name: 'My old phone' }, after: {} },
    ]);
  });

  it('are told by email, when one was added and when one was removed', async () => {
    const { api, person } = await holder();
    const added = await world.nextMailTo(person.email);
    const [{ id, name }] = (await api.get('/me/passkeys')).body.data.passkeys;
    expect(added.text).toContain(`The passkey “${name}” was added to your account.`);
    await api.del(`/me/passkeys/${id}`);
    expect((await world.nextMailTo(person.email)).text).toContain(
      `The passkey “${name}” was removed from your account.`,
    );
  });

  it("are nobody else's", async () => {
    const [ada, mallory] = [await holder(), await holder()];
    const [{ id }] = (await ada.api.get('/me/passkeys')).body.data.passkeys;
    expect(await mallory.api.patch(`/me/passkeys/${id}`, { name: 'Mine' })).toBeRefused(404, 'NOT_FOUND');
    expect(await mallory.api.del(`/me/passkeys/${id}`)).toBeRefused(404, 'NOT_FOUND');
    expect((await mallory.api.get('/me/passkeys')).body.data.count).toBe(1);
  });

  it('go with their person', async () => {
    const { person } = await holder();
    await world.rows`delete from identity.session where user_id = ${person.id}`;
    await world.rows`delete from identity.person where id = ${person.id}`;
    expect(await world.rows`select 1 from identity.passkey where user_id = ${person.id}`).toEqual([]);
  });
});

describe('A lost passkey of an account without a password', () => {
  const next = 'another horse battery';
  /** Somebody who has a passkey alone, and has just set a password by the link of an email. */
  async function recovered() {
    const { person, access_token, device, id } = await holder();
    await world.rows`update identity.person set password_hash = null where id = ${person.id}`;
    expect((await world.stranger().post('/auth/reset-password', { email: person.email })).body.data.status).toBe(
      'sent',
    );
    const sent = await letterTo(person.email, 'Choose a new password');
    const set = { token: tokenIn(sent), new_password: next };
    expect((await world.stranger().post('/auth/update-password', set)).body.data).toEqual({ updated: true });
    const entered = await world.stranger().post('/auth/signin', { email: person.email, password: next });
    return { person, former: bearer(world, access_token), device, id, entered };
  }
  const letterTo = async (email: string, subject: string): Promise<Mail> => {
    const letter = await world.nextMailTo(email);
    return letter.subject === subject ? letter : letterTo(email, subject);
  };

  it('is no way out: the link of an email sets a first password, which signs in and ends other sessions', async () => {
    const { former, entered } = await recovered();
    expect([entered.status, (await former.get('/auth/user')).status]).toEqual([200, 401]);
    expect((await bearer(world, entered.body.data.access_token).get('/auth/user')).status).toBe(200);
  });

  it('stays until an operator takes it away, because an email alone is no second factor', async () => {
    const { person, device, id, entered } = await recovered();
    const api = bearer(world, entered.body.data.access_token);
    expect(await api.del(`/me/passkeys/${id}`)).toBeRefused(403, 'SECOND_FACTOR_MISSING');
    expect(await api.post('/me/passkeys/options', {})).toBeRefused(403, 'SECOND_FACTOR_MISSING');
    expect((await useOf(device.get(await signInOptions()))).status).toBe(200);
    await world.rows`delete from identity.passkey where user_id = (select id from identity.person where email = ${person.email})`;
    expect(await useOf(device.get(await signInOptions()))).toBeRefused(401, 'PASSKEY_INVALID');
    const credential = new Authenticator(site).create(await optionsAt(api, '/me/passkeys/options'));
    expect((await api.post('/me/passkeys', { credential })).status).toBe(201);
  });
});
