/** Shows which processes run and how many people are scanned. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Config } from '../../shared/process/config.ts';
import { ignoreBusDisconnects } from '../../shared/process/ending.ts';
import { joinBus, type ServiceProcesses, type BusObserver } from '../../services/observer.ts';
import { table } from '../../shared/base/words.ts';
import { ownerQuery } from '../../shared/database/embedded.ts';
import { busAdvice, missingServices, reachBus } from '../bus.ts';
import { withOwner } from '../../shared/database/session.ts';
import { readOrFail, withDatabaseOf } from '../database.ts';
import { withTimeout, messageOf } from '../doctor/finding.ts';
import { CommandFailure, exitCodes, type ExitCode, type CommandOutput, type Paint } from '../output.ts';

interface Scans {
  /** Check-ins per minute, over the last minute, five and fifteen. */
  readonly check_ins_per_minute: { readonly last_1: number; readonly last_5: number; readonly last_15: number };
  /** Scans that were refused in the last fifteen minutes, the most frequent reason first. */
  readonly refused: Readonly<Record<string, number>>;
}

export interface Status {
  readonly at: string;
  readonly bus: 'none' | 'connected' | 'lost';
  /** Every service of this release; null without a bus. */
  readonly services: readonly ServiceProcesses[] | null;
  /** The process that has the embedded database open; null with a bus or another database. */
  readonly process: { readonly data_dir: string; readonly pid: number | null } | null;
  /** Null if the database does not answer. */
  readonly scans: Scans | null;
  /** Problems as sentences. */
  readonly problems: readonly string[];
}

interface StatusOptions {
  watch?: boolean | undefined;
}
/** Interval of refreshes, and the timeout of the database. */
const [betweenLooksMs, databaseTimeoutMs] = [2_000, 5_000];

/** Shows the state once, or repeatedly until interrupted. */
export function status({ watch = false }: StatusOptions, output: CommandOutput): Promise<ExitCode> {
  const given = readOrFail();
  // The login of check-in is enough, because only its tables are read.
  const config = { ...given, databaseUrl: given.databaseUrl ?? given.databaseUrlFor('check-in') };
  return withDatabaseOf(config, output, (url) =>
    withOwner(url, async (db) => {
      const observer = config.nats && (await join(config, config.nats, output));
      const look = () => statusOf(config, observer, db);
      try {
        return await (watch ? keepLooking(look, output) : lookOnce(look, output));
      } finally {
        await observer?.leave();
      }
    }),
  );
}

async function join(config: Config, nats: NonNullable<Config['nats']>, output: CommandOutput): Promise<BusObserver> {
  output.progress('Joining the bus');
  await reachBus(nats.servers, nats).catch((error: unknown) => {
    throw new CommandFailure(`The bus was not reached: ${messageOf(error)}.`, busAdvice(error));
  });
  return joinBus(config);
}

async function lookOnce(look: () => Promise<Status>, output: CommandOutput): Promise<ExitCode> {
  const found = await look();
  output.answer(found, statusText(found, output.styledAnswer));
  if (found.problems.length === 0) return exitCodes.done;
  output.say('Run muster doctor to see what to do.');
  return exitCodes.failed;
}

/** Shows errors and keeps refreshing. */
async function keepLooking(look: () => Promise<Status>, output: CommandOutput): Promise<ExitCode> {
  const over = new AbortController();
  const { signal } = over;
  void once(process, 'SIGINT', { signal }).then(
    () => over.abort(),
    () => undefined,
  );
  ignoreBusDisconnects();
  while (!signal.aborted) {
    const found = await look();
    if (!signal.aborted) output.refresh(found, statusText(found, output.styledAnswer));
    await pause(betweenLooksMs, undefined, { signal }).catch(() => undefined);
  }
  return exitCodes.done;
}

async function statusOf(config: Config, observer: BusObserver | undefined, db: EntityManager): Promise<Status> {
  const problems: string[] = [];
  const scans = await withTimeout(databaseTimeoutMs, recentScans(db)).catch((error: unknown) => {
    problems.push(`The database does not answer: ${messageOf(error)}.`);
    return null;
  });
  const services = observer?.look() ?? null;
  const bus = observer ? (services ? 'connected' : 'lost') : 'none';
  if (bus === 'lost') problems.push('The bus is not connected.');
  const absent = missingServices(services ?? []);
  if (absent) problems.push(absent);
  const process = scans && bus === 'none' && !config.databaseUrl ? await processOf(config.dataDir, db) : null;
  if (process && process.pid === null) problems.push(`No service has ${process.data_dir} open: npm start.`);
  return { at: new Date().toISOString(), bus, services, process, scans, problems };
}

async function processOf(data_dir: string, db: EntityManager): Promise<NonNullable<Status['process']>> {
  const { rows } = await sql.raw<{ pid: number }>(ownerQuery).execute(db.getKysely());
  return { data_dir, pid: rows[0]?.pid ?? null };
}

/** Renders the status for a terminal. */
function statusText(status: Status, paint: Paint): string {
  const { at, bus, services, scans, problems } = status;
  const blocks = [
    `muster at ${at}`,
    services && servicesText(services),
    bus === 'none' && processText(status.process),
    scans && scansText(scans),
    problems.map((problem) => paint('red', problem)).join('\n'),
  ];
  return blocks.filter(Boolean).join('\n\n');
}

function servicesText(processes: readonly ServiceProcesses[]): string {
  const rows = processes.map(({ name, processes, versions }) => [name, String(processes), versionsText(versions)]);
  return table([['SERVICE', 'PROCESSES', 'VERSION'], ...rows]);
}

/** Names the releases with the number of processes, if there are several as during an upgrade. */
function versionsText(versions: ServiceProcesses['versions']): string {
  const all = Object.entries(versions);
  if (all.length === 1) return all[0]?.[0] ?? '';
  return all.map(([version, processes]) => `${version} (${processes})`).join(', ') || '-';
}

function processText(process: Status['process']): string {
  if (!process) return 'There is no bus: one process runs the services, and its admin port tells whether it is ready.';
  const { data_dir, pid } = process;
  return pid === null ? '' : `Process ${pid} has ${data_dir} open and runs the services.`;
}

function scansText({ check_ins_per_minute: { last_1, last_5, last_15 }, refused }: Scans): string {
  const reasons = Object.entries(refused);
  const width = Math.max(0, ...reasons.map(([reason]) => reason.length));
  const lines = reasons.map(([reason, scans]) => `  ${reason.padEnd(width)}  ${scans}`);
  const total = reasons.reduce((sum, [, scans]) => sum + scans, 0);
  return [
    `Check-ins per minute: ${last_1} in the last minute, ${last_5} in 5 minutes, ${last_15} in 15`,
    `Scans refused in the last 15 minutes: ${total}`,
    ...lines,
  ].join('\n');
}

/** Counts by the time of arrival, because a kiosk that was offline sends its check-ins later. */
async function recentScans(db: EntityManager): Promise<Scans> {
  const { rows } = await sql<Scans>`
    select (select jsonb_build_object(
                     'last_1', count(*) filter (where received_at > now() - interval '1 minute'),
                     'last_5', round(count(*) filter (where received_at > now() - interval '5 minutes') / 5.0, 1),
                     'last_15', round(count(*) / 15.0, 1))
              from check_in.record where received_at > now() - interval '15 minutes') as check_ins_per_minute,
           (select coalesce(json_object_agg(reason, scans order by scans desc, reason), '{}')
              from (select reason, count(*) as scans from check_in.refused_scan
                     where received_at > now() - interval '15 minutes' group by reason) as by_reason) as refused
  `.execute(db.getKysely());
  const [scans] = rows as [Scans];
  return scans;
}
