/** Runs the processes of a load test and adds up what they say. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CommandFailure } from '../output.ts';
import type { Job, Said, Tally } from './storm.ts';

const program = fileURLToPath(new URL('storm.ts', import.meta.url));
const execArgv = [...process.execArgv, '--import', new URL('../../shared/kit/typed.js', import.meta.url).href];

export interface Storms extends Omit<Job, 'turn' | 'turns'> {
  readonly processes: number;
  /** Lets no more be sent; what is under way is waited for. */
  readonly signal: AbortSignal;
  readonly progress: (sum: Tally) => void;
}
export interface Outcome {
  readonly tally: Tally;
  /** Milliseconds, ascending. */
  readonly times: Float64Array;
  readonly seconds: number;
}

export async function runStorms({ processes, signal, progress, ...job }: Storms): Promise<Outcome> {
  const tallies = new Map<number, Tally>();
  const begun = performance.now();
  const tell = (turn: number, tally: Tally) => {
    tallies.set(turn, tally);
    progress(sumOf([...tallies.values()]));
  };
  const each = (_: unknown, turn: number) =>
    runStorm({ ...job, rate: job.rate / processes, turn, turns: processes }, signal, (tally) => tell(turn, tally));
  const times = await Promise.all(Array.from({ length: processes }, each));
  const all = Float64Array.from(times.flatMap((part) => [...part])).sort();
  return { tally: sumOf([...tallies.values()]), times: all, seconds: (performance.now() - begun) / 1_000 };
}

async function runStorm(job: Job, signal: AbortSignal, tell: (tally: Tally) => void): Promise<Float64Array> {
  const child = fork(program, [], { execArgv, serialization: 'advanced' });
  let times: Float64Array | undefined;
  child.on('message', (said: Said) => {
    if ('times' in said) times = said.times;
    tell('tally' in said ? said.tally : said.over);
  });
  const end = () => void (child.connected && child.send('over'));
  signal.addEventListener('abort', end);
  child.send(job);
  await once(child, 'exit');
  signal.removeEventListener('abort', end);
  if (times) return times;
  throw new CommandFailure('A process that sends scans died.', 'Look at what it printed; perhaps memory ran out.');
}

function sumOf(tallies: readonly Tally[]): Tally {
  const sum: Tally = { sent: 0, first: 0, again: 0, unknown: 0, refused: {}, failed: {} };
  for (const each of tallies) {
    for (const name of ['sent', 'first', 'again', 'unknown'] as const) sum[name] += each[name];
    for (const name of ['refused', 'failed'] as const) {
      for (const [what, count] of Object.entries(each[name])) sum[name][what] = (sum[name][what] ?? 0) + count;
    }
  }
  return sum;
}
