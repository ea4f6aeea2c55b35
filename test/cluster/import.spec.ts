import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { apply, ask, outcomeOf, pathOf, plan } from '../support/importing.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { begin } from '../support/transaction.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

let stage: Stage;
let cluster: Cluster;
let gateway: Process;
let workers: Process[];
beforeAll(async () => {
  if (!hasNatsServer) return;
  stage = await openStage();
  cluster = await Cluster.open(stage.databaseUrl);
  let mail: Process;
  [gateway, mail, ...workers] = await Promise.all([
    cluster.start('gateway'),
    // Says once how letters are sealed. They stay in the queue then, to be counted.
    cluster.start('mail', { MAIL_KEY: 'opens what is sealed for the letters' }),
    cluster.start('registrations'),
    cluster.start('registrations'),
    cluster.start('identity,organizations,events,onboarding'),
  ]);
  workers = workers.slice(0, 2);
  mail.signal('SIGKILL');
  await mail.ended;
});
afterAll(async () => {
  await cluster?.close();
  await stage?.close();
});

async function arranged(columns: Record<string, unknown> = {}) {
  const acme = await stage.organization();
  const hack = await stage.superEvent(acme, columns);
  const track = await stage.track(hack, { name: 'Web' });
  const api: Client = stage.at(gateway.port, await stage.member(acme, 'OWNER'), acme);
  return { hack, track, api };
}

/** People who have an account, in the order of their addresses. */
const known = async (name: string, many: number) =>
  stage.rows<{ id: string; email: string }>`
    insert into identity.person (name, email, email_confirmed_at)
    select 'Guest', ${name} || '-' || lpad(n::text, 4, '0') || '@muster.test', now() from generate_series(1, ${many}::int) n
    returning id, email`;

overNats('A table of nearly five megabytes that nothing makes smaller', () => {
  it('reaches the service whole, though no message of the bus is so large', async () => {
    const { hack, api } = await arranged();
    await ask(stage, hack, 'Essay', 'textarea');
    const line = (n: number) => `newcomer-${n}@muster.test,${randomBytes(3_600).toString('base64')}\n`;
    const table = `Email,Essay\n${Array.from({ length: 1_080 }, (_, n) => line(n)).join('')}`;
    expect(Buffer.byteLength(table)).toBeGreaterThan(5_000_000);
    const answer = await plan(api, hack, table);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { rows: 1_080, problems: [], would: { invited: 1_080 } } },
    });
    const parts = await stage.rows`select distinct count from registrations.table_part where count > 1`;
    expect(parts).toEqual([{ count: expect.any(Number) }]);
  });
});

overNats('An import whose process is killed in the middle', () => {
  it('goes on in another one, does nothing twice, and lets in nobody beyond the cap', async () => {
    const [many, cap] = [250, 230];
    const { hack, track, api } = await arranged({ max_participants: cap });
    const people = await known('guest', many);
    const inTheWay = people[150]!;
    const waiting = await stage.registered({ ...inTheWay, name: 'Guest' }, track, 'pending');
    const newcomers = Array.from({ length: many }, (_, n) => `new-${n}@muster.test`);
    const lines = people.flatMap(({ email }, n) => [`${email},Web`, `${newcomers[n]},Web`]);
    const table = `Email,Track\n${lines.join('\n')}\n`;

    await using held = await begin(
      stage.databaseUrl,
      `select 1 from registrations.super_event_registration where id = '${waiting.parent.id}' for update`,
    );
    const begun = await apply(api, hack, table);
    const progress = async () => (await api.get(pathOf(begun))).body.data;
    await eventually(progress, ({ lines }) => lines.length === 300);
    const sessions = (waits: boolean) => stage.rows`
      select pid from pg_stat_activity where datname = current_database() and application_name = 'muster registrations jobs'
         and (not ${waits}::boolean or wait_event_type = 'Lock')`;
    await eventually(
      () => sessions(true),
      ({ length }) => length > 0,
    );
    for (const worker of workers) worker.signal('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
    await held.rollback();
    await eventually(
      () => sessions(false),
      ({ length }) => length === 0,
    );
    workers = [await cluster.start('registrations'), await cluster.start('registrations')];
    expect(await progress()).toMatchObject({ status: 'running', rows: 500 });

    const { status, counts } = await outcomeOf(api, begun, 120_000);
    expect([status, counts.enrolled + counts.invited + counts.refused, counts.unchanged]).toEqual(['done', 500, 0]);
    expect(counts.enrolled).toBe(cap);
    const [made] = await stage.rows`
      select (select accepted from registrations.seat where super_event_id = ${hack.id}) as seats,
             (select count(*)::int from registrations.super_event_registration
               where super_event_id = ${hack.id} and status = 'accepted') as places,
             (select count(*)::int from registrations.registration
               where super_event_id = ${hack.id} and status = 'accepted') as on_track,
             (select count(*)::int from onboarding.invite where super_event_id = ${hack.id}) as invites,
             (select count(*)::int from registrations.audit
               where super_event_id = ${hack.id} and fact = 'participant.invited') as told_of_invites,
             (select count(*)::int from registrations.audit
               where super_event_id = ${hack.id} and fact = 'participant.onboarded') as told_of_places`;
    const invites = counts.invited;
    expect(made).toEqual({
      ...{ seats: cap, places: cap, on_track: cap, told_of_places: cap },
      ...{ invites, told_of_invites: invites },
    });
    const letters = await stage.rows<{ to: string; n: number }>`
      select payload ->> 'to' as to, count(*)::int as n from mail_queue._private_jobs
       where payload ->> 'to' ~ '^(guest|new)-' group by 1`;
    expect(letters).toHaveLength(cap + invites);
    expect(letters.filter(({ n }) => n > 1)).toEqual([]);

    const again = await outcomeOf(api, await apply(api, hack, table), 60_000);
    expect(again.counts).toEqual({ enrolled: 0, invited: 0, unchanged: cap + invites, refused: 500 - cap - invites });
  });
});
