/** Shows which processes run and how many people are scanned. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Config } from '../../shared/process/config.ts';
import { outliveTheBus } from '../../shared/process/ending.ts';
import { joinBus, type Onlooker } from '../../services/onlooker.ts';
import { ownerQuery } from '../../shared/database/embedded.ts';
import { nextForBus, nobodyRuns, reachBus } from '../bus.ts';
import { readOrFail, withDatabaseOf, withOwner } from '../database.ts';
import { wordsOf } from '../doctor/finding.ts';
import { CommandFailure, exitCodes, type ExitCode, type Output } from '../output.ts';
import { recentScans } from '../status/scans.ts';
import { statusText, type Status } from '../status/show.ts';
import { within } from '../within.ts';

interface StatusOptions {
  watch?: boolean | undefined;
}
/** Milliseconds between two looks, and until the database counts as unreachable. */
const [round, patience] = [2_000, 5_000];

/** Shows the state once, or repeatedly until interrupted. */
export function status({ watch = false }: StatusOptions, output: Output): Promise<ExitCode> {
  const given = readOrFail();
  // The login of check-in is enough, because only its tables are read.
  const config = { ...given, databaseUrl: given.databaseUrl ?? given.databaseUrlFor('check-in') };
  return withDatabaseOf(config, output, (url) =>
    withOwner(url, async (db) => {
      const onlooker = config.nats && (await join(config, config.nats, output));
      const look = () => statusOf(config, onlooker, db);
      try {
        return await (watch ? keepLooking(look, output) : lookOnce(look, output));
      } finally {
        await onlooker?.leave();
      }
    }),
  );
}

async function join(config: Config, nats: NonNullable<Config['nats']>, output: Output): Promise<Onlooker> {
  output.progress('Joining the bus');
  await reachBus(nats.servers, nats).catch((error: unknown) => {
    throw new CommandFailure(`The bus was not reached: ${wordsOf(error)}.`, nextForBus(error));
  });
  return joinBus(config);
}

async function lookOnce(look: () => Promise<Status>, output: Output): Promise<ExitCode> {
  const found = await look();
  output.answer(found, statusText(found, output.styledAnswer));
  if (found.problems.length === 0) return exitCodes.done;
  output.say('Run muster doctor to see what to do.');
  return exitCodes.failed;
}

/** Shows errors and goes on looking. */
async function keepLooking(look: () => Promise<Status>, output: Output): Promise<ExitCode> {
  const over = new AbortController();
  const { signal } = over;
  void once(process, 'SIGINT', { signal }).then(
    () => over.abort(),
    () => undefined,
  );
  outliveTheBus();
  while (!signal.aborted) {
    const found = await look();
    if (!signal.aborted) output.refresh(found, statusText(found, output.styledAnswer));
    await pause(round, undefined, { signal }).catch(() => undefined);
  }
  return exitCodes.done;
}

async function statusOf(config: Config, onlooker: Onlooker | undefined, db: EntityManager): Promise<Status> {
  const problems: string[] = [];
  const scans = await within(patience, recentScans(db)).catch((error: unknown) => {
    problems.push(`The database does not answer: ${wordsOf(error)}.`);
    return null;
  });
  const services = onlooker?.look() ?? null;
  const bus = onlooker ? (services ? 'connected' : 'lost') : 'none';
  if (bus === 'lost') problems.push('The bus is not connected.');
  const absent = nobodyRuns(services ?? []);
  if (absent) problems.push(absent);
  const process = scans && bus === 'none' && !config.databaseUrl ? await processOf(config.dataDir, db) : null;
  if (process && process.pid === null) problems.push(`No service has ${process.data_dir} open: npm start.`);
  return { at: new Date().toISOString(), bus, services, process, scans, problems };
}

async function processOf(data_dir: string, db: EntityManager): Promise<NonNullable<Status['process']>> {
  const { rows } = await sql.raw<{ pid: number }>(ownerQuery).execute(db.getKysely());
  return { data_dir, pid: rows[0]?.pid ?? null };
}
