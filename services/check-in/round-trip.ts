/** A round trip of scans: what is known of each is read together, each is judged, what comes of it is kept together. */
import { Coalescer } from '../../shared/broker/coalesce.ts';
import type { Db } from '../../shared/database/database.ts';
import { findingsOf, keep, type Admitted, type Refused } from './queries/scans.ts';
import { judge, type Findings, type Scan, type Verdict } from './rules.ts';
import { together } from './together.ts';

/** A scan, and how to reach the database it is judged by. */
interface Arrival {
  readonly scan: Scan;
  readonly open: () => Db;
}
export type CarryOut = (arrival: Arrival) => Promise<Verdict>;

/** Two, so that one reads while the other commits. */
const limits = { most: 128, inFlight: 2 };

/** Judges a scan, and records it if it is admitted, together with the others of this process that arrive meanwhile. */
export function roundTrips(): CarryOut {
  const trip = (arrivals: readonly Arrival[]) =>
    together(arrivals, (some) =>
      carryOutAll(
        (some[0] as Arrival).open(),
        some.map(({ scan }) => scan),
      ),
    );
  return new Coalescer(trip, limits).submit;
}

/** Each race ends with a row that its losers then see; to lose more often is a fault of ours. */
const racesAtMost = 3;

/**
 * The reading and the writing are one statement each, not a transaction: whatever changes between them could as well have
 * changed a moment after the scan, and who was first is decided by the unique indexes. Who lost is judged anew, by what
 * the winner left.
 */
export async function carryOutAll(db: Db, scans: readonly Scan[], races = 0): Promise<Verdict[]> {
  if (races > racesAtMost) throw new Error('Scans lose against rows that nobody sees.');
  const findings = await findingsOf(db, scans);
  const judged = findings.map((found, index) => {
    const scan = scans[index] as Scan;
    return { scan, found, verdict: judge(scan, found) };
  });

  const losers = await keep(db, judged.flatMap(admission), judged.flatMap(refusal));
  const anew = losers.length > 0 ? await carryOutAll(db, losers, races + 1) : [];
  return judged.map(({ scan, verdict }) => anew[losers.indexOf(scan)] ?? verdict);
}

interface Judged {
  readonly scan: Scan;
  readonly found: Findings;
  readonly verdict: Verdict;
}

const admission = ({ scan, verdict }: Judged): Admitted[] =>
  'admitted' in verdict ? [{ scan, ...verdict.admitted }] : [];

/** What is refused at a point the viewer knows, at a time that can be, is logged. */
function refusal({ scan, found, verdict }: Judged): Refused[] {
  if (!('refused' in verdict) || !found.point || 'problem' in scan.moment) return [];
  const registration_id = found.registration?.id ?? null;
  return [{ scan, reason: verdict.refused, registration_id, scanned_at: scan.moment.at }];
}
