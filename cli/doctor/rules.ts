/** Decides from plain values whether a check is ok, a warning or a problem. */
import { connectionsOf, poolsOf } from '../../shared/process/connections.ts';
import { follows } from '../../shared/contract/bus-events.ts';
import { serviceNames, type ServiceName } from '../../shared/contract/services.ts';
import type { Drift } from '../../shared/database/drift.ts';
import { formerDatabase, isOfFormerVersion } from '../../shared/database/former-version.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/** The first version with `returning old`, which tells the former values of a change. */
const oldestServer = 18;

/** Checks the version of PostgreSQL, and that it is no replica. */
export function serverFinding(at: string, { number, name }: { number: number; name: string }, isReplica: boolean) {
  const server = `PostgreSQL ${name} at ${at}`;
  if (number < oldestServer * 10_000) {
    return problem(`${server} is too old.`, `Upgrade it to PostgreSQL ${oldestServer}.`);
  }
  if (isReplica) return problem(`${server} only reads.`, 'Name the primary in DATABASE_URL, not a replica.');
  return ok(server);
}

/**
 * Checks the difference of clocks.
 * @param ahead Milliseconds by which the database's clock is ahead of ours.
 */
export function clockFinding(ahead: number): Finding {
  const distance = Math.abs(ahead) / 1_000;
  const difference = `The database's clock is ${distance.toFixed(1)} s ${ahead < 0 ? 'behind' : 'ahead of'} this one`;
  const next = 'Let NTP set the clocks of this machine and of the database.';
  if (distance > 30) return problem(`${difference}.`, next);
  return distance > 2 ? warning(`${difference}.`, next) : ok(difference);
}

interface Migrated {
  readonly wanted: readonly string[];
  readonly applied: readonly string[];
  /** The embedded database is migrated by the service that starts it. */
  readonly isEmbedded: boolean;
}

/** Checks whether migrations are pending. */
export function migrationsFinding({ wanted, applied, isEmbedded }: Migrated): Finding {
  if (isOfFormerVersion(applied, wanted)) return problem(formerDatabase.what, formerDatabase.next);
  const pending = wanted.filter((name) => !applied.includes(name)).length;
  const later = applied.filter((name) => !wanted.includes(name)).length;
  if (pending > 0 && isEmbedded) return ok(`${pending} pending, which run when the service starts`);
  if (pending > 0) return problem(`${pending} of ${wanted.length} are pending.`, 'Run muster migrate up.');
  if (later > 0) return ok(`all of this release, and ${later} of a later one`);
  return ok(`all ${wanted.length} of this release`);
}

/** Checks whether kept totals differ from their rows. */
export function talliesFinding(drifts: readonly Drift[]): Finding {
  const wrong = drifts.filter(({ count }) => count > 0);
  if (wrong.length === 0) return ok(`all ${drifts.length} agree with what they count`);
  const names = wrong.map(({ name, count }) => `${name} (${count})`).join(', ');
  return problem(`These differ from what they count: ${names}.`, 'Run muster recount, which corrects them.');
}

interface Connections {
  /** Connections that services can use, without the reserved ones. */
  readonly usable: number;
  /** The services of this process. */
  readonly services: readonly ServiceName[];
  /** Tells whether other services run elsewhere. */
  readonly hasBus: boolean;
}

/** Checks whether there are enough connections for all services. */
export function connectionsFinding({ usable, services, hasBus }: Connections): Finding {
  // Without a bus, one more is for events of the command line.
  const needed = hasBus ? connectionsOf(serviceNames) : connectionsOf(services) + Number(follows(services));
  const who = hasBus ? 'one process of each service' : 'this process';
  const sum = `${who} holds up to ${needed} of ${usable} connections`;
  const advice = `Set max_connections of PostgreSQL to at least ${Math.ceil((needed * 2) / 50) * 50}.`;
  if (needed > usable) return problem(`${sum}.`, advice);
  if (!hasBus) return ok(sum);
  const rest = usable - needed;
  if (rest < needed) return warning(`${sum}: too few to replace all of them in a rolling upgrade.`, advice);
  const { service: scanning } = poolsOf('check-in');
  const more = Math.floor(rest / scanning);
  return ok(`${sum}: ${Math.floor(usable / needed)} of each fit, or ${more} more of check-in alone`);
}

const [little, tooLittle] = [2 ** 30, 2 ** 28];

/**
 * Checks the free space.
 * @param free Bytes.
 */
export function diskFinding(directory: string, free: number): Finding {
  const amount = free < 2 ** 30 ? `${Math.floor(free / 2 ** 20)} MiB` : `${Math.floor(free / 2 ** 30)} GiB`;
  const message = `${amount} are free in ${directory}`;
  const next = 'Free some space, or move DATA_DIR to a larger disk.';
  if (free < tooLittle) return problem(`${message}.`, next);
  return free < little ? warning(`${message}.`, next) : ok(message);
}
