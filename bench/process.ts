/** Memory and CPU time of processes, from Linux's /proc; unavailable elsewhere. */
import { readdir, readFile } from 'node:fs/promises';
import type { Process } from '../test/support/cluster.ts';

export const isTold = process.platform === 'linux';

/** The page size of Linux in bytes, on the processors this runs on. */
const page = 4_096;
/** Milliseconds per clock tick; Linux always reports hundredths of a second. */
const tick = 10;

/** Returns megabytes of resident memory; undefined on another system. */
export async function resident({ pid }: Pick<Process, 'pid'>): Promise<number | undefined> {
  if (!isTold) return undefined;
  const pages = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1];
  return (Number(pages) * page) / 1_048_576;
}

/** Returns by how many megabytes these processes grow at most during the work; NaN where the system does not tell. */
export async function growth(each: readonly Process[], work: () => Promise<unknown>): Promise<number[]> {
  const held = () => Promise.all(each.map(async (one) => (await resident(one)) ?? NaN));
  const before = await held();
  const most = [...before];
  const look = async () => {
    for (const [place, now] of (await held()).entries()) most[place] = Math.max(most[place] ?? NaN, now);
  };
  const timer = setInterval(() => void look(), 20);
  await work().finally(() => clearInterval(timer));
  return most.map((megabytes, place) => megabytes - (before[place] ?? NaN));
}

/** Milliseconds of CPU time so far. */
export type Spent = Readonly<Record<'node' | 'postgres' | 'nats', number>>;
export type Meter = () => Promise<Spent>;

interface Parts {
  /** Processes of the product, or of its rival. */
  readonly node: readonly number[];
  /** The ancestor of all PostgreSQL processes. */
  readonly postmaster: number;
  readonly nats?: number | undefined;
}

export const meterOf =
  ({ node, postmaster, nats }: Parts): Meter =>
  async () => {
    if (!isTold) return { node: NaN, postgres: NaN, nats: NaN };
    const all = await processes();
    const own = (pid: number) => all.find((each) => each.pid === pid)?.own ?? ended(pid);
    const parent = all.find(({ pid }) => pid === postmaster) ?? ended(postmaster);
    const children = all.filter((each) => each.parent === postmaster);
    return {
      node: sum(node.map(own)),
      postgres: parent.own + parent.ofEnded + sum(children.map((each) => each.own)),
      nats: nats === undefined ? 0 : own(nats),
    };
  };

const ended = (pid: number): never => {
  throw new Error(`Process ${pid} ended while it was measured.`);
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface Entry {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  /** Its own milliseconds, with those of its ended children. */
  readonly own: number;
  readonly ofEnded: number;
}

async function processes(): Promise<Entry[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(pids.map((pid) => entryOf(Number(pid)).catch(() => undefined)));
  return entries.filter((entry) => entry !== undefined);
}

/** Reads an entry of /proc. A name may contain spaces and brackets, so fields are counted from the last bracket. */
async function entryOf(pid: number): Promise<Entry> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = NaN, user = NaN, system = NaN, ofEndedUser = NaN, ofEndedSystem = NaN] = [
    fields[1],
    ...fields.slice(11, 15),
  ];
  return { pid, name, parent, own: (user + system) * tick, ofEnded: (ofEndedUser + ofEndedSystem) * tick };
}

/** Returns the parent of a process. */
export async function parentOf(pid: number): Promise<number> {
  return isTold ? (await entryOf(pid)).parent : NaN;
}
export async function childNamed(name: string): Promise<number | undefined> {
  if (!isTold) return undefined;
  return (await processes()).find((each) => each.parent === process.pid && each.name === name)?.pid;
}
