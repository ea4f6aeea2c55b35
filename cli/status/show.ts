import type { Crew } from '../../services/onlooker.ts';
import type { Paint } from '../output.ts';
import { table } from '../table.ts';
import type { Scans } from './scans.ts';

export interface Status {
  readonly at: string;
  readonly bus: 'none' | 'connected' | 'lost';
  /** Every service of this release; null without a bus. */
  readonly services: readonly Crew[] | null;
  /** The process that has the embedded database open; null with a bus or another database. */
  readonly process: { readonly data_dir: string; readonly pid: number | null } | null;
  /** Null if the database does not answer. */
  readonly scans: Scans | null;
  /** What is wrong. */
  readonly problems: readonly string[];
}

/** Renders the status for a terminal. */
export function statusText(status: Status, paint: Paint): string {
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

function servicesText(crews: readonly Crew[]): string {
  const rows = crews.map(({ name, processes, versions }) => [name, String(processes), versionsText(versions)]);
  return table([['SERVICE', 'PROCESSES', 'VERSION'], ...rows]);
}

/** Names the releases with the number of processes, if there are several as during an upgrade. */
function versionsText(versions: Crew['versions']): string {
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
