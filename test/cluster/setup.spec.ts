import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyLock } from '../../event-file/plan/apply.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { accessTokenOf, bearer } from '../support/sign-in.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { begin } from '../support/transaction.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

let stage: Stage;
let cluster: Cluster;
let gateway: Process;
let setup: Process;
beforeAll(async () => {
  if (!hasNatsServer) return;
  stage = await openStage();
  cluster = await Cluster.open(stage.databaseUrl);
  const started = await Promise.all([cluster.start('gateway'), cluster.start('setup'), cluster.start('identity')]);
  [gateway, setup] = started;
});
afterAll(async () => {
  await cluster?.close();
  await stage?.close();
});

/** As long as somebody has the turn that applies take, none of them comes to an end. */
const inTheWay = () => begin(stage.databaseUrl, 'select pg_advisory_xact_lock($1)', [applyLock]);
const waiting = () => stage.rows`
  select pid from pg_locks where locktype = 'advisory' and not granted and objid = ${applyLock}
     and database = (select oid from pg_database where datname = current_database())`;

async function arranged() {
  const acme = await stage.organization();
  const olga = await stage.member(acme, 'OWNER');
  const token = await accessTokenOf(stage, olga);
  const api = () => bearer({ url: `http://127.0.0.1:${gateway.port}` }, token);
  const file = {
    version: 1,
    organization: { slug: acme.slug, name: 'Renamed' },
    super_events: [
      {
        ...{ slug: 'hack', name: 'Hack', tz: 'UTC', start_at: '2027-03-06T09:00', end_at: '2027-03-07T09:00' },
        checkin_points: [{ key: 'door', name: 'Main door', type: 'attendance' }],
      },
    ],
  };
  const headers = { 'Idempotency-Key': randomUUID() };
  const apply = () => api().post(`/organizations/${acme.slug}/event-file/apply`, file, { headers });
  const made = () => stage.rows`
    select o.name, (select count(*)::int from events.super_event e where e.organization_id = o.id) as hackathons,
           (select count(*)::int from check_in.point p where p.organization_id = o.id) as points
      from organizations.organization o where o.id = ${acme.id}`;
  const outcome = (location: string) =>
    eventually(
      async () => (await api().get(new URL(location).pathname)).body.data?.job,
      (job) => job !== undefined && job.status !== 'running',
    );
  const nothing = [{ name: acme.name, hackathons: 0, points: 0 }];
  return { apply, made, outcome, nothing };
}
const failed = {
  status: 'failed',
  result: null,
  error: { status: 503, code: 'UNAVAILABLE', message: expect.stringContaining('Nothing of it was done') },
};
const everything = [{ name: 'Renamed', hackathons: 1, points: 1 }];

/** Kills the process, and waits until its wait for the lock has ended in the database as well. */
async function kill(): Promise<void> {
  setup.signal('SIGKILL');
  await setup.ended;
  await eventually(waiting, ({ length }) => length === 0, 60_000);
}

overNats('An apply that takes long', () => {
  it('goes on whatever becomes of the gateway', async () => {
    const { apply, made, outcome } = await arranged();
    await using other = await inTheWay();
    const { status, headers } = await apply();
    expect(status).toBe(202);
    gateway.signal('SIGKILL');
    await gateway.ended;
    await other.rollback();
    gateway = await cluster.start('gateway');
    const job = await outcome(headers.get('location') ?? '');
    expect(job).toMatchObject({ status: 'done', result: { changes: { created: 2, changed: 1 } } });
    expect(await made()).toEqual(everything);
  });

  it('has failed, and changed nothing, when its process is killed in the middle', async () => {
    const { apply, made, outcome, nothing } = await arranged();
    await using other = await inTheWay();
    const first = await apply();
    await kill();
    await other.rollback();
    setup = await cluster.start('setup');
    expect(await outcome(first.headers.get('location') ?? '')).toMatchObject(failed);
    expect((await apply()).text).toBe(first.text);
    expect(await made()).toEqual(nothing);
  });

  it('has failed, and changed nothing, when it is not through in a minute: the database ends it', async () => {
    const { apply, made, outcome, nothing } = await arranged();
    await using other = await inTheWay();
    const { headers } = await apply();
    // Asking meanwhile would only cost requests.
    await pause(52_000);
    expect(await outcome(headers.get('location') ?? '')).toMatchObject(failed);
    await other.rollback();
    expect(await made()).toEqual(nothing);
    expect((await (await arranged()).apply()).status).toBe(200);
  });

  it('is done by another process, once, where nobody was told to ask for it', async () => {
    const { apply, made, nothing } = await arranged();
    await using other = await inTheWay();
    const first = apply();
    await eventually(waiting, ({ length }) => length === 1);
    await kill();
    expect(await made()).toEqual(nothing);
    await other.rollback();
    setup = await cluster.start('setup');
    // However long that took: the gateway has asked the other one, or given up, and its client asks again.
    await first;
    const answer = await apply();
    expect([answer.status, answer.body.data?.changes]).toMatchObject([200, { created: 2, changed: 1 }]);
    expect(await made()).toEqual(everything);
  });
});
