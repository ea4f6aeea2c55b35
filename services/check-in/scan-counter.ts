/** Counts scans by outcome and by the type of their point. */
import { pointTypes, type PointType } from '../../shared/contract/vocabulary.ts';
import type { Metrics } from '../../shared/process/metrics.ts';
import type { DecidedScan } from './round-trip.ts';
import type { ScanVerdict } from './rules.ts';

export interface ScanCounter {
  /** Counts a scan once: a repeat of one that is recorded, such as the gateway's further attempt, is the same scan. */
  readonly judged: (one: DecidedScan) => void;
  /** Counts scans that were not judged, by the code of the refusal. */
  readonly unjudged: (code: string, scans?: number) => void;
}

/** The kinds of answer and the error codes: about twenty. */
export function scanCounter(metrics: Metrics): ScanCounter {
  const scans = metrics.counter('muster_check_in_scans_total');
  // Start at 0, so that the first scan already shows as an increase.
  for (const point_type of pointTypes) scans.inc({ outcome: 'checked_in', point_type }, 0);
  return {
    judged: ({ verdict, found: { point } }) => {
      if ('replayed' in verdict) return;
      scans.inc({ outcome: outcomeOf(verdict), point_type: point?.type ?? 'unknown' });
    },
    unjudged: (outcome, count = 1) => scans.inc({ outcome, point_type: 'unknown' }, count),
  };
}

function outcomeOf(verdict: ScanVerdict): string {
  if ('refused' in verdict) return verdict.refused;
  if ('gated' in verdict) return 'requires_milestone_submission';
  if ('repeated' in verdict) return laterScans[verdict.point.type];
  return 'checked_in';
}

const laterScans: Readonly<Record<PointType, string>> = {
  attendance: 'already_checked_in',
  milestone: 'already_checked_in',
  doorkeeper: 'verified',
  meal: 'already_checked_in',
  item: 'already_checked_in',
};
