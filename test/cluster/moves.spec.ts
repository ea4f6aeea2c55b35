import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brokenRules } from '../support/teams/invariants.ts';
import type { Client, Person } from '../support/client.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import type { SuperEvent, Track } from '../support/fixtures.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { begin } from '../support/transaction.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

interface Scene {
  readonly acme: { readonly id: string };
  readonly hack: SuperEvent;
  readonly ai: Track;
  readonly web: Track;
  readonly ada: Person;
  readonly former: { readonly id: string };
  readonly next: { readonly id: string };
}

let stage: Stage;
let cluster: Cluster;
let gateway: Process;
let teams: Process;

/** Where a move has got to when somebody else holds what it needs next. */
const steps: readonly (readonly [step: string, hold: (scene: Scene) => string])[] = [
  [
    'waits for its turn with the person',
    ({ hack, ada }) => `select pg_advisory_xact_lock(hashtextextended('person ${hack.id} ${ada.id}', 0))`,
  ],
  [
    'waits for its turn with the target team',
    ({ next }) => `select pg_advisory_xact_lock(hashtextextended('team ${next.id}', 0))`,
  ],
  ['reads what it has to know', () => 'lock table teams.team in access exclusive mode'],
  [
    'accepts the person on the track',
    ({ hack, ada }) => `select 1 from registrations.super_event_registration
                         where super_event_id = '${hack.id}' and user_id = '${ada.id}' for update`,
  ],
  ['takes the teams', ({ former }) => `select 1 from teams.team where id = '${former.id}' for update`],
  ['lets the person leave', ({ former }) => `select 1 from teams.member where team_id = '${former.id}' for update`],
  ['lets the person join', () => 'lock table teams.member in share row exclusive mode'],
  ['writes the audit', () => 'lock table teams.audit in share mode'],
  ['keeps its answer', () => 'lock table teams.write_key in share mode'],
];

async function arrange(): Promise<Scene> {
  const acme = await stage.organization();
  const hack = await stage.superEvent(acme);
  const [ai, web] = [await stage.track(hack), await stage.track(hack)];
  const [ada, bob, cleo] = [await stage.person(), await stage.person(), await stage.person()];
  for (const person of [ada, bob]) await stage.registered(person, ai);
  await stage.registered(cleo, web);
  return { acme, hack, ai, web, ada, former: await stage.team(ai, [ada, bob]), next: await stage.team(web, [cleo]) };
}

const clientOf = async ({ acme }: Scene): Promise<Client> =>
  stage.at(gateway.port, await stage.member(acme, 'OWNER'), acme);
const move = (client: Client, { hack, ada, web, next }: Scene, key: string) =>
  client.patch(
    `/super-events/${hack.id}/team-management/builders/${ada.id}/track`,
    { targetTrackId: web.id, targetTeamId: next.id },
    { headers: { 'Idempotency-Key': key } },
  );

/** The same request again, answered: the gateway's last try of the first one may still be under way. */
const moveOnceMore = (client: Client, scene: Scene, key: string) =>
  eventually(
    () => move(client, scene, key),
    ({ body }) => body.code !== 'IDEMPOTENCY_IN_PROGRESS',
  );

/** Where the person is: their teams now and before, who leads, and what they have on the target track. */
async function stateOf({ ada, former, next, web }: Scene) {
  const [row] = await stage.rows<Record<string, unknown>>`
    select (select team_id from teams.member where user_id = ${ada.id} and left_at is null) as team,
           (select count(*)::int from teams.member where user_id = ${ada.id}) as memberships,
           (select user_id = ${ada.id} from teams.member
             where team_id = ${former.id} and left_at is null and role = 'LEADER') as leads,
           (select count(*)::int from registrations.registration
             where user_id = ${ada.id} and event_id = ${web.id} and status = 'accepted') as registrations,
           (select count(*)::int from teams.audit where ids ->> 'user_id' = ${ada.id}) as audited,
           (select count(*)::int from teams.write_key
             where answer -> 'result' ->> 'teamId' = ${next.id}) as answers`;
  return row;
}
const before = ({ former }: Scene) => ({
  team: former.id,
  memberships: 1,
  leads: true,
  registrations: 0,
  audited: 0,
  answers: 0,
});
const after = ({ next }: Scene) => ({
  team: next.id,
  memberships: 2,
  leads: false,
  registrations: 1,
  audited: 2,
  answers: 1,
});

const sessions = () => stage.rows<{ waits: boolean }>`
  select wait_event_type = 'Lock' as waits from pg_stat_activity
   where datname = current_database() and application_name = 'muster teams'`;

overNats('A process that is killed inside the move of a builder', () => {
  beforeAll(async () => {
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl);
    [gateway, teams] = await Promise.all([
      cluster.start('gateway'),
      cluster.start('teams'),
      cluster.start('identity,organizations,events,registrations,check-in,mail', {
        MAIL_KEY: 'opens what is sealed for the letters',
      }),
    ]);
  });
  afterAll(async () => {
    await cluster.close();
    await stage.close();
  });

  it.each(steps)('leaves everything as it was when it %s; the repeat moves them once', async (_step, hold) => {
    const scene = await arrange();
    const [client, key] = [await clientOf(scene), randomUUID()];
    await using held = await begin(stage.databaseUrl, hold(scene));
    const lost = move(client, scene, key);
    await eventually(sessions, (all) => all.some(({ waits }) => waits));
    teams.signal('SIGKILL');
    await teams.ended;
    await held.rollback();
    await eventually(sessions, ({ length }) => length === 0);
    expect(await stateOf(scene)).toEqual(before(scene));

    teams = await cluster.start('teams');
    await lost;
    const answer = await moveOnceMore(client, scene, key);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ result: { teamId: scene.next.id, userId: scene.ada.id } });
    expect(await stateOf(scene)).toEqual(after(scene));
    expect(await brokenRules(stage, scene.hack.id)).toEqual([]);
  });
});
