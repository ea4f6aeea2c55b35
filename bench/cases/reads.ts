/** P4: guarded reads, against a rival that asks the same of the same tables, and with ten times as many people. */
import { isDeepStrictEqual } from 'node:util';
import { hackathonOf } from '../../cli/seed/hackathon.ts';
import { hasNatsServer, noBus, onGround, settle, startOverNats, startTogether, type Ground } from '../ground.ts';
import { inCircle } from '../load/asks.ts';
import { compare } from '../load/compare.ts';
import type { Load, Program } from '../load/load.ts';
import { atMost, ms, notMeasured, times, type Case, type Row } from '../measure.ts';
import { readsOf, type Read } from '../reads.ts';
import { startRival } from '../rival/start.ts';

const taken = { connections: 16, rounds: 3, seconds: 1.5, warming: 1 };
const people = 10_000;
const processes = ['gateway', 'identity', 'organizations', 'events', 'registrations', 'teams', 'judging'];

type Headers = Record<string, string>;

async function onCrowd<T>(size: number, use: (ground: Ground, reads: Read[], headers: Headers) => Promise<T>) {
  return onGround(async (ground) => {
    const headers = await settle(ground, hackathonOf({ participants: size, seed: 4 }));
    return use(ground, await readsOf(ground), headers);
  });
}

async function against(programs: Record<string, Program>, read: Read, headers: Headers) {
  await expectSameAnswers(programs, read, headers);
  const asks = inCircle(read.paths.map((path) => ({ path, headers })));
  return compare(programs, { ...taken, asks });
}

/** Whoever answers less is no rival. */
async function expectSameAnswers(programs: Record<string, Program>, { what, paths }: Read, headers: Headers) {
  const answers = await Promise.all(
    Object.values(programs).map(async ({ url }) => {
      const answer = await fetch(url + paths[0], { headers });
      return answer.json();
    }),
  );
  const [first, ...others] = answers;
  const other = others.find((answer) => !isDeepStrictEqual(answer, first));
  if (other) throw new Error(`${what} is answered differently: ${JSON.stringify(first)}, ${JSON.stringify(other)}`);
}

const nobody = { cpu: NaN } as Load;

function rowOf({ what }: Read, { muster = nobody, together = nobody, rival = nobody }: Record<string, Load>): Row {
  const [ratio, alone] = [muster.cpu / rival.cpu, together.cpu / rival.cpu];
  const figure = `${times(ratio)} (${ms(muster.cpu)}, rival ${ms(rival.cpu)}), in one process ${times(alone)}`;
  return {
    ...{ id: 'P4', what, figure, ...atMost(2, "the rival's CPU", ratio) },
    compared: { unit: 'ms of CPU', muster: muster.cpu, rival: rival.cpu, together: together.cpu },
  };
}

async function againstRival(): Promise<{ rows: Row[]; costs: Map<string, number> }> {
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
        const loads = await against(programs, read, headers);
        rows.push(rowOf(read, loads));
        costs.set(read.what, loads.muster?.cpu ?? NaN);
      }
    } finally {
      rival.stop();
    }
    return { rows, costs };
  });
}

async function withTenTimes(costs: ReadonlyMap<string, number>): Promise<Row[]> {
  return onCrowd(people * 10, async (ground, reads, headers) => {
    const muster = await startOverNats(ground, processes);
    const rows: Row[] = [];
    for (const read of reads) {
      const { muster: load = nobody } = await against({ muster }, read, headers);
      const before = costs.get(read.what) ?? NaN;
      const growth = load.cpu / before;
      const figure = `${times(growth)} (${ms(before)}, then ${ms(load.cpu)})`;
      const what = `${read.what}, ten times the people`;
      rows.push({ id: 'P4', what, figure, ...atMost(1.5, 'the CPU', growth) });
    }
    return rows;
  });
}

export const guardedReads: Case = {
  ids: ['P4'],
  async run() {
    if (!hasNatsServer) return [notMeasured('P4', 'guarded reads', "≤ 2.00 × the rival's CPU", noBus)];
    const { rows, costs } = await againstRival();
    return [...rows, ...(await withTenTimes(costs))];
  },
};
