/** P4: guarded reads, compared with a rival on the same tables, and with ten times as many people. */
import { isDeepStrictEqual } from 'node:util';
import { hackathonOf } from '../seed/hackathon.ts';
import { againstRival, type Case, grown, notMeasured, progress, refused, type Row } from '../measure.ts';
import { hasNatsServer, noBus, onGround, settle, startOverNats, startTogether, type Ground } from '../ground.ts';
import { compare, inCircle, type Program } from '../load/load.ts';
import { readsOf, type Read } from '../reads.ts';
import { startRival } from '../rival/start.ts';

const taken = { connections: 8, rounds: 3, seconds: 1.5, warming: 1 };
const people = 10_000;
const processes = ['gateway', 'identity', 'organizations', 'events', 'registrations', 'teams', 'judging'];

type Headers = Record<string, string>;

async function onCrowd<T>(size: number, use: (ground: Ground, reads: Read[], headers: Headers) => Promise<T>) {
  return onGround(async (ground) => {
    const headers = await settle(ground, hackathonOf({ participants: size, seed: 4 }));
    return use(ground, await readsOf(ground), headers);
  });
}

const asksOf = ({ paths }: Read, headers: Headers) => inCircle(paths.map((path) => ({ path, headers })));

/** Compares the answers, because a program that answers less is no rival. */
async function expectSameAnswers(programs: Record<string, Program>, { what, paths }: Read, headers: Headers) {
  const answers = await Promise.all(
    Object.values(programs).map(async ({ url }): Promise<unknown> => {
      const answer = await fetch(url + paths[0], { headers });
      return answer.json();
    }),
  );
  const [first, ...others] = answers;
  const other = others.find((answer) => !isDeepStrictEqual(answer, first));
  if (other) throw new Error(`${what} is answered differently: ${JSON.stringify(first)}, ${JSON.stringify(other)}`);
}

/** Returns the rows, and the cost of each read over NATS. */
async function besideTheRival(): Promise<{ rows: Row[]; costs: Map<string, number> }> {
  return onCrowd(people, async (ground, reads, headers) => {
    const rival = await startRival('reads.ts', { DATABASE_URL: ground.databaseUrl });
    const programs = {
      muster: await startOverNats(ground, processes),
      rival: { url: rival.url, spent: ground.spentBy([rival], 'without a bus') },
      together: await startTogether(ground),
    };
    const rows: Row[] = [];
    const costs = new Map<string, number>();
    try {
      for (const read of reads) {
        await expectSameAnswers(programs, read, headers);
        const loads = await compare(programs, { ...taken, asks: asksOf(read, headers) });
        rows.push(progress(againstRival({ id: 'P4', what: read.what, most: 2 }, loads)));
        costs.set(read.what, loads.muster.cpu);
      }
    } finally {
      rival.stop();
    }
    return { rows, costs };
  });
}

async function withTenTimes(costs: ReadonlyMap<string, number>): Promise<Row[]> {
  return onCrowd(people * 10, async (ground, reads, headers) => {
    const programs = { muster: await startOverNats(ground, processes) };
    const rows: Row[] = [];
    for (const read of reads) {
      const about = { id: 'P4', what: `${read.what}, ten times the people`, most: 1.5 };
      const row = await compare(programs, { ...taken, asks: asksOf(read, headers) }).then(
        ({ muster }) => grown(about, { before: costs.get(read.what) ?? NaN, after: muster.cpu }),
        (error: unknown) => refused(about, error),
      );
      rows.push(progress(row));
    }
    return rows;
  });
}

export const guardedReads: Case = {
  ids: ['P4'],
  async run() {
    if (!hasNatsServer) return [notMeasured('P4', 'guarded reads', "≤ 2.00 × the rival's CPU", noBus)];
    const { rows, costs } = await besideTheRival();
    return [...rows, ...(await withTenTimes(costs))];
  },
};
