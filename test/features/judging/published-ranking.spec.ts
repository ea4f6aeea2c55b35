/** Which ranking is read where: what was published, and before that the plain one. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Client } from '../../support/client.ts';
import { openWorld } from '../../support/world.ts';
import { hostContests, type Host } from '../../support/judging/contest.ts';
import { judgeUnevenly } from '../../support/judging/uneven.ts';

let host: Host;
let mona: Client;
beforeAll(async () => {
  host = await hostContests(await openWorld());
  mona = host.world.as(await host.world.member(host.acme, 'MEMBER'), host.acme);
});
afterAll(() => host.world.close());

type Line = readonly [rank: number, team: string, score: number];

/** A track that is judged unevenly, and what people of all kinds read there. */
async function ranked() {
  const uneven = await judgeUnevenly(host);
  const { contest, bears, ada, teams } = uneven;
  const byRank = (name: 'plain' | 'fair'): Line[] =>
    teams
      .map((team: any): Line => [team[`${name}_rank`], team.team_name, team[`${name}_score`]])
      .toSorted((a: Line, b: Line) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1));
  const path = `/events/${contest.track.id}/results`;
  const list = async (query = '', by = host.api): Promise<Line[]> =>
    (await by.get(path + query)).body.data.results.map((one: any) => [one.rank, one.team_name, one.overall_score]);
  const table = async (query = ''): Promise<Line[]> =>
    parse((await host.api.get(`${path}/csv${query}`)).text)
      .slice(1)
      .map(([rank, name = '', score]: string[]) => [Number(rank), name, Number(score)]);
  const ofBears = (query = '', by = host.api) => by.get(`/teams/${bears.id}/results${query}`);
  const member = host.world.as(ada, host.acme);
  /** The rank and score of the bears, by the one who reads it. */
  const told = async (query = '', by = host.api) => {
    const { rank, overall_score } = (await ofBears(query, by)).body.data;
    return [rank, 'bears', overall_score];
  };
  const bearsBy = (name: 'plain' | 'fair') => byRank(name).find(([, team]) => team === 'bears');
  return { ...uneven, plain: byRank('plain'), fair: byRank('fair'), path, list, table, ofBears, told, bearsBy, member };
}

describe('Before publication', () => {
  it('organizers and members of the organization read the plain ranking, everywhere', async () => {
    const { plain, list, table, told, bearsBy, path } = await ranked();
    expect([await list(), await list('', mona), await table()]).toEqual([plain, plain, plain]);
    expect(await told()).toEqual(bearsBy('plain'));
    expect((await host.api.get(path)).body.data).not.toHaveProperty('ranking');
  });

  it('organizers read the fair one where they ask for it', async () => {
    const { contest, fair, list, told, bearsBy, path, ofBears } = await ranked();
    expect(await list('?ranking=fair')).toEqual(fair);
    expect((await host.api.get(`${path}?ranking=fair`)).body.data.ranking).toBe('fair');
    expect((await ofBears('?ranking=fair')).body.data).toMatchObject({
      ranking: 'fair',
      explanation: [/./, /./].map(() => expect.any(String)),
    });
    expect(await told('?ranking=fair')).toEqual(bearsBy('fair'));
    const other = await host.contest();
    await other.calculate();
    expect((await host.api.get(`/events/${other.track.id}/results?ranking=fair`)).body.data.results).toEqual([]);
    expect(contest.track.id).not.toBe(other.track.id);
  });

  it('nobody else does, and the team reads nothing', async () => {
    const { path, ofBears, member } = await ranked();
    expect(await mona.get(`${path}?ranking=fair`)).toBeRefused(403, 'PERMISSION_DENIED');
    for (const query of ['', '?ranking=plain', '?ranking=fair']) {
      expect(await ofBears(query, member)).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });
});

describe('After the fair ranking was published', () => {
  it('everybody reads it, everywhere', async () => {
    const { contest, fair, list, table, told, bearsBy, path, member } = await ranked();
    await contest.publish('fair');
    expect([await list(), await list('?ranking=fair'), await list('', mona)]).toEqual([fair, fair, fair]);
    expect([await table(), await table('?ranking=fair')]).toEqual([fair, fair]);
    for (const reader of [host.api, member]) expect(await told('', reader)).toEqual(bearsBy('fair'));
    expect((await host.api.get(path)).body.data.ranking).toBe('fair');
  });

  it('its file has the bounds of each rank behind the documented columns where that is asked for', async () => {
    const { contest, teams, path } = await ranked();
    await contest.publish('fair');
    const [header = '', ...lines] = (await host.api.get(`${path}/csv?ranking=fair`)).text.trim().split('\r\n');
    expect(header).toMatch(/^Rank,Team Name,Overall Score,Calculated At,Fair Rank,Fair Score,Rank Low,Rank High,/);
    for (const line of lines) {
      const cells = line.split(',');
      const own = teams.find(({ team_name }: any) => team_name === cells[1]);
      const { fair_rank, fair_score, rank_low, rank_high, standard_error } = own;
      expect(cells.slice(4).map(Number)).toEqual([fair_rank, fair_score, rank_low, rank_high, standard_error]);
    }
  });

  it('organizers read the plain one where they ask for it, and nobody else does', async () => {
    const { contest, plain, list, table, told, bearsBy, path, ofBears, member } = await ranked();
    await contest.publish('fair');
    expect([await list('?ranking=plain'), await table('?ranking=plain')]).toEqual([plain, plain]);
    expect(await told('?ranking=plain')).toEqual(bearsBy('plain'));
    expect((await host.api.get(`${path}?ranking=plain`)).body.data).not.toHaveProperty('ranking');
    expect((await ofBears('?ranking=plain')).body.data).not.toHaveProperty('explanation');
    expect(await mona.get(`${path}?ranking=plain`)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await ofBears('?ranking=plain', member)).toBeRefused(403, 'PERMISSION_DENIED');
    expect((await ofBears('?ranking=fair', member)).status).toBe(200);
  });
});

describe('After the plain ranking was published', () => {
  it('everybody reads it, and organizers the fair one where they ask for it', async () => {
    const { contest, plain, fair, list, table, told, bearsBy, path, ofBears, member } = await ranked();
    await contest.publish();
    expect([await list(), await list('?ranking=plain'), await list('', mona)]).toEqual([plain, plain, plain]);
    expect([await table(), await table('?ranking=fair')]).toEqual([plain, plain]);
    for (const reader of [host.api, member]) expect(await told('', reader)).toEqual(bearsBy('plain'));
    expect(await list('?ranking=fair')).toEqual(fair);
    expect(await told('?ranking=fair')).toEqual(bearsBy('fair'));
    expect(await mona.get(`${path}?ranking=fair`)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await ofBears('?ranking=fair', member)).toBeRefused(403, 'PERMISSION_DENIED');
  });
});

describe.each(['plain', 'fair'] as const)('What was published, %s', (ranking) => {
  it('stays as it was, whatever is handed in and calculated later, until it is published again', async () => {
    const { contest, bears, usual, list, table, told, ofBears, path, member } = await ranked();
    await contest.publish(ranking);
    const everywhere = async () => [
      await list(),
      await list('', mona),
      (await host.api.get(`${path}/csv`)).text,
      (await ofBears()).text,
      (await ofBears('', member)).text,
    ];
    const withoutIds = (texts: unknown[]) => JSON.stringify(texts).replaceAll(/"request_id\\?":\\?"[^"]*"/g, '');
    const published = withoutIds(await everywhere());
    const first = await told('', member);
    await contest.judged(bears, [10], { judge: usual });
    const { results } = (await contest.calculate()).body.data;
    expect(withoutIds(await everywhere())).toBe(published);

    expect((await contest.publish()).status).toBe(200);
    const second = await told('', member);
    expect(second).not.toEqual(first);
    expect([await list(), await table()].map((lines) => lines.find(([, team]) => team === 'bears'))).toEqual([
      second,
      second,
    ]);
    if (ranking === 'plain') {
      const calculated = results.find(({ team_id }: any) => team_id === bears.id);
      expect(second).toEqual([calculated.rank, 'bears', calculated.overall_score]);
    }
  });

  it('is written to the teams once, and told as a fact each time it differs', async () => {
    const { contest, ada, bears, usual } = await ranked();
    const first = await contest.publish(ranking);
    await contest.calculate();
    expect((await contest.publish(ranking)).text).toBe(first.text);
    const noted = () => host.world.rows`
      select before, after from judging.audit
       where fact = 'results.published' and ids ->> 'event_id' = ${contest.track.id} order by at, id`;
    expect(await noted()).toHaveLength(1);
    await contest.judged(bears, [10], { judge: usual });
    await contest.calculate();
    expect((await contest.publish()).text).toBe(first.text);
    const { notifications_sent_at } = first.body.data;
    const named = ranking === 'fair' ? { ranking } : {};
    expect(await noted()).toEqual([
      { before: { notifications_sent_at: null }, after: { notifications_sent_at, ...named } },
      { before: { notifications_sent_at }, after: { notifications_sent_at, ...named } },
    ]);
    await host.world.nextMailTo(ada.email);
    expect(await host.world.mailsTo(ada.email)).toHaveLength(1);
  });

  it('leaves out teams that were deleted since, and keeps what was published where nothing is ranked any more', async () => {
    const { contest, bears, list, ofBears, member } = await ranked();
    await contest.publish(ranking);
    const before = await list();
    await host.world.rows`delete from judging.assignment where event_id = ${contest.track.id}`;
    await contest.calculate();
    expect(await contest.publish()).toBeRefused(409, 'NOT_READY', { missing: ['results'] });
    expect(await list()).toEqual(before);
    expect((await ofBears('', member)).status).toBe(200);
    await host.api.del(`/super-events/${host.hack.id}/team-management/teams/${bears.id}`);
    expect(await list()).toEqual(before.filter(([, team]) => team !== 'bears'));
  });
});
