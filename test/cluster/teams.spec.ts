import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { exposition, valueOf } from '../support/metrics.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { brokenRules } from '../support/teams/invariants.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

let stage: Stage;
let cluster: Cluster;
let gateway: Process;
let replicas: Process[];
beforeAll(async () => {
  if (!hasNatsServer) return;
  stage = await openStage();
  cluster = await Cluster.open(stage.databaseUrl);
  const services = ['gateway', 'teams', 'teams', 'identity,events,registrations,organizations'];
  const [first, ...others] = await Promise.all(services.map((each) => cluster.start(each)));
  gateway = first as Process;
  replicas = others.slice(0, 2);
});
afterAll(async () => {
  await cluster?.close();
  await stage?.close();
});

/** How often a process has answered a join. */
const joins = async (replica: Process) =>
  valueOf(await exposition(replica), 'muster_action_requests_total', { action: 'teams.join' });

overNats('Over two processes of teams', () => {
  it('fifty who join a team of four at once end as four', async () => {
    const acme = await stage.organization();
    const hack = await stage.superEvent(acme);
    const track = await stage.track(hack, { config_json: JSON.stringify({ max_team_size: 4 }) });
    const people = await Promise.all(
      Array.from({ length: 51 }, async () => {
        const person = await stage.person();
        await stage.registered(person, track);
        await stage.keyOf(person, acme);
        return stage.at(gateway.port, person, acme);
      }),
    );
    const [leader, ...others] = people as [Client, ...Client[]];
    const { team } = (await leader.post(`/events/${track.id}/my-team`, { name: 'Four' })).body.data;
    const { code } = (await leader.post(`/my-teams/${team.id}/invitation`)).body.data;
    const answers = await Promise.all(
      others.map((person, n) => person.post('/my-teams/join', n % 2 ? { code } : { team_id: team.id })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'TEAM_FULL')).toHaveLength(47);
    expect(await stage.rows`select 1 from teams.member where team_id = ${team.id} and left_at is null`).toHaveLength(4);
    expect(await brokenRules(stage, hack.id)).toEqual([]);
    // Both have taken part, or nothing was tried here.
    for (const replica of replicas) expect(await joins(replica)).toBeGreaterThan(0);
  });
});
