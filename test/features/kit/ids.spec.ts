import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Tables whose ids must not be guessable, or that have none. */
const random = ['onboarding.invite', 'events.role_invite', 'identity.session'];

describe('The id of a row', () => {
  it('is ordered by time, but where it must not be guessed', async () => {
    const columns = await world.rows<{ name: string; source: string }>`
      select table_schema || '.' || table_name as name, column_default as source from information_schema.columns
       where column_name = 'id' and column_default like '%uuid%' order by 1`;
    expect(columns.length).toBeGreaterThan(20);
    expect(
      columns
        .filter(({ source }) => source !== 'uuidv7()')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(random.sort());
  });
});

describe('A list of rows from one request', () => {
  it('is listed in the order of the request', async () => {
    const acme = await world.organization();
    const track = await world.track(await world.superEvent(acme));
    const judges = await Promise.all(Array.from({ length: 20 }, () => world.person()));
    for (const judge of judges) await world.role(judge, track, 'JUDGE');
    const olga = world.as(await world.member(acme, 'OWNER'), acme);
    const judge_user_ids = judges
      .map(({ id }) => id)
      .sort()
      .reverse();
    const team = await world.team(track, []);
    await olga.post(`/events/${track.id}/assignments/bulk`, { judge_user_ids, team_id: team.id });
    const { assignments } = (await olga.get(`/events/${track.id}/assignments`)).body.data;
    expect(assignments.map((each: { judge_user_id: string }) => each.judge_user_id)).toEqual(judge_user_ids);
  });
});
