/**
 * Services that a worker keeps from one spec to the next: to start them, and to let PostgreSQL plan every statement anew,
 * takes longer than most specs. Before they are lent again, their database loses all rows that were not there at the start.
 * A spec that changed more than rows, or left something running, is found out, and the next one gets new services.
 */
import { startServices, type Processes } from '../processes.ts';
import { openRows, type OwnerConnection } from '../rows.ts';
import { cloneTemplate } from '../template.ts';
import { onEnd } from './ending.ts';
import { asReplica, contentsOf, emptied, filledTables, isQuiet, structureOf } from './traces.ts';

interface Kept {
  readonly databaseUrl: string;
  readonly processes: Processes;
  /** For the spec, and for what is done between two of them: without triggers and references. */
  readonly owner: OwnerConnection;
  readonly replica: OwnerConnection;
  /** Tables in which services left something when they started, what it was, and how the database was built. */
  readonly filled: readonly string[];
  readonly contents: string;
  readonly structure: string;
  readonly close: () => Promise<void>;
  isLent: boolean;
}

/** By the ways between them: over the bus or not, and through a pooler or not. */
const kept = new Map<string, Kept>();

/** Services as they are after their start; undefined where this spec has them already. */
export async function borrow(): Promise<Pick<Kept, 'databaseUrl' | 'processes' | 'owner'> | undefined> {
  const overBus = Boolean(globalThis.overBus);
  const ways = JSON.stringify([overBus, Boolean(globalThis.throughPooler)]);
  let found = kept.get(ways);
  if (found?.isLent) return undefined;
  if (found && !(await isAsNew(found))) {
    await end(ways, found);
    found = undefined;
  }
  found ??= await start(overBus);
  kept.set(ways, found);
  found.isLent = true;
  return found;
}

/** Has to be called with what was borrowed, once nothing more is asked of it. */
export function giveBack(processes: Processes): void {
  for (const each of kept.values()) if (each.processes === processes) each.isLent = false;
}

// Nobody knows who still uses what a spec did not give back.
onEnd(async (which) => {
  for (const [ways, each] of kept) if (which === 'all' || each.isLent) await end(ways, each);
});

async function end(ways: string, { close }: Kept): Promise<void> {
  kept.delete(ways);
  await close();
}

/**
 * One of the servers that were started for the whole run. Each worker has two: services through a pooler have another
 * database, and on a common bus they would answer the calls of those without.
 */
function busOfWorker(): string | undefined {
  const buses = process.env.TEST_NATS_URLS?.split(' ') ?? [];
  return buses[2 * (Number(process.env.JEST_WORKER_ID ?? 1) - 1) + Number(Boolean(globalThis.throughPooler))];
}

async function start(overBus: boolean): Promise<Kept> {
  const { url, drop } = await cloneTemplate();
  const processes = await startServices(url, {}, { overBus, natsUrl: overBus ? busOfWorker() : undefined });
  const [owner, replica] = [openRows(url), openRows(asReplica(url))];
  const { rows } = replica;
  const filled = await filledTables(rows);
  return {
    databaseUrl: url,
    processes,
    owner,
    replica,
    filled,
    contents: await contentsOf(rows, filled),
    structure: await structureOf(rows),
    async close() {
      await processes.stop();
      await Promise.all([owner.end(), replica.end()]);
      await drop();
    },
    isLent: false,
  };
}

/** Whether all could be undone that was done since the start. */
async function isAsNew({ processes, replica: { rows }, filled, contents, structure }: Kept): Promise<boolean> {
  if (!(await areReady(processes)) || !(await isQuiet(rows))) return false;
  if ((await structureOf(rows)) !== structure) return false;
  if (!(await emptied(rows, filled))) return false;
  await processes.clearFiles();
  return (await contentsOf(rows, filled)) === contents;
}

async function areReady({ gateway, services }: Processes): Promise<boolean> {
  const answers = await Promise.all(
    [gateway, services].map(({ adminPort }) =>
      fetch(`http://127.0.0.1:${adminPort}/ready`).then(
        async (response) => (await response.text(), response.status),
        () => 0,
      ),
    ),
  );
  return answers.every((status) => status === 200);
}
