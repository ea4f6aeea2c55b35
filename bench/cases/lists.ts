/** P4: pages of a track's registrations, filtered and sorted in every way. */
import type { EventFile } from '../../cli/event-file/read.ts';
import { hackathonOf } from '../../cli/seed/hackathon.ts';
import { calmDown, onGround, settle, together, type Ground } from '../ground.ts';
import { load, ms, type Case, type Row } from '../measure.ts';

const connections = 16;
const limit = 50;
const track = 'ai';

/** Everybody is on one track. */
function crowdedTrack(size: number): EventFile {
  const file = hackathonOf({ participants: size, seed: 4 });
  const onTrack = file.super_events.map((hackathon) => ({
    ...hackathon,
    teams: [],
    participants: hackathon.participants.map((person) => ({
      ...person,
      registrations: person.registrations.slice(0, 1).map((registration) => ({ ...registration, track })),
    })),
  }));
  return { ...file, super_events: onTrack };
}

/** People register over weeks; the seed's all came in one moment. */
async function spread({ rows }: Ground): Promise<void> {
  await rows`update registrations.registration set created_at = now() - random() * interval '30 days'`;
  await calmDown(rows);
}

const orders = ['created_at', 'name', 'score'].flatMap((by) =>
  ['asc', 'desc'].map((order) => `sort_by=${by}&sort_order=${order}`),
);
const pages = (size: number) => ({
  first: ['page=1', 'page=1&status=accepted'],
  others: [`page=${Math.ceil(size / limit)}`, 'page=1&search=mar', 'page=1&search=mar&status=accepted'],
});

interface Slowest {
  readonly p95: number;
  readonly query: string;
}

async function slowestOf(queries: readonly string[], measure: (query: string) => Promise<number>): Promise<Slowest> {
  let slowest: Slowest = { p95: 0, query: '' };
  for (const query of queries.flatMap((each) => orders.map((order) => `${each}&${order}`))) {
    const p95 = await measure(query);
    if (p95 > slowest.p95) slowest = { p95, query };
  }
  return slowest;
}

const listsOf = (size: number, amount: number, goals: { first: number; others: number }): Promise<Row[]> =>
  onGround(async (ground) => {
    const headers = await settle(ground, crowdedTrack(size));
    await spread(ground);
    const { port } = await ground.cluster.start('all', together);
    const measure = async (query: string, requests = amount) => {
      const url = `http://127.0.0.1:${port}/events/${track}/registrations?limit=${limit}&${query}`;
      return (await load({ url, headers, connections, amount: requests })).p95;
    };
    const kinds = pages(size);
    await slowestOf([...kinds.first, ...kinds.others], (query) => measure(query, connections));
    const row = async (what: string, queries: readonly string[], most: number): Promise<Row> => {
      const { p95, query } = await slowestOf(queries, measure);
      const figure = `p95 ${ms(p95)} at ${query}`;
      return { id: 'P4', what: `${what} of ${size} registrations`, figure, goal: `< ${most} ms`, met: p95 < most };
    };
    return [
      await row('first page', kinds.first, goals.first),
      await row('last page or search', kinds.others, goals.others),
    ];
  });

export const longLists: Case = {
  id: 'P4',
  run: async ({ large }) => [
    ...(await listsOf(10_000, 320, { first: 30, others: 100 })),
    ...(large ? await listsOf(100_000, 160, { first: 500, others: 500 }) : []),
  ],
};
