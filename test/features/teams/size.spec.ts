import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statementsOf } from '../../support/statements.ts';
import { openHackathon, type Hackathon } from '../../support/teams/hackathon.ts';

const builderCount = 5_000;
const teamCount = 1_500;

let here: Hackathon;
beforeAll(async () => {
  here = await openHackathon();
  const { world, hack, ai, acme } = here;
  await world.rows`
    with person as (
      insert into identity.person (email, name)
      select 'crowd' || n || '@muster.test', 'Builder ' || n from generate_series(1, ${builderCount}::int) n returning id
    ), parent as (
      insert into registrations.super_event_registration (organization_id, super_event_id, user_id, status, created_at)
      select ${acme.id}, ${hack.id}, id, 'accepted', now() - row_number() over () * interval '1 second' from person
      returning id, user_id)
    insert into registrations.registration
           (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
    select ${acme.id}, ${hack.id}, ${ai.id}, id, user_id, 'accepted' from parent`;
  await world.rows`
    insert into teams.team (organization_id, super_event_id, event_id, name, created_at)
    select ${acme.id}, ${hack.id}, ${ai.id}, 'Team ' || n, now() - n * interval '1 second'
      from generate_series(1, ${teamCount}::int) n`;
  await world.rows`
    insert into teams.member (team_id, super_event_id, event_id, user_id, role)
    select t.id, ${hack.id}, ${ai.id}, p.user_id, case when p.n % 3 = 0 then 'LEADER' else 'MEMBER' end
      from (select id, row_number() over (order by id) - 1 as n from teams.team) t
      join (select user_id, row_number() over (order by user_id) - 1 as n from registrations.super_event_registration) p
        on p.n / 3 = t.n`;
  await world.rows`analyze`;
});
afterAll(() => here.world.close());

describe(`Over ${builderCount} builders and ${teamCount} teams`, () => {
  it.each([
    ['/builders?limit=100', 'builders'],
    ['/builders?limit=100&search=builder%2049&hasTeam=true&lookingForTeam=false&status=accepted', 'builders'],
    ['/builders?hasTeam=false', 'builders'],
    ['/teams?limit=100', 'teams'],
    [
      '/teams?limit=100&search=team%2014&isFull=false&recruitingStatus=looking_for_members&hasSubmission=false',
      'teams',
    ],
    ['/teams?hasSubmission=true', 'teams'],
    ['/counts', 'builders'],
  ])('%s takes at most four statements', async (path, member) => {
    const { texts, own, result } = await statementsOf(() => here.api.get(here.managed + path));
    expect(result.body.data).toHaveProperty(member);
    expect(texts.length).toBeGreaterThan(own.length);
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThanOrEqual(4);
  });

  it('every builder is on one page', async () => {
    const seen = new Set<string>();
    for (let cursor = '', more = true; more;) {
      const { data } = (await here.api.get(`${here.managed}/builders?limit=100${cursor}`)).body;
      for (const { userId } of data.builders) seen.add(userId as string);
      more = data.pagination.hasMore;
      cursor = `&cursor=${data.pagination.nextCursor}`;
    }
    expect(seen.size).toBe(builderCount);
  });

  it('a write takes at most four as well', async () => {
    const { world, ai, web, api, managed } = here;
    const [ada, bob] = await here.builders(2);
    const [team, other] = [await world.team(ai, [ada]), await world.team(web, [])];
    const path = `${managed}/teams/${team.id}`;
    const writes: (() => Promise<unknown>)[] = [
      () => api.post(`${path}/members`, { userId: bob.id }),
      () => api.post(`${path}/transfer-leadership`, { newLeaderUserId: bob.id }),
      () => api.patch(`${path}/track`, { targetTrackId: web.id }),
      () => api.patch(`${managed}/builders/${bob.id}/track`, { targetTrackId: web.id, targetTeamId: other.id }),
      () => api.post(`${path}/members/${ada.id}/remove`, {}),
      () => api.post(`${managed}/teams`, { name: 'Rockets', trackId: ai.id, leaderUserId: ada.id }),
      () => api.patch(path, { name: 'Comets' }),
      () => api.del(path),
    ];
    for (const write of writes) {
      const { own, result } = await statementsOf(write);
      expect([200, 201]).toContain((result as { status: number }).status);
      expect({ own, few: own.length > 0 && own.length <= 4 }).toEqual({ own, few: true });
    }
  });
});
