import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import type { Organization } from '../../support/fixtures.ts';
import { exposition, seriesOf, valueOf } from '../../support/metrics.ts';
import { complaints, hasPromtool, noticeMissingPromtool } from '../../support/promtool.ts';
import { answers, Receiver } from '../../support/receiver.ts';
import { begin } from '../../support/transaction.ts';
import { ask, eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';
import { errors } from '../../../shared/contract/errors.ts';
import { contracts, routes } from '../../../shared/contract/index.ts';
import { deliveryErrors } from '../../../shared/contract/webhooks.ts';

if (!hasPromtool) noticeMissingPromtool();
const withPromtool = hasPromtool ? it : it.skip;

let world: World;
let acme: Organization;
let api: Client;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await openWorld({ WEBHOOKS_INSECURE: 'on' });
  acme = await world.organization();
  api = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(async () => {
  await world.close();
  receivers.forEach((receiver) => receiver.close());
});

const ofGateway = () => exposition(world.gateway);
const ofServices = () => exposition(world.services);
const requests = (text: string, labels: Record<string, string>) =>
  valueOf(text, 'muster_http_request_duration_seconds_count', labels);
const actions = (text: string, labels: Record<string, string>) => valueOf(text, 'muster_action_requests_total', labels);

async function hook(status: number): Promise<Receiver> {
  const receiver = await Receiver.listen(answers(status));
  receivers.push(receiver);
  await api.post(`/organizations/${acme.id}/webhooks`, { url: receiver.url, types: ['member.added'] });
  return receiver;
}

describe('The metrics endpoint of a process', () => {
  it('counts requests by route and status, and what actions answered', async () => {
    const path = `/organizations/${acme.id}/members`;
    await api.get(path);
    await world.stranger().get(path);
    await api.post(path, { user_id: 'nobody' });
    const [seen, done] = [await ofGateway(), await ofServices()];
    const route = '/organizations/:orgId/members';
    expect(requests(seen, { method: 'GET', route, status: '200' })).toBe(1);
    expect(requests(seen, { method: 'GET', route, status: '401' })).toBe(1);
    expect(requests(seen, { method: 'POST', route, status: '400' })).toBe(1);
    expect(actions(done, { action: 'organizations.listMembers', outcome: 'ok' })).toBe(1);
    expect(actions(done, { action: 'organizations.addMember', outcome: 'VALIDATION_FAILED' })).toBe(1);
    expect(valueOf(done, 'muster_action_duration_seconds_count', { action: 'organizations.addMember' })).toBe(1);
  });

  it('says what the queues of letters and deliveries hold, and what came of each try', async () => {
    await hook(500);
    await world.stranger().post('/auth/signup', { email: 'ada@example.org', password: 'a long password', name: 'Ada' });
    await api.post(`/organizations/${acme.id}/members`, { user_id: (await world.person()).id });
    const text = await eventually(
      ofServices,
      (seen) =>
        valueOf(seen, 'muster_webhook_tries_total', { outcome: 'REFUSED' }) >= 1 &&
        valueOf(seen, 'muster_queue_items', { queue: 'deliveries', state: 'later' }) === 1 &&
        valueOf(seen, 'muster_mail_letters_total', { outcome: 'sent' }) === 1,
    );
    expect(valueOf(text, 'muster_queue_items', { queue: 'letters' })).toBe(0);
    await world.rows`update webhooks.webhook set status = 'disabled'`;
    await world.rows`update webhooks.delivery set due_at = now() - interval '1 hour'`;
    const off = await ofServices();
    for (const state of ['due', 'later']) {
      expect(valueOf(off, 'muster_queue_items', { queue: 'deliveries', state })).toBe(0);
    }
    expect(valueOf(off, 'muster_queue_oldest_seconds', { queue: 'deliveries' })).toBe(0);

    await world.rows`update webhooks.delivery set status = 'failed'`;
    await world.rows`select mail_queue.add_job('nobody_knows', run_at := now() + interval '1 hour')`;
    const later = await ofServices();
    expect(valueOf(later, 'muster_queue_items', { queue: 'deliveries', state: 'failed' })).toBe(1);
    expect(valueOf(later, 'muster_queue_items', { queue: 'letters', state: 'later' })).toBe(1);
    await world.rows`update mail_queue._private_jobs set run_at = now() - interval '1 minute'`;
    expect(valueOf(await ofServices(), 'muster_queue_oldest_seconds', { queue: 'letters' })).toBeGreaterThan(59);
    await world.rows`delete from mail_queue._private_jobs`;
  });

  it('counts a letter whose secret it cannot read as one that failed', async () => {
    const content = { data: {}, sealed: Buffer.from('of another key').toString('base64') };
    const letter = { letter: 'verification', to: 'ada@example.org', key: 'unreadable', content };
    await world.rows`select mail_queue.add_job('letter', ${JSON.stringify(letter)}::json)`;
    const failed = (text: string) => valueOf(text, 'muster_mail_letters_total', { outcome: 'failed' }) === 1;
    expect(failed(await eventually(ofServices, failed))).toBe(true);
    await world.rows`delete from mail_queue._private_jobs`;
  });

  it('says how full the pools are, and who waits for them', async () => {
    const limit = { service: 'check-in', pool: 'requests' };
    expect(valueOf(await ofServices(), 'muster_database_connections_limit', limit)).toBe(10);
    const pool = { service: 'organizations', pool: 'requests' };
    const wanted = 'select from organizations.organization where id = $1 for update';
    await using held = await begin(world.databaseUrl, wanted, [acme.id]);
    const renamed = Array.from({ length: 8 }, () => api.patch(`/organizations/${acme.id}`, { name: 'Acme' }));
    await eventually(
      ofServices,
      (seen) =>
        valueOf(seen, 'muster_database_connections', { ...pool, state: 'in_use' }) === 5 &&
        valueOf(seen, 'muster_database_waiting', pool) > 0,
    );
    await held.rollback();
    await Promise.all(renamed);
  });

  it('says which services it runs, and whether it takes work', async () => {
    // A pool that is full, as just before, makes a process not ready for a moment.
    for (const read of [ofGateway, ofServices]) await eventually(read, (text) => valueOf(text, 'muster_ready') === 1);
    expect(valueOf(await ofGateway(), 'muster_service_info', { service: 'gateway' })).toBe(1);
    expect(valueOf(await ofServices(), 'muster_service_info', { service: 'check-in' })).toBe(1);
  });

  withPromtool('is as Prometheus wants it', async () => {
    for (const text of [await ofGateway(), await ofServices()]) {
      expect(complaints(['check', 'metrics'], text)).toBe('');
    }
  });
});

describe('For any input of clients', () => {
  const known = {
    route: new Set<string>([...routes.map(({ path }) => path), 'none']),
    action: new Set(
      Object.entries(contracts).flatMap(([service, own]) => Object.keys(own).map((name) => `${service}.${name}`)),
    ),
    outcome: new Set<string>([
      ...['ok', 'sent', 'failed', 'checked_in', 'already_checked_in', 'verified', 'requires_milestone_submission'],
      ...Object.keys(errors),
      ...deliveryErrors,
    ]),
  };
  const made = (nth: number) => [
    ask(world.url, { method: 'PROPFIND', path: `/made/up/${randomUUID()}?q=${nth}` }),
    ask(world.url, {
      path: `/teams/${randomUUID()}`,
      headers: { 'x-api-key': `mst_${nth}`, 'x-request-id': `r${nth}` },
    }),
    ask(world.url, { method: 'TRACE', path: `/%00/${nth}`, headers: { origin: `https://${nth}.example` } }),
    api.get(`/organizations/${randomUUID()}/members`),
    api.post(`/checkin-points/${randomUUID()}/scan`, { token: `made up ${nth}`, nonce: randomUUID() }),
    api.get(`/teams/${nth}-%F0%9F%92%A5?limit=${nth}`),
    api.post(`/organizations/${acme.id}/members`, { user_id: randomUUID(), role: `made up ${nth}` }),
  ];
  const rounds = async (count: number) => {
    for (let nth = 0; nth < count; nth++) await Promise.all(made(nth));
  };
  const all = async () => [...seriesOf(await ofGateway()), ...seriesOf(await ofServices())];
  const own = (name: string) => name.startsWith('muster_');

  it('no series is added for it, and no label says anything of it', async () => {
    await rounds(3);
    const before = (await all()).filter(({ name }) => own(name)).length;
    await rounds(40);
    const after = (await all()).filter(({ name }) => own(name));
    expect(after.length).toBe(before);
    for (const [label, values] of Object.entries(known)) {
      const said = new Set(after.map(({ labels }) => labels[label]).filter((value) => value !== undefined));
      expect([...said].filter((value) => !values.has(value))).toEqual([]);
    }
  });
});
