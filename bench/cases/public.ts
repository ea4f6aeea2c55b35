/**
 * P13: public reads from the gateway's cache, compared with the same bytes from the memory of a bare Fastify. P14:
 * searching a school while typing, with a new term each time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { hackathonOf } from '../seed/hackathon.ts';
import { calmDown, hasNatsServer, noBus, onGround, settle, startOverNats, type Ground } from '../ground.ts';
import { compare, inCircle, load, onceEach, type Program } from '../load/load.ts';
import { atMost, ms, notMeasured, partsOf, progress, times, type Case, type Row } from '../measure.ts';
import { startRival } from '../rival/start.ts';

const taken = { connections: 32, rounds: 5, seconds: 2, warming: 2 };
const seconds = 10;
const what = 'GET /super-events/:slug/public';
const goal = "≤ 2.00 × the rival's CPU";

const [values, searchMs] = [13_000, 50];
const searching = `GET /super-events/:slug/lists/:name of ${values} values`;
const searchGoal = `< ${searchMs} ms of CPU`;

export const publicReads: Case = {
  ids: ['P13', 'P14'],
  async run(isWanted) {
    if (!hasNatsServer) {
      return [notMeasured('P13', what, goal, noBus), notMeasured('P14', searching, searchGoal, noBus)];
    }
    return onGround(async (ground) => {
      await settle(ground, hackathonOf({ participants: 1_000, seed: 13 }));
      const others = 'identity,organizations,events,registrations,teams,judging';
      const muster = await startOverNats(ground, ['gateway', others]);
      const read = isWanted('P13') ? await measure(ground, muster) : [];
      return isWanted('P14') ? [...read, await search(ground, muster)] : read;
    });
  },
};

const newest = async ({ rows }: Ground) =>
  (
    await rows<{ id: string; slug: string; organization_id: string }>`
      select id, slug, organization_id from events.super_event order by created_at desc limit 1`
  )[0] ?? { id: '', slug: '', organization_id: '' };

async function measure(ground: Ground, muster: Program): Promise<Row[]> {
  const path = `/super-events/${(await newest(ground)).slug}/public`;
  const rival = await startRival('memory.ts', { FROM: muster.url + path });
  try {
    const asks = inCircle([{ path, headers: {} }]);
    const programs = { muster, rival: { url: rival.url, spent: ground.spentBy([rival], 'without a bus') } };
    const loads = await compare(programs, { ...taken, asks });
    const ratio = loads.muster.cpu / loads.rival.cpu;
    const figure = `${times(ratio)} (${ms(loads.muster.cpu)}; rival ${ms(loads.rival.cpu)}), ${Math.round(loads.muster.rate)}/s`;
    const cost = progress({ id: 'P13', what, figure, ...atMost(2, "the rival's CPU", ratio) });
    const before = await questions(ground);
    const begun = performance.now();
    const { rate } = await load(muster, asks, { connections: taken.connections, seconds });
    const took = (performance.now() - begun) / 1_000;
    // The first one belongs to the second before.
    const each = ((await questions(ground)) - before - 1) / took;
    const asked = `${each.toFixed(2)}/s at ${Math.round(rate)} readers a second`;
    return [
      cost,
      progress({ id: 'P13', what: 'what it asks of the database', figure: asked, goal: '≤ 1/s', met: each <= 1 }),
    ];
  } finally {
    rival.stop();
  }
}

/** How often prizes were read: once for each query, and by nothing else. */
async function questions({ rows }: Ground): Promise<number> {
  // PostgreSQL publishes its counters with a delay of a second.
  await pause(1_500);
  const [found] = await rows<{ n: number }>`
    select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as n
      from pg_stat_user_tables where schemaname = 'events' and relname = 'prize'`;
  return found?.n ?? 0;
}

const kinds = ['University', 'Technical University', 'College', 'High School', 'Institute of Technology'];

/** Asks as somebody does who types the names of schools. */
async function search(ground: Ground, muster: Program): Promise<Row> {
  const { id, slug, organization_id } = await newest(ground);
  const names = Array.from({ length: values }, (_, n) => `${kinds[n % kinds.length]} of ${townOf(n)} ${n}`);
  await ground.rows`
    with list as (
      insert into events.choice_list (organization_id, name, value_count) values (${organization_id}, 'schools', ${values})
      returning id
    ), field as (
      insert into events.registration_field (super_event_id, field_type, label, choices)
      values (${id}, 'select', 'School', 'schools')
    )
    insert into events.choice_value (list_id, position, value)
    select id, position, value from list, unnest(${names}::text[]) with ordinality as v (value, position)`;
  await calmDown(ground.rows);
  const ask = (questions: readonly string[]) =>
    onceEach((index) => {
      const q = questions[index];
      const path = `/super-events/${slug}/lists/schools?q=${encodeURIComponent(q ?? '')}`;
      return q === undefined ? undefined : { path, headers: {} };
    });
  const [broad, usual] = [ask(broadOnes), ask(typedOf(names))];
  await load(muster, usual, { connections: 4, seconds: 2 });
  const loaded = await load(muster, usual, { connections: 4, seconds: 3 });
  const worst = await load(muster, broad, { connections: 4, seconds: 3 });
  const figure = `${partsOf(loaded)}; of two letters that most have ${partsOf(worst)}`;
  return progress({ id: 'P14', what: searching, figure, goal: searchGoal, met: worst.cpu < searchMs });
}

const letters = [...'abcdefghilmnorstuvw'];
/** Each query once, because answers are cached for a moment. */
const broadOnes = letters.flatMap((one) =>
  letters.flatMap((other) => ['', 'e'].map((last) => `${one} ${other}${last}`)),
);
const typedOf = (names: readonly string[]) => [
  ...new Set(names.flatMap((name, n) => [name.slice(0, 1 + (n % name.length)), `${name.slice(0, 3)} ${n}`])),
];

const syllables = ['ber', 'lin', 'mainz', 'ham', 'burg', 'kiel', 'ulm', 'graz', 'wien', 'bern'];
/** Two of the syllables: a town for every hundredth school. */
const townOf = (n: number) => `${syllables[Math.floor(n / 10) % 10]}${syllables[n % 10]}`;
