import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { Client } from '../../support/client.ts';
import type { Organization } from '../../support/fixtures.ts';
import { answers, Receiver } from '../../support/receiver.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.listen();
  world = await openWorld({ WEBHOOKS_INSECURE: 'on' });
});
afterAll(async () => {
  await world.close();
  receiver.close();
});

let acme: Organization;
let api: Client;
beforeEach(async () => {
  acme = await world.organization();
  api = world.as(await world.member(acme, 'ADMIN'), acme);
  receiver.received.length = 0;
  receiver.manner = answers(204);
});

const wanted = { url: 'https://example.org/hook', types: ['team.created'] };
const at = () => `/organizations/${acme.id}/webhooks`;
const make = async (body: object = {}) => {
  const { body: made } = await api.post(at(), { ...wanted, ...body });
  return { id: String(made.data.webhook.id), secret: String(made.data.secret) };
};
const factsOf = (id: string) =>
  world.rows<{ fact: string; after: Record<string, unknown> }>`
    select fact, after from webhooks.audit where ids ->> 'webhook_id' = ${id} order by id`;

describe('A new webhook', () => {
  it('is answered with its secret, which is never shown again and stored sealed', async () => {
    const made = await api.post(at(), { ...wanted, description: 'The screen in the hall' });
    expect(made).toMatchObject({ status: 201 });
    const { webhook, secret } = made.body.data;
    expect(webhook).toEqual({
      id: expect.any(String),
      ...wanted,
      super_event_id: null,
      description: 'The screen in the hall',
      status: 'active',
      failing_since: null,
      former_secret_until: null,
      created_at: expect.any(String),
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await api.get(`/webhooks/${webhook.id}`)).toMatchObject({ status: 200, body: { data: { webhook } } });
    expect((await api.get(at())).body.data).toEqual({ webhooks: [webhook], count: 1 });
    const [row] = await world.rows<{ row: string }>`
      select encode(secret, 'escape') as row from webhooks.webhook where id = ${webhook.id}`;
    expect(row?.row).not.toContain(String(secret).slice(6, 20));
  });

  it('is a fact, which tells the host alone', async () => {
    const { id } = await make({ url: 'https://example.org/services/T0/sesame' });
    const [fact] = await factsOf(id);
    expect(fact).toMatchObject({ fact: 'webhook.created', after: { host: 'example.org', types: ['team.created'] } });
    expect(JSON.stringify(fact)).not.toContain('sesame');
  });

  it('is made once where the answer was lost, and answered with the same secret', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const [first, second] = [await api.post(at(), wanted, { headers }), await api.post(at(), wanted, { headers })];
    expect(second.body.data).toEqual(first.body.data);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await api.get(at())).body.data.count).toBe(1);
    const other = await api.post(at(), { ...wanted, url: 'https://example.org/other' }, { headers });
    expect(other).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('names each type once, and the hackathon it is for', async () => {
    const hack = await world.superEvent(acme);
    const { body } = await api.post(at(), {
      url: wanted.url,
      types: ['*', 'checkin.refused', '*'],
      super_event_id: hack.id,
    });
    expect(body.data.webhook).toMatchObject({ types: ['*', 'checkin.refused'], super_event_id: hack.id });
  });

  it.each([
    ['an address inside', { url: 'https://10.0.0.7/' }, 'ADDRESS_FORBIDDEN', 'private'],
    ['http to others', { url: 'http://example.org/' }, 'ADDRESS_FORBIDDEN', 'scheme'],
    ['credentials', { url: 'https://a:b@example.org/' }, 'ADDRESS_FORBIDDEN', 'credentials'],
    ['a port of something else', { url: 'https://example.org:25/' }, 'ADDRESS_FORBIDDEN', 'port'],
    ['what is no address', { url: 'example' }, 'ADDRESS_FORBIDDEN', 'address'],
  ] as const)('is refused with %s', async (_, body, code, reason) => {
    expect(await api.post(at(), { ...wanted, ...body })).toBeRefused(400, code, { reason });
  });

  it.each([
    ['no types', { types: [] }],
    ['a type that is not told', { types: ['team.dreamt'] }],
    ['no address', { url: '' }],
    ['a long description', { description: 'x'.repeat(501) }],
  ])('is refused with %s', async (_, body) => {
    expect(await api.post(at(), { ...wanted, ...body })).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it("is refused for a hackathon that is nobody's, or another organization's", async () => {
    const theirs = await world.superEvent(await world.organization());
    for (const super_event_id of [randomUUID(), theirs.id]) {
      expect(await api.post(at(), { ...wanted, super_event_id })).toBeRefused(404, 'EVENT_NOT_FOUND');
    }
  });

  it('is refused beyond the fiftieth, however many ask at once', async () => {
    await world.rows`
      insert into webhooks.webhook (organization_id, url, types, secret)
      select ${acme.id}, 'https://example.org/', '{*}', '' from generate_series(1, 48)`;
    const made = await Promise.all(Array.from({ length: 6 }, () => api.post(at(), wanted)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    expect(await api.post(at(), wanted)).toBeRefused(409, 'TOO_MANY_WEBHOOKS');
  });
});

describe('A webhook', () => {
  it('is changed, and what was not sent stays', async () => {
    const { id } = await make({ description: 'The hall' });
    const types = ['team.created', 'team.deleted'];
    const { body } = await api.patch(`/webhooks/${id}`, { types });
    expect(body.data.webhook).toMatchObject({ ...wanted, types, description: 'The hall' });
    await api.patch(`/webhooks/${id}`, { description: null });
    expect((await factsOf(id)).slice(1)).toEqual([
      { fact: 'webhook.changed', after: { types } },
      { fact: 'webhook.changed', after: { description: null } },
    ]);
  });

  it('is refused what a new one is refused', async () => {
    const { id } = await make();
    const change = (body: object) => api.patch(`/webhooks/${id}`, body);
    expect(await change({ url: 'https://[::1]:1/' })).toMatchObject({ status: 200 });
    expect(await change({ url: 'https://192.168.0.1/' })).toBeRefused(400, 'ADDRESS_FORBIDDEN', { reason: 'private' });
    expect(await change({ super_event_id: randomUUID() })).toBeRefused(404, 'EVENT_NOT_FOUND');
    expect(await change({ status: 'ended' })).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('is switched off and on, and then has no failures behind it', async () => {
    const { id } = await make();
    expect((await api.patch(`/webhooks/${id}`, { status: 'disabled' })).body.data.webhook.status).toBe('disabled');
    await world.rows`update webhooks.webhook set failing_since = now() - interval '3 days' where id = ${id}`;
    expect((await api.get(`/webhooks/${id}`)).body.data.webhook.failing_since).not.toBeNull();
    const { webhook } = (await api.patch(`/webhooks/${id}`, { status: 'active' })).body.data;
    expect(webhook).toMatchObject({ status: 'active', failing_since: null });
    expect((await api.get(`/webhooks/${id}`)).body.data.webhook).toEqual(webhook);
  });

  it('is deleted with what waits for it', async () => {
    const { id } = await make();
    await world.rows`insert into webhooks.fact (id, type, body) values (${id}, 'team.created', '{}')`;
    await world.rows`insert into webhooks.delivery (webhook_id, fact_id, status) values (${id}, ${id}, 'failed')`;
    const [delivery] = (await api.get(`/webhooks/${id}/deliveries`)).body.data.deliveries;
    expect(await api.del(`/webhooks/${id}`)).toMatchObject({ status: 200, body: { data: { deleted: true } } });
    expect(await api.get(`/webhooks/${id}`)).toBeRefused(404, 'NOT_FOUND');
    expect(await api.post(`/webhook-deliveries/${delivery.id}/retry`)).toBeRefused(404, 'NOT_FOUND');
    expect((await factsOf(id)).at(-1)).toMatchObject({ fact: 'webhook.deleted' });
  });

  it("is nobody else's", async () => {
    const { id } = await make();
    const other = await world.organization();
    const stranger = world.as(await world.member(other, 'OWNER'), other);
    expect(await stranger.get(`/webhooks/${id}`)).toBeRefused(404, 'NOT_FOUND');
    const member = world.as(await world.member(acme, 'MEMBER'), acme);
    expect(await member.get(`/webhooks/${id}`)).toBeRefused(403, 'PERMISSION_DENIED');
  });
});

describe('Its secret', () => {
  const test = (id: string) => api.post(`/webhooks/${id}/test`);

  it('is rotated: for a day both sign', async () => {
    const { id, secret } = await make({ url: receiver.url });
    const { body } = await api.post(`/webhooks/${id}/rotate-secret`);
    expect(body.data.secret).not.toBe(secret);
    const until = Date.parse(body.data.webhook.former_secret_until);
    expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000);
    await test(id);
    const [came] = receiver.received;
    for (const each of [secret, String(body.data.secret)]) {
      expect(new Webhook(each).verify(came?.body ?? '', came?.headers as Record<string, string>)).toBeTruthy();
    }
    await world.rows`update webhooks.webhook set former_until = now() where id = ${id}`;
    await test(id);
    expect(receiver.received[1]?.headers['webhook-signature']).not.toContain(' ');
    expect((await api.get(`/webhooks/${id}`)).body.data.webhook.former_secret_until).toBeNull();
    expect((await factsOf(id)).at(-1)).toEqual({ fact: 'webhook.secret_rotated', after: {} });
  });

  it('is the same where the answer was lost', async () => {
    const { id } = await make();
    const headers = { 'Idempotency-Key': randomUUID() };
    const rotate = () => api.post(`/webhooks/${id}/rotate-secret`, {}, { headers });
    const first = await rotate();
    expect((await rotate()).body.data).toEqual(first.body.data);
  });

  it('that was sealed with a key that is gone signs nothing until it is rotated', async () => {
    const { id } = await make({ url: receiver.url });
    await world.rows`update webhooks.webhook set secret = sha256('lost') where id = ${id}`;
    expect((await test(id)).body.data).toMatchObject({ delivered: false, error: 'SECRET_UNREADABLE' });
    await api.post(`/webhooks/${id}/rotate-secret`);
    expect((await test(id)).body.data).toMatchObject({ delivered: true });
  });
});

describe('A test', () => {
  it('is sent now, signed, whether the webhook is active or not, and is in no list', async () => {
    const { id, secret } = await make({ url: receiver.url });
    await api.patch(`/webhooks/${id}`, { status: 'disabled' });
    expect((await api.post(`/webhooks/${id}/test`)).body.data).toEqual({
      delivered: true,
      response_status: 204,
      duration_ms: expect.any(Number),
      error: null,
    });
    const [message] = receiver.verified(secret);
    expect(message).toMatchObject({ type: 'webhook.test', data: { type: 'webhook.test', data: { webhook_id: id } } });
    expect((await api.get(`/webhooks/${id}/deliveries`)).body.data.deliveries).toEqual([]);
  });

  it('tells what went wrong', async () => {
    const { id } = await make({ url: receiver.url });
    receiver.manner = answers(418);
    expect((await api.post(`/webhooks/${id}/test`)).body.data).toMatchObject({
      delivered: false,
      response_status: 418,
      error: 'REFUSED',
    });
  });
});
