import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Client } from '../../support/client.ts';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import { Jury } from '../../support/judging/jury.ts';
import { openWorld, type World } from '../../support/world.ts';

const many = 10_000;

let world: World;
let acme: Organization;
let hack: SuperEvent;
let track: Track;
let api: Client;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function opened() {
  acme = await world.organization();
  api = world.as(await world.member(acme, 'OWNER'), acme);
  hack = await world.superEvent(acme);
  track = await world.track(hack);
}

const nextOf = ({ headers }: Answer) => {
  const { pathname, search } = new URL(/<(.+)>/.exec(headers.get('link') ?? '')?.[1] ?? '');
  return pathname + search;
};

const names = (answer: Answer) => answer.body.data.teams.map(({ name }: { name: string }) => name);

/** PostgreSQL keeps the plan that it makes for the second of the same statements: here one for short tables. */
async function calculatedWhileShort() {
  await opened();
  const jury = new Jury(world, track);
  const team = await world.team(track, [await world.person()]);
  await jury.score(await jury.assignment(await jury.judge(), team, true), await jury.criterion(1), { value: 5 });
  // On each of several connections.
  for (let n = 0; n < 20; n++)
    expect(await api.post(`/events/${track.id}/calculate-results`)).toMatchObject({ body: { data: { count: 1 } } });
}

describe('A list of ten thousand', () => {
  beforeAll(async () => {
    await calculatedWhileShort();
    await opened();
    await world.rows`
      with people as (
        insert into identity.person (name, email)
        select 'Judge ' || n, 'judge-' || n || '@muster.test' from generate_series(1, 100) n returning id
      ), roles as (
        insert into events.track_role (event_id, user_id, role) select ${track.id}, id, 'JUDGE' from people
      ), made as (
        insert into teams.team (organization_id, super_event_id, event_id, name)
        select ${acme.id}, ${hack.id}, ${track.id}, 'Team ' || n from generate_series(1, ${many / 100}) n returning id
      )
      insert into judging.assignment (organization_id, super_event_id, event_id, team_id, judge_user_id, submitted_at)
      select ${acme.id}, ${hack.id}, ${track.id}, made.id, people.id, now() from made, people`;
  });

  it('is answered whole, and counted', async () => {
    const { assignments, count } = (await api.get(`/events/${track.id}/assignments`)).body.data;
    expect([assignments.length, count]).toEqual([many, many]);
    expect(new Set(assignments.map(({ id }: { id: string }) => id)).size).toBe(many);
    expect(Buffer.byteLength(JSON.stringify(assignments))).toBeGreaterThan(3_000_000);
  });

  it('is answered in pages of a thousand at most to who wants them', async () => {
    const answer = await api.get(`/events/${track.id}/assignments?limit=1000`);
    expect([answer.body.data.assignments.length, answer.body.data.count]).toEqual([1_000, many]);
    expect(nextOf(answer)).toContain('limit=1000&cursor=');
  });

  it('is whole where a write answers it', async () => {
    await world.rows`
      with made as (
        insert into teams.team (organization_id, super_event_id, event_id, name, member_count)
        select ${acme.id}, ${hack.id}, ${track.id}, 'Ranked team ' || n, 1 from generate_series(1, 4000) n returning id
      ), judge as (select user_id from events.track_role where event_id = ${track.id} limit 1
      ), criteria as (
        insert into judging.criterion (organization_id, super_event_id, event_id, name, weight, order_index)
        values (${acme.id}, ${hack.id}, ${track.id}, 'Idea', 1, 0) returning id
      ), assigned as (
        insert into judging.assignment (organization_id, super_event_id, event_id, team_id, judge_user_id, submitted_at)
        select ${acme.id}, ${hack.id}, ${track.id}, made.id, judge.user_id, now() from made, judge returning id
      )
      insert into judging.score (assignment_id, criterion_id, value)
      select assigned.id, criteria.id, 5 from assigned, criteria`;
    const answer = await api.post(`/events/${track.id}/calculate-results`);
    expect(answer).toMatchObject({ status: 201, body: { data: { count: 4_000 } } });
    expect(answer.body.data.results).toHaveLength(4_000);
  });
});

describe('A list that changes between two of its pages', () => {
  beforeAll(opened);

  it('shows nothing twice and leaves nothing out of what was there all the time', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await world.team(track, [], { name });
    const first = await api.get(`/events/${track.id}/teams?limit=2`);
    await world.rows`delete from teams.team where name in ('a', 'b') and event_id = ${track.id}`;
    await world.team(track, [], { name: 'early', created_at: '2020-01-01T00:00:00Z' });
    await world.team(track, [], { name: 'late' });
    const second = await api.get(nextOf(first));
    const third = await api.get(nextOf(second));
    expect([names(first), names(second), names(third)]).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'late'],
    ]);
    expect([first.body.data.count, second.body.data.count]).toEqual([5, 5]);
  });

  it('goes on from rows of one moment, in the order they were made', async () => {
    const other = await world.track(hack);
    await world.rows`
      insert into teams.team (organization_id, super_event_id, event_id, name)
      select ${acme.id}, ${hack.id}, ${other.id}, n::text from generate_series(1, 5) n`;
    const first = await api.get(`/events/${other.id}/teams?limit=3`);
    expect([names(first), names(await api.get(nextOf(first)))]).toEqual([
      ['1', '2', '3'],
      ['4', '5'],
    ]);
  });

  it('goes on from the newest to the oldest where that is its order', async () => {
    await world.rows`
      insert into events.role_invite (super_event_id, event_id, email, role, invited_by, token_hash, created_at)
      select ${hack.id}, ${track.id}, n || '@muster.test', 'JUDGE', ${acme.id}, sha256(n::text::bytea),
             now() - n / 2 * interval '1 microsecond'
        from generate_series(1, 7) n`;
    const invites = (answer: Answer): { id: string }[] => answer.body.data.invites;
    const whole = await api.get(`/super-events/${hack.id}/role-invites`);
    const first = await api.get(`/super-events/${hack.id}/role-invites?limit=4`);
    expect([...invites(first), ...invites(await api.get(nextOf(first)))]).toEqual(invites(whole));
    expect(invites(whole)).toHaveLength(7);
  });
});

describe('The link to the next page', () => {
  it('leads to the public address, with everything that was asked', async () => {
    await opened();
    for (const name of ['a', 'b']) await world.team(track, [], { name });
    const answer = await api.get(`/events/${track.slug}/teams?limit=1&cursor=`);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    const link = (await api.get(`/events/${track.slug}/teams?limit=1`)).headers.get('link') ?? '';
    expect(link).toMatch(
      new RegExp(`^<http://localhost:\\d+/events/${track.slug}/teams\\?limit=1&cursor=[\\w-]+>; rel="next"$`),
    );
  });
});
