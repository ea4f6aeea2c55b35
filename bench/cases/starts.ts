/** P8: the time from start to first answer, and the memory of an idle service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster } from '../../test/support/cluster.ts';
import { median, ms, timed, type Case, type Row } from '../measure.ts';
import { resident } from '../process.ts';

const rounds = 3;
/** Milliseconds until a process has released the memory it started with. */
const rest = 5_000;

async function startAndStop(cluster: Cluster, directory: string, atRest?: (megabytes: number) => void) {
  const own = { DATABASE_URL: '', NATS_URL: '', DATA_DIR: directory };
  let started: Awaited<ReturnType<Cluster['start']>> | undefined;
  const time = await timed(async () => {
    started = await cluster.start('all', own);
    const answer = await fetch(`http://127.0.0.1:${started.port}/openapi.json`);
    if (answer.status !== 200) throw new Error(`The first answer was ${answer.status}.`);
  });
  if (atRest && started) {
    await pause(rest);
    atRest((await resident(started)) ?? NaN);
  }
  started?.signal('SIGTERM');
  await started?.ended;
  return time;
}

export const starts: Case = {
  ids: ['P8'],
  async run(): Promise<Row[]> {
    const cluster = await Cluster.open('', { bus: false });
    const [cold, warm, sizes]: number[][] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      const directory = await mkdtemp(join(tmpdir(), 'muster-bench-'));
      cold?.push(await startAndStop(cluster, directory));
      warm?.push(await startAndStop(cluster, directory, (megabytes) => sizes?.push(megabytes)));
      await rm(directory, { recursive: true, force: true });
    }
    await cluster.close();
    const [first, again, size] = [median(cold ?? []), median(warm ?? []), median(sizes ?? [])];
    return [
      {
        id: 'P8',
        what: 'first start, embedded, to the first 200',
        figure: ms(first),
        goal: '< 6 s',
        met: first < 6_000,
      },
      { id: 'P8', what: 'start on what is there', figure: ms(again), goal: '< 2.5 s', met: again < 2_500 },
      {
        id: 'P8',
        what: 'memory of the process at rest',
        figure: Number.isNaN(size) ? '–' : `${Math.round(size)} MB`,
        goal: '< 250 MB',
        met: Number.isNaN(size) ? null : size < 250,
      },
    ];
  },
};
