/** Compares the result of a load test with its goals. Pure functions. */
import { table } from '../../shared/base/words.ts';
import type { Outcome } from './scans.ts';

export interface Goals {
  readonly rate: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p99: number;
}
export interface Verdict {
  readonly figures: Record<'p50' | 'p95' | 'p99' | 'rate', number>;
  /** Sentences; none where all goals are met. */
  readonly missed: readonly string[];
}

/** Of what was wanted; below it the machine that sends is too slow, or no connection was free. */
const rateShare = 0.95;

const total = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export function judge({ counts, times, seconds }: Outcome, recorded: number, goals: Goals): Verdict {
  const at = (share: number) =>
    Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 10) / 10;
  const figures = {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    rate: Math.round(counts.sent / Math.min(seconds, goals.seconds)),
  };
  const [failed, refused] = [total(counts.failed), total(counts.refused)];
  // A scan that was not answered may have been recorded, or not.
  const isExact = recorded >= counts.first && recorded <= counts.first + failed;
  const answered = failed === 0 ? `${counts.first}` : `${counts.first} to ${counts.first + failed}`;
  const missed = [
    failed > 0 && `${failed} scans failed; the goal is none.`,
    refused > 0 && `${refused} scans were refused that should have been recorded.${adviceFor(counts.refused)}`,
    figures.p99 > goals.p99 && `p99 is ${figures.p99} ms; the goal is ${goals.p99} ms.`,
    figures.rate < goals.rate * rateShare && `${figures.rate} scans a second were sent; the goal is ${goals.rate}.`,
    !isExact && `${recorded} check-ins are recorded; answers say ${answered}.`,
  ];
  return { figures, missed: missed.filter((sentence) => sentence !== false) };
}

const adviceFor = (refused: Readonly<Record<string, number>>) =>
  'RATE_LIMITED' in refused ? ' RATE_LIMIT_SCANS is counted per key.' : '';

export function outcomeText({ counts }: Outcome, { figures }: Verdict, recorded: number): string {
  const rows = (what: string, codes: Readonly<Record<string, number>>) =>
    Object.entries(codes).map(([name, count]) => [`${what} ${name}`, String(count)]);
  return table([
    ['scans', ''],
    ['sent', String(counts.sent)],
    ['ok, first time', String(counts.first)],
    ['ok, once more', String(counts.again)],
    ['refused as meant', String(counts.unknown)],
    ...rows('refused', counts.refused),
    ...rows('failed', counts.failed),
    ['recorded', String(recorded)],
    ['per second', String(figures.rate)],
    ['p50, ms', String(figures.p50)],
    ['p95, ms', String(figures.p95)],
    ['p99, ms', String(figures.p99)],
  ]);
}
