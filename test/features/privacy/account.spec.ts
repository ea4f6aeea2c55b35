import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eraseDue } from '../../../services/identity/due.ts';
import { tables } from '../../../services/identity/entities.ts';
import { openDatabase } from '../../../shared/database/database.ts';
import type { BusEvent } from '../../../shared/contract/bus-events.ts';
import type { Authenticator, Wrongs } from '../../support/authenticator.ts';
import type { Person } from '../../support/client.ts';
import { secretIn } from '../../support/mails.ts';
import { passkeyOptions, personWithPasskey } from '../../support/second-factor.ts';
import {
  bearer,
  memberWithPassword,
  password,
  personWithPassword,
  signIn,
  wrongPassword,
} from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function asking() {
  const ada = await personWithPassword(world, { name: 'Ada' });
  const api = bearer(world, (await signIn(world, ada)).access_token);
  const answer = await api.del('/me', { password });
  const letter = await world.nextMailTo(ada.email);
  return { ada, api, answer, letter, token: secretIn(letter, 'token') };
}
/** Signs a challenge for signing in. */
const signed = async (device: Authenticator, wrongs?: Wrongs) =>
  device.get(await passkeyOptions(world.stranger(), '/auth/passkeys/options'), wrongs);
/** Other emails tell that a passkey was added. */
async function takeBackTokenOf({ email }: Pick<Person, 'email'>): Promise<string> {
  const letter = await world.nextMailTo(email);
  return letter.subject === 'Your account will be erased' ? secretIn(letter, 'token') : takeBackTokenOf({ email });
}
const restore = (token: string) => world.stranger().post('/me/restore', { token });
const personOf = async ({ id }: { id: string }) =>
  (await world.rows<{ email: string; name: string }>`select email, name from identity.person where id = ${id}`)[0];

/** Carries out what is due, with the login and the rights of the service, as its cleanup does. */
async function carryOut() {
  const events: BusEvent[] = [];
  const orm = await openDatabase('identity', world.databaseUrl, { entities: tables, max: 1 });
  try {
    return { erased: await eraseDue(orm.em.fork(), (told) => void events.push(...told)), events };
  } finally {
    await orm.close();
  }
}
const makeDue = ({ id }: { id: string }) => world.rows`
  update identity.erasure set due_at = now() where user_id = ${id}`;

describe('Asking to be erased', () => {
  it('is answered with the day, and writes an email that takes it back', async () => {
    const { api, answer, letter } = await asking();
    expect(answer.status).toBe(202);
    const { due_at } = answer.body.data;
    expect(answer.body.data.status).toBe('erasing');
    expect(Math.round((Date.parse(due_at) - Date.now()) / 86_400_000)).toBe(14);
    expect((await api.get('/me/erasure')).body.data).toEqual({ due_at });
    expect(letter).toMatchObject({
      subject: 'Your account will be erased',
      links: [expect.stringContaining('/account/restore#token=')],
    });
  });

  it('takes the password, and as few guesses as signing in', async () => {
    const api = bearer(world, (await signIn(world, await personWithPassword(world))).access_token);
    for (let tries = 0; tries < 10; tries++) {
      expect(await api.del('/me', { password: wrongPassword })).toBeRefused(401, 'INVALID_CREDENTIALS');
    }
    expect(await api.del('/me', { password })).toBeRefused(429, 'RATE_LIMITED');
    expect((await api.get('/me/erasure')).body.data).toEqual({ due_at: null });
  });

  it('takes a fresh passkey of this account instead, which needs no password', async () => {
    const { person, api, device } = await personWithPasskey(world);
    await world.rows`update identity.person set password_hash = null where id = ${person.id}`;
    expect(await api.del('/me', { password })).toBeRefused(401, 'INVALID_CREDENTIALS');
    const answer = await api.del('/me', { passkey: await signed(device) });
    expect([answer.status, answer.body.data.status]).toEqual([202, 'erasing']);
    expect((await restore(await takeBackTokenOf(person))).status).toBe(200);
  });

  it('refuses a passkey that is stale, replayed, of another person, removed, or wrong', async () => {
    const { person, api, device, id } = await personWithPasskey(world);
    const mallory = await personWithPasskey(world);
    const refused = async (passkey: unknown) =>
      expect(await api.del('/me', { passkey })).toBeRefused(401, 'PASSKEY_INVALID');
    const old = await signed(device);
    await world.rows`update identity.passkey_challenge set expires_at = now()`;
    await refused(old);
    const used = await signed(device);
    expect((await world.stranger().post('/auth/passkeys', { credential: used })).status).toBe(200);
    await refused(used);
    await refused(await signed(mallory.device));
    await refused(await signed(mallory.device, { userHandle: device.passkeys[0]!.userHandle }));
    await refused(await signed(device, { origin: 'https://muster.evil' }));
    await refused(await signed(device, { isUnverified: true }));
    const { challenge } = await passkeyOptions(api, '/me/passkeys/options');
    await refused(device.get({ challenge, rpId: 'localhost' }));
    for (const none of [{}, { id: 7, response: { clientDataJSON: 7 } }]) await refused(none);
    expect((await api.get('/me/erasure')).body.data).toEqual({ due_at: null });
    const replayed = await signed(device);
    expect((await api.del('/me', { passkey: replayed })).status).toBe(202);
    await restore(await takeBackTokenOf(person));
    await refused(replayed);
    await world.rows`delete from identity.passkey where id = ${id}`;
    await refused(await signed(device));
    expect((await api.get('/me/erasure')).body.data).toEqual({ due_at: null });
  });

  it('is answered again to a repeat of the same request, and erases nothing that was taken back', async () => {
    const { person, api, device } = await personWithPasskey(world);
    const [passkey, headers] = [await signed(device), { 'Idempotency-Key': randomUUID() }];
    const first = await api.send('DELETE', '/me', { passkey }, { headers });
    await restore(await takeBackTokenOf(person));
    const again = await api.send('DELETE', '/me', { passkey }, { headers });
    expect([again.status, again.body.data]).toEqual([202, first.body.data]);
    expect((await api.get('/me/erasure')).body.data).toEqual({ due_at: null });
  });

  it('asks for one of the two', async () => {
    const { api, device } = await personWithPasskey(world);
    const errors = [{ field: 'password', code: 'required', message: expect.any(String) }];
    for (const body of [{}, { password, passkey: await signed(device) }]) {
      expect(await api.del('/me', body)).toBeRefused(400, 'VALIDATION_FAILED', { errors });
    }
  });

  it('reads the password from the body alone, because addresses stand in logs', async () => {
    const api = bearer(world, (await signIn(world, await personWithPassword(world))).access_token);
    const asked = await api.del(`/me?${new URLSearchParams({ password }).toString()}`);
    expect(asked).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('is refused to the last owner of an organization, and for a key', async () => {
    const acme = await world.organization();
    const olga = await memberWithPassword(world, acme, 'OWNER');
    const api = bearer(world, (await signIn(world, olga)).access_token);
    expect(await api.del('/me', { password })).toBeRefused(409, 'LAST_OWNER');
    expect(await world.as(olga, acme).del('/me', { password })).toBeRefused(403, 'SESSION_REQUIRED');
    await world.member(acme, 'OWNER');
    expect((await api.del('/me', { password })).status).toBe(202);
  });

  it('changes no date when it is asked again, and only the newest link works', async () => {
    const { ada, api, answer, token } = await asking();
    expect((await api.del('/me', { password })).body.data).toEqual(answer.body.data);
    const newer = secretIn(await world.nextMailTo(ada.email), 'token');
    expect(await restore(token)).toBeRefused(400, 'INVALID_LINK');
    expect((await restore(newer)).status).toBe(200);
  });
});

describe('Taking it back', () => {
  it('keeps the account, once', async () => {
    const { ada, api, token } = await asking();
    expect((await restore(token)).body.data).toEqual({ status: 'restored', email: ada.email });
    expect(await restore(token)).toBeRefused(400, 'INVALID_LINK');
    expect((await api.get('/me/erasure')).body.data).toEqual({ due_at: null });
    expect((await carryOut()).erased).toBe(0);
    expect(await personOf(ada)).toEqual({ email: ada.email, name: 'Ada' });
  });
});

describe('Carrying it out', () => {
  it('waits for the day', async () => {
    const { ada } = await asking();
    expect((await carryOut()).erased).toBe(0);
    expect(await personOf(ada)).toEqual({ email: ada.email, name: 'Ada' });
  });

  it('leaves a row without a name, tells gateways and followers of facts, and frees the address', async () => {
    const acme = await world.organization();
    const { ada, token } = await asking();
    await world.registered(ada, await world.track(await world.superEvent(acme)));
    await makeDue(ada);
    expect(await carryOut()).toEqual({
      erased: 1,
      events: [
        ['access-ended', { id: ada.id }],
        ['facts', { organization_id: acme.id }],
      ],
    });
    expect(await personOf(ada)).toEqual({ email: `${ada.id}@erased.invalid`, name: 'Erased person' });
    expect(await restore(token)).toBeRefused(400, 'INVALID_LINK');
    expect((await carryOut()).erased).toBe(0);
    expect((await world.person({ email: ada.email })).id).not.toBe(ada.id);
  });

  it('gives up places in hackathons that go on, and leaves the team to others', async () => {
    const hack = await world.superEvent(await world.organization());
    const track = await world.track(hack);
    const { ada } = await asking();
    const grace = await world.person();
    for (const person of [ada, grace]) await world.registered(person, track);
    const team = await world.team(track, [ada, grace], { name: 'Bees' });
    const elsewhere = await world.track(await world.superEvent(await world.organization()));
    const { parent } = await world.registered(ada, elsewhere, 'waitlisted');
    await world.rows`update registrations.super_event_registration set lapsed_at = now() where id = ${parent.id}`;
    await makeDue(ada);
    await carryOut();
    const [seat] = await world.rows`select accepted from registrations.seat where super_event_id = ${hack.id}`;
    const places = await world.rows`
      select status, lapsed_at from registrations.super_event_registration where user_id = ${ada.id}`;
    const members = await world.rows`
      select user_id, role from teams.member where team_id = ${team.id} and left_at is null`;
    expect([seat, places, members]).toEqual([
      { accepted: 1 },
      Array(2).fill({ status: 'cancelled', lapsed_at: null }),
      [{ user_id: grace.id, role: 'LEADER' }],
    ]);
  });

  it('waits where an organization would have no owner, until it has another one', async () => {
    const acme = await world.organization();
    const { ada } = await asking();
    await world.rows`insert into organizations.member (organization_id, user_id, role) values (${acme.id}, ${ada.id}, 'OWNER')`;
    await makeDue(ada);
    expect((await carryOut()).erased).toBe(0);
    await world.member(acme, 'OWNER');
    expect((await carryOut()).erased).toBe(1);
  });

  it('is done by one of two who begin at once', async () => {
    const { ada } = await asking();
    await makeDue(ada);
    const both = await Promise.all([carryOut(), carryOut()]);
    expect(both.map(({ erased }) => erased).sort()).toEqual([0, 1]);
  });
});
