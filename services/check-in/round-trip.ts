/**
 * Judges batches of scans: one statement reads the facts about them, `rules.ts` judges each, and one statement writes
 * the results.
 */
import { scanRacesAtMost } from '../../shared/base/limits.ts';
import { portionsAtMost } from '../../shared/contract/fields.ts';
import { gatheredAtMost } from '../../shared/contract/gathered.ts';
import { Coalescer } from '../../shared/kit/coalesce.ts';
import { newId } from '../../shared/database/ids.ts';
import type { Db } from '../../shared/database/database.ts';
import { isAborted, isOvertaken, retry } from '../../shared/database/transaction.ts';
import type { Metrics } from '../../shared/process/metrics.ts';
import { findingsOf, saveScans, type Admitted, type RefusedScan } from './scan.sql.ts';
import { decideScan, namingProblem, portionsOf, type ScanFindings, type Scan, type ScanVerdict } from './rules.ts';

/** A scan, and the way to open the database. */
interface Arrival {
  readonly scan: Scan;
  readonly open: () => Db;
}
export type SubmitScan = (arrival: Arrival) => Promise<DecidedScan>;

/**
 * Returns the function that judges and records a scan. The scans of one call over the bus arrive in the same turn of the
 * event loop and share its statements; as many calls run at once as the service accepts.
 */
export function roundTrips(metrics: Metrics): SubmitScan {
  const sizes = metrics.histogram('muster_check_in_round_trip_batch_size');
  const run = (arrivals: readonly Arrival[]) => {
    sizes.observe(arrivals.length);
    return runTogether(arrivals, (some) =>
      decideAndRecord(
        (some[0] as Arrival).open(),
        some.map(({ scan }) => scan),
      ),
    );
  };
  return new Coalescer(run, { itemsAtMost: gatheredAtMost }).submit;
}

/**
 * Judges scans and records the results. A lost race leaves a row that the next attempt sees. Reading and writing are two statements without a transaction: a change
 * between them could as well have happened right after the scan, and unique indexes decide who is first. Scans that
 * lose a race are judged again with what the winner left.
 * @returns One verdict per scan with its findings, in their order.
 */
export async function decideAndRecord(db: Db, scans: readonly Scan[], races = 0): Promise<DecidedScan[]> {
  if (races > scanRacesAtMost + portionsAtMost) throw new Error('Scans lose against rows that nobody sees.');
  const findings = await findingsOf(db, scans);
  const judged = findings.map((found, index) => {
    const scan = scans[index] as Scan;
    return { id: newId(), scan, found, verdict: decideScan(scan, found) };
  });

  const losers = await saveScans(db, admissions(judged), judged.flatMap(refusal));
  const anew = losers.length > 0 ? await decideAndRecord(db, losers, races + 1) : [];
  return judged.map((one) => anew[losers.indexOf(one.scan)] ?? one);
}

export interface DecidedScan {
  /** The id of the check-in, if the scan is admitted. */
  readonly id: string;
  readonly scan: Scan;
  readonly found: ScanFindings;
  readonly verdict: ScanVerdict;
}

function admissions(judged: readonly DecidedScan[]): Admitted[] {
  const admitted = judged.filter(({ verdict }) => 'admitted' in verdict);
  const portions = portionsOf(admitted);
  return admitted.flatMap(({ id, scan, verdict }, index) =>
    'admitted' in verdict
      ? [{ id, scan, organization_id: verdict.point.organization_id, portion: portions[index]!, ...verdict.admitted }]
      : [],
  );
}

/** Logs a refused scan if the viewer may see the point and the time is valid. */
function refusal({ scan, found, verdict }: DecidedScan): RefusedScan[] {
  if (!('refused' in verdict) || !found.point || 'problem' in scan.moment || namingProblem(scan)) return [];
  const registration_id = found.registration?.id ?? null;
  const { organization_id } = found.point;
  return [{ scan, organization_id, reason: verdict.refused, registration_id, scanned_at: scan.moment.at }];
}

type Run<Item, Answer> = (items: readonly Item[]) => Promise<readonly Answer[]>;

/**
 * Runs all items at once; if that fails, runs each alone so that only faulty items fail.
 * @returns One outcome per item, in their order.
 */
export async function runTogether<Item, Answer>(
  items: readonly Item[],
  run: Run<Item, Answer>,
): Promise<PromiseSettledResult<Answer>[]> {
  try {
    // Retry after a deadlock and after the removal of a point: neither is the fault of an item.
    const answers = await retry(() => run(items), { on: (error) => isAborted(error) || isOvertaken(error) });
    return answers.map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (items.length === 1 || !mayBeOneItemsFault(reason)) return items.map(() => ({ status: 'rejected', reason }));
    const outcomes: PromiseSettledResult<Answer>[] = [];
    for (const item of items) outcomes.push(...(await runTogether([item], run)));
    return outcomes;
  }
}

/** Excludes errors of the server (connection, resources, shutdown), which would fail each item alone as well. */
const mayBeOneItemsFault = (error: unknown) => /^(?!08|53|57)/.test(sqlState(error) || '08');

/** Returns the SQLSTATE; empty for an error that is not PostgreSQL's. */
function sqlState(error: unknown): string {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return severity && typeof code === 'string' ? code : '';
}
