import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import type { Client } from '../../support/client.ts';
import { tokenIn } from '../../support/mails.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let olga: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

let hack: SuperEvent;
let track: Track;
beforeEach(async () => {
  hack = await world.superEvent(acme);
  track = await world.track(hack);
});

let count = 0;
const newAddress = () => `newcomer-${++count}@muster.test`;
const onboard = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  olga.post(`/super-events/${hack.slug}/participants`, body, { headers });

describe('The same request with the same Idempotency-Key', () => {
  const known = async () => (await world.person()).email;
  const keyed = (email: string) => ({ 'Idempotency-Key': `once ${email}` });

  it.each([
    ['enrolled', known],
    ['invited', () => Promise.resolve(newAddress())],
  ])('answers again what it answered first: %s', async (status, address) => {
    const email = await address();
    const first = await onboard({ email }, keyed(email));
    const again = await onboard({ email }, keyed(email));
    expect(first).toMatchObject({ status: 201, body: { data: { status } } });
    expect(again).toMatchObject({ status: 201, body: first.body.data && { data: first.body.data } });
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  });

  it('answers again that somebody was in, or invited, before', async () => {
    const [ada, email] = [await known(), newAddress()];
    for (const [address, status] of [
      [ada, 'already_enrolled'],
      [email, 'already_invited'],
    ] as const) {
      await onboard({ email: address });
      await onboard({ email: address }, keyed(address));
      const again = await onboard({ email: address }, keyed(address));
      expect(again).toMatchObject({ status: 200, body: { data: { status } } });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  it('answers what was, not what is', async () => {
    const email = newAddress();
    await onboard({ email }, keyed(email));
    await world.stranger().post('/invites/accept', { token: tokenIn(await world.nextMailTo(email)), name: 'Grace' });
    const again = await onboard({ email }, keyed(email));
    expect(again).toMatchObject({ status: 201, body: { data: { status: 'invited', email } } });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await onboard({ email })).toMatchObject({ status: 200, body: { data: { status: 'already_enrolled' } } });
  });

  it('is 422 with anything else in it', async () => {
    const [ada, email] = [await known(), newAddress()];
    await onboard({ email }, keyed(email));
    for (const other of [{ email: ada }, { email: newAddress() }, { email, firstName: 'Grace' }]) {
      expect(await onboard(other, keyed(email))).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    }
    expect(
      await world.rows`select 1 from registrations.super_event_registration where super_event_id = ${hack.id}`,
    ).toEqual([]);
  });

  it('answers 201 also after a crash that left the place and lost the answer', async () => {
    const email = await known();
    const first = await onboard({ email }, keyed(email));
    await world.rows`delete from onboarding.write_key where key = ${keyed(email)['Idempotency-Key']}`;
    expect(await onboard({ email }, keyed(email))).toMatchObject({ status: 201, body: first.body });
    await world.nextMailTo(email);
    expect(await world.mailsTo(email)).toHaveLength(1);
  });

  it('has one effect and one answer where twenty come at once', async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 20 }, () => onboard({ email }, keyed(email))));
    const others = answers.filter(({ status }) => status !== 201);
    for (const answer of others) expect(answer).toBeRefused(409, 'IDEMPOTENCY_IN_PROGRESS');
    const firsts = answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'));
    expect(firsts).toHaveLength(1);
    expect(await world.rows`select 1 from onboarding.invite where email = ${email}`).toHaveLength(1);
  });
});

describe('A repeat', () => {
  it('is answered whatever has changed since', async () => {
    const ada = await world.person();
    const email = newAddress();
    await onboard({ email: ada.email });
    await onboard({ email });
    await world.rows`update events.super_event set payment_status = 'refunded', max_participants = 1 where id = ${hack.id}`;
    await world.rows`update events.track set registration = 'closed' where id = ${track.id}`;
    expect(await onboard({ email: ada.email })).toMatchObject({
      status: 200,
      body: { data: { status: 'already_enrolled' } },
    });
    expect(await onboard({ email })).toMatchObject({ status: 200, body: { data: { status: 'already_invited' } } });
  });
});
