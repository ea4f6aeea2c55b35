import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Contest, hostContests, type Host } from '../../support/judging/contest.ts';
import { openWorld } from '../../support/world.ts';

let host: Host;
beforeAll(async () => {
  host = await hostContests(await openWorld());
});
afterAll(() => host.world.close());

/** A judged track of a hackathon of its own: bees, of Ada alone, are better than ants. */
async function contested() {
  const { world, acme, api } = host;
  const hack = await world.superEvent(acme, { gallery: 'open' });
  const contest = new Contest(world, await world.track(hack), api);
  await contest.criterion('1');
  const ada = await world.person();
  const place = await world.registered(ada, contest.track);
  const [bees, ants] = [await contest.team('Bees', [ada]), await contest.team('Ants')];
  const judge = await contest.judge();
  await contest.judged(bees, [9], { judge });
  await contest.judged(ants, [5], { judge });
  const me = world.as(ada, acme);
  const teams = `/super-events/${hack.id}/team-management/teams`;
  const plan = (body: object = {}) =>
    api.post(`/events/${contest.track.id}/assignments/plan`, { reviews_per_team: 1, ...body });
  return { hack, contest, ada, place, bees, ants, judge, me, teams, plan };
}
type Contested = Awaited<ReturnType<typeof contested>>;

const cancel = ({ me, place }: Contested) => me.post(`/registrations/${place.id}/cancel`);

const ways: Record<string, (made: Contested) => Promise<unknown>> = {
  'cancels their registration': cancel,
  'is rejected': ({ place }) => host.api.patch(`/registrations/${place.id}/status`, { status: 'rejected' }),
  'is removed from it': ({ teams, bees, ada }) => host.api.post(`${teams}/${bees.id}/members/${ada.id}/remove`, {}),
  'is moved to another team': ({ hack, contest, ants, ada }) =>
    host.api.patch(`/super-events/${hack.id}/team-management/builders/${ada.id}/track`, {
      targetTrackId: contest.track.id,
      targetTeamId: ants.id,
    }),
};

describe('A team whose only member', () => {
  it.each(Object.keys(ways))('%s is left out of plans and of the ranking, and stays for organizers', async (way) => {
    const made = await contested();
    const { contest, bees, ants, teams, plan } = made;
    expect(await contest.ranking()).toEqual([
      [1, 'Bees', 9],
      [2, 'Ants', 5],
    ]);
    await ways[way]?.(made);
    expect((await contest.list()).body.data.results.map((one: any) => one.team_name)).toEqual(['Ants']);
    expect(await contest.ranking()).toEqual([[1, 'Ants', 5]]);
    await contest.judge();
    const { created, skipped } = (await plan({ reviews_per_team: 2 })).body.data;
    expect({ created, skipped }).toEqual({ created: 1, skipped: [{ team_id: bees.id, reason: 'EMPTY' }] });
    const { team } = (await host.api.get(`${teams}/${bees.id}`)).body.data;
    expect(team).toMatchObject({ name: 'Bees', members: [] });
    const managed = (await host.api.get(teams)).body.data.teams.find((one: any) => one.id === bees.id);
    expect(managed.recruitingStatus).toBe('closed');
    expect((await host.api.get(`${teams}/${ants.id}`)).status).toBe(200);
  });
});

describe('A team that never had a member', () => {
  it('is not judged either, until somebody is in it', async () => {
    const { contest, teams, plan } = await contested();
    const cats = await contest.team('Cats', []);
    const skipped = async () => (await plan({ dry_run: true })).body.data.skipped;
    expect(await skipped()).toEqual([{ team_id: cats.id, reason: 'EMPTY' }]);
    await contest.judged(cats, [10]);
    expect((await contest.ranking()).map(([, name]) => name)).toEqual(['Bees', 'Ants']);
    const cem = await host.world.person();
    await host.world.registered(cem, contest.track);
    expect((await host.api.post(`${teams}/${cats.id}/members`, { userId: cem.id })).status).toBe(200);
    expect(await skipped()).toEqual([]);
    expect((await contest.ranking()).map(([, name]) => name)).toEqual(['Cats', 'Bees', 'Ants']);
  });

  it('leaves a track without others nothing to plan', async () => {
    const { world } = host;
    const track = await world.track(host.hack);
    const contest = new Contest(world, track, host.api);
    await contest.team('Cats', []);
    await contest.judge();
    const answer = await host.api.post(`/events/${track.id}/assignments/plan`, { reviews_per_team: 1 });
    expect(answer).toBeRefused(409, 'NOT_PLANNABLE', { missing: ['teams'] });
  });
});

/** Both teams entered for a prize. */
async function entered(by: 'judges' | 'ranking') {
  const made = await contested();
  const { hack, judge, bees, ants } = made;
  const { api } = host;
  const { prize } = (await api.post(`/super-events/${hack.id}/prizes`, { name: 'Best data', by })).body.data;
  const path = `/prizes/${String(prize.id)}`;
  if (by === 'judges') await api.patch(path, { judge_user_ids: [judge.id] });
  for (const team of [bees, ants]) {
    await api.post('/submissions', { team_id: team.id, title: team.name, prize_ids: [prize.id] });
  }
  const publish = () => api.post(`${path}/publish`);
  const choose = (...team_ids: string[]) => api.post(`${path}/winners`, { team_ids });
  const winners = async (client = api) =>
    (await client.get(`/super-events/${hack.id}/prizes`)).body.data.prizes[0].winners.map((one: any) => one.team_name);
  const won = async () =>
    (await api.get(`/super-events/${hack.slug}/projects`)).body.data.projects
      .filter((one: any) => one.prizes_won.length > 0)
      .map((one: any) => one.team.name);
  return { ...made, path, publish, choose, winners, won };
}

describe('A prize', () => {
  it('by the ranking goes to the next, where nobody is in the best team', async () => {
    const made = await entered('ranking');
    const { contest, publish, winners, won } = made;
    await contest.calculate();
    await contest.publish();
    await cancel(made);
    expect((await publish()).body.data.winners.map((one: any) => one.team_name)).toEqual(['Ants']);
    expect([await winners(), await won()]).toEqual([['Ants'], ['Ants']]);
  });

  it('that was chosen or published is not won by a team that nobody is left in', async () => {
    const made = await entered('judges');
    const { bees, ants, path, choose, publish, winners, won } = made;
    await choose(bees.id, ants.id);
    await publish();
    expect([await winners(), await won()]).toEqual([
      ['Bees', 'Ants'],
      ['Ants', 'Bees'],
    ]);
    await cancel(made);
    expect([await winners(), await won()]).toEqual([['Ants'], ['Ants']]);
    expect((await publish()).body.data.winners).toHaveLength(1);
    expect(await choose(bees.id)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'team_ids', code: 'notEntered' })],
    });
    const { skipped, created } = (await host.api.post(`${path}/plan`, { per_team: 1 })).body.data;
    expect({ skipped, created }).toEqual({ skipped: [{ team_id: bees.id, reason: 'EMPTY' }], created: 1 });
  });

  it('cannot be published for nobody', async () => {
    const made = await entered('judges');
    await made.choose(made.bees.id);
    await cancel(made);
    expect(await made.publish()).toBeRefused(409, 'NOT_READY', { missing: ['winners'] });
  });
});
