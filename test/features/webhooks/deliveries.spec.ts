import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import type { Organization } from '../../support/fixtures.ts';
import { answers, Receiver, type Manner } from '../../support/receiver.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

interface Delivery {
  readonly id: string;
  readonly fact_id: string;
  readonly status: string;
  readonly tries: number;
  readonly tried_at: string | null;
  readonly next_try_at: string | null;
}

let world: World;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await openWorld({ WEBHOOKS_INSECURE: 'on' });
});
afterAll(async () => {
  await world.close();
  receivers.forEach((receiver) => receiver.close());
});

let acme: Organization;
let api: Client;
beforeEach(async () => {
  acme = await world.organization();
  api = world.as(await world.member(acme, 'OWNER'), acme);
});

async function listen(manner?: Manner): Promise<Receiver> {
  const receiver = await Receiver.listen(manner);
  receivers.push(receiver);
  return receiver;
}

async function hook(receiver: Receiver, types: string[] = ['member.added'], further: object = {}) {
  const { body } = await api.post(`/organizations/${acme.id}/webhooks`, { url: receiver.url, types, ...further });
  return { id: String(body.data.webhook.id), secret: String(body.data.secret) };
}

/** Somebody joins: a fact. */
async function cause(): Promise<void> {
  const person = await world.person();
  expect(await api.post(`/organizations/${acme.id}/members`, { user_id: person.id })).toMatchObject({ status: 201 });
}

const arrived = (receiver: Receiver, count: number) =>
  eventually(
    () => Promise.resolve(receiver.received.length),
    (seen) => seen >= count,
  );
const deliveriesOf = async (id: string, query = '') =>
  (await api.get(`/webhooks/${id}/deliveries${query}`)).body.data.deliveries as Delivery[];
const settled = (id: string, holds: (seen: Delivery[]) => boolean) => eventually(() => deliveriesOf(id), holds);
/** Puts the next try of what failed on or off; of all, unless one is named. */
const tryAgainIn = (time: string, id: string | null = null) =>
  world.rows`
    update webhooks.delivery set due_at = now() + ${time}::interval
     where status = 'pending' and tries > 0 and (${id}::uuid is null or webhook_id = ${id})`;

describe('A fact', () => {
  it('comes to a webhook that wants it, signed, with the id it has in the list', async () => {
    const receiver = await listen();
    const { id, secret } = await hook(receiver);
    await cause();
    await arrived(receiver, 1);

    const [message] = receiver.verified(secret);
    const [came] = receiver.received;
    expect(message).toEqual({
      type: 'member.added',
      timestamp: message?.data.occurred_at,
      data: expect.objectContaining({ id: came?.id, type: 'member.added', organization_id: acme.id }),
    });
    expect(came?.headers['content-type']).toBe('application/json');
    const deliveries = await settled(id, (seen) => seen[0]?.status === 'delivered');
    expect(deliveries).toEqual([
      expect.objectContaining({
        fact_id: came?.id,
        webhook_id: id,
        type: 'member.added',
        status: 'delivered',
        tries: 1,
      }),
    ]);
    expect(deliveries[0]).toMatchObject({ response_status: 204, error: null, next_try_at: null });
  });

  it('comes in order while nothing fails', async () => {
    const receiver = await listen();
    await hook(receiver);
    for (let n = 1; n <= 3; n++) {
      await cause();
      await arrived(receiver, n);
    }
    const positions = receiver.received.map(({ body }) => String(JSON.parse(body).data.position));
    expect(positions).toEqual(positions.toSorted());
  });
});

describe('A delivery that fails', () => {
  it('is tried again under the same id, and delivered once the receiver works', async () => {
    const receiver = await listen((response, _, nth) => response.writeHead(nth < 3 ? 500 : 200).end());
    const { id, secret } = await hook(receiver);
    await cause();
    for (let tries = 1; tries <= 2; tries++) {
      await settled(id, ([first]) => first?.tries === tries);
      await tryAgainIn('0');
    }
    const [delivery] = await settled(id, ([first]) => first?.status === 'delivered');
    expect(delivery).toMatchObject({ tries: 3, response_status: 200, error: null });
    expect(new Set(receiver.ids)).toEqual(new Set([delivery?.fact_id]));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(receiver.verified(secret)).toHaveLength(3);
  });

  it('says what was wrong and when it is tried again, the first time after five seconds', async () => {
    const receiver = await listen(answers(503));
    const { id } = await hook(receiver);
    await cause();
    const [delivery] = await settled(id, ([first]) => first?.tries === 1);
    expect(delivery).toMatchObject({ status: 'pending', response_status: 503, error: 'REFUSED' });
    const wait = Date.parse(delivery!.next_try_at!) - Date.parse(delivery!.tried_at!);
    expect(wait).toBeGreaterThanOrEqual(4_500);
    expect(wait).toBeLessThanOrEqual(5_500);
    const { body } = await api.get(`/webhooks/${id}`);
    expect(body.data.webhook.failing_since).not.toBeNull();
  });

  it('holds up none that is newer', async () => {
    const receiver = await listen((response, _, nth) => response.writeHead(nth === 1 ? 500 : 204).end());
    const { id } = await hook(receiver);
    await cause();
    await settled(id, ([first]) => first?.tries === 1);
    await tryAgainIn('1 hour', id);
    await cause();
    const deliveries = await settled(id, ([newest]) => newest?.status === 'delivered');
    expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'pending']);
  });

  it('is given up after the tenth try', async () => {
    const receiver = await listen(answers(500));
    const { id } = await hook(receiver);
    await cause();
    await settled(id, ([first]) => first?.tries === 1);
    await world.rows`update webhooks.delivery set tries = 9, due_at = now() where webhook_id = ${id}`;
    const [delivery] = await settled(id, ([first]) => first?.status === 'failed');
    expect(delivery).toMatchObject({ tries: 10, next_try_at: null });
  });

  it('whose receiver redirects is not followed', async () => {
    const elsewhere = await listen();
    const receiver = await listen(answers(307, { location: elsewhere.url }));
    const { id } = await hook(receiver);
    await cause();
    expect(await settled(id, ([first]) => first?.tries === 1)).toMatchObject([{ response_status: 307 }]);
    expect(elsewhere.received).toEqual([]);
  });

  it('whose name leads inside has failed at once', async () => {
    const { id } = await hook(await listen());
    await world.rows`update webhooks.webhook set url = 'https://10.0.0.7/' where id = ${id}`;
    await cause();
    const [delivery] = await settled(id, ([first]) => first?.status === 'failed');
    expect(delivery).toMatchObject({ tries: 1, error: 'ADDRESS_FORBIDDEN', response_status: null });
  });

  it('is sent once more to whoever asks for it, whatever became of it', async () => {
    const receiver = await listen(answers(500));
    const { id } = await hook(receiver);
    await cause();
    const [failing] = await settled(id, ([first]) => first?.tries === 1);
    await tryAgainIn('1 hour', id);
    receiver.manner = answers(204);
    const again = () => api.post(`/webhook-deliveries/${failing?.id}/retry`);
    expect(await again()).toMatchObject({ status: 200, body: { data: { delivery: { status: 'pending' } } } });
    await settled(id, ([first]) => first?.status === 'delivered');
    await again();
    await settled(id, ([first]) => first?.status === 'delivered' && first.tries === 3);
    expect(new Set(receiver.ids).size).toBe(1);
    await api.patch(`/webhooks/${id}`, { status: 'disabled' });
    expect(await again()).toBeRefused(409, 'WEBHOOK_NOT_ACTIVE');
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('Deliveries', () => {
  it('are listed newest first, by state and in pages', async () => {
    const receiver = await listen((response, _, nth) => response.writeHead(nth === 2 ? 500 : 204).end());
    const { id } = await hook(receiver);
    for (let n = 1; n <= 3; n++) {
      await cause();
      await settled(id, (seen) => seen.length === n && seen[0]?.tries === 1);
      await tryAgainIn('1 hour', id);
    }
    const all = await deliveriesOf(id);
    expect(all.map(({ status }) => status)).toEqual(['delivered', 'pending', 'delivered']);
    expect(all.map(({ fact_id }) => fact_id)).toEqual(receiver.ids.toReversed());
    expect(await deliveriesOf(id, '?status=pending')).toEqual([all[1]]);
    expect(await deliveriesOf(id, '?limit=1&offset=1')).toEqual([all[1]]);
    const { body } = await api.get(`/webhooks/${id}/deliveries?status=delivered&limit=1`);
    expect(body.data.pagination).toEqual({ total: 2, limit: 1, offset: 0, has_more: true });
    expect(await api.get(`/webhooks/${id}/deliveries?status=lost`)).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('are made of what happens while the webhook is active, and wait while it is not', async () => {
    const receiver = await listen(answers(500));
    const { id } = await hook(receiver);
    await cause();
    await settled(id, ([first]) => first?.tries === 1);
    await api.patch(`/webhooks/${id}`, { status: 'disabled' });
    await cause();
    receiver.manner = answers(204);
    await tryAgainIn('0');
    await api.patch(`/webhooks/${id}`, { status: 'active' });
    await settled(id, (seen) => seen.length === 1 && seen[0]?.status === 'delivered');
    await cause();
    await settled(id, (seen) => seen.length === 2 && seen[0]?.status === 'delivered');
    expect(new Set(receiver.ids).size).toBe(2);
  });
});

describe('A webhook', () => {
  it('ends when its receiver says so (410), and others hear of it', async () => {
    const other = await listen();
    await hook(other, ['webhook.ended']);
    const { id } = await hook(await listen(answers(410)));
    await cause();
    await settled(id, ([first]) => first?.status === 'failed');
    await arrived(other, 1);
    expect(JSON.parse(other.received[0]!.body).data).toMatchObject({
      type: 'webhook.ended',
      actor: { user_id: null, key_id: null },
      data: { webhook_id: id },
    });
    expect((await api.get(`/webhooks/${id}`)).body.data.webhook.status).toBe('ended');
  });

  it('is switched off after three days of failures only; its owners are written to, and others hear of it', async () => {
    const owner = await world.member(acme, 'OWNER');
    const admin = await world.member(acme, 'ADMIN');
    const other = await listen();
    await hook(other, ['webhook.disabled']);
    const { id } = await hook(await listen(answers(500)));
    await cause();
    await settled(id, ([first]) => first?.tries === 1);
    await world.rows`update webhooks.webhook set failing_since = now() - interval '3 days' where id = ${id}`;
    await tryAgainIn('0');
    await arrived(other, 1);
    expect((await api.get(`/webhooks/${id}`)).body.data.webhook.status).toBe('disabled');
    const mail = await world.nextMailTo(owner.email);
    expect(mail.subject).toBe(`A webhook of ${acme.name} was switched off`);
    expect(mail.text).toContain('127.0.0.1');
    expect(await world.mailsTo(admin.email)).toEqual([]);
  });

  it('goes on where one try of three days went well', async () => {
    const receiver = await listen(answers(500));
    const { id } = await hook(receiver);
    await cause();
    await settled(id, ([first]) => first?.tries === 1);
    await world.rows`update webhooks.webhook set failing_since = now() - interval '3 days' where id = ${id}`;
    receiver.manner = answers(204);
    await tryAgainIn('0');
    await settled(id, ([first]) => first?.status === 'delivered');
    expect((await api.get(`/webhooks/${id}`)).body.data.webhook).toMatchObject({
      status: 'active',
      failing_since: null,
    });
  });
});

describe('Twenty receivers, one dead, one slow, one with a bad minute, one that redirects', () => {
  const facts = 10;

  it('have every fact; none of those that work is late', async () => {
    const atWork: ServerResponse[] = [];
    const slow = await listen((response) => atWork.push(response));
    const dead = await listen(() => undefined);
    const bad = await listen(answers(500));
    const redirecting = await listen(answers(302, { location: 'https://example.org/' }));
    const well = await Promise.all(Array.from({ length: 16 }, () => listen()));
    const hooks = await Promise.all([slow, dead, bad, redirecting, ...well].map((receiver) => hook(receiver)));
    for (let n = 1; n <= facts; n++) {
      await cause();
      // One after the other, while the slow one is at work on the first.
      await Promise.all(well.map((receiver) => arrived(receiver, n)));
    }
    const ids = new Set(well[0]?.ids);
    expect(ids.size).toBe(facts);
    well.forEach((receiver, n) => {
      expect(new Set(receiver.ids)).toEqual(ids);
      expect(receiver.verified(hooks[n + 4]!.secret)).toHaveLength(receiver.received.length);
    });
    expect(await deliveriesOf(hooks[0]!.id, '?status=delivered')).toEqual([]);
    slow.manner = answers(204);
    for (const response of atWork) response.writeHead(204).end();
    expect((await deliveriesOf(hooks[2]!.id)).every(({ status }) => status === 'pending')).toBe(true);

    bad.manner = answers(204);
    await eventually(
      async () => (await tryAgainIn('0', hooks[2]!.id), await deliveriesOf(hooks[2]!.id, '?status=delivered')),
      ({ length }) => length === facts,
    );
    expect(new Set(bad.ids)).toEqual(ids);
    await eventually(
      () => deliveriesOf(hooks[0]!.id, '?status=delivered'),
      ({ length }) => length > 0,
    );
    expect((await deliveriesOf(hooks[1]!.id)).every(({ status }) => status === 'pending')).toBe(true);
    expect(redirecting.received.length).toBeGreaterThanOrEqual(facts);
    expect((await deliveriesOf(hooks[3]!.id)).every(({ status }) => status === 'pending')).toBe(true);
  });
});
