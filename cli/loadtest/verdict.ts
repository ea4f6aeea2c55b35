/** What a load test showed, beside what it should have. Pure functions. */
import { table } from '../table.ts';
import type { Outcome } from './storms.ts';

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

export function judge({ tally, times, seconds }: Outcome, recorded: number, goals: Goals): Verdict {
  const at = (share: number) =>
    Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 10) / 10;
  const figures = {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    rate: Math.round(tally.sent / Math.min(seconds, goals.seconds)),
  };
  const [failed, refused] = [total(tally.failed), total(tally.refused)];
  // What was not answered may have been recorded, or not.
  const isExact = recorded >= tally.first && recorded <= tally.first + failed;
  const answered = failed === 0 ? `${tally.first}` : `${tally.first} to ${tally.first + failed}`;
  const missed = [
    failed > 0 && `${failed} scans failed; the goal is none.`,
    refused > 0 && `${refused} scans were refused that should have been recorded.${hintFor(tally.refused)}`,
    figures.p99 > goals.p99 && `p99 is ${figures.p99} ms; the goal is ${goals.p99} ms.`,
    figures.rate < goals.rate * rateShare && `${figures.rate} scans a second were sent; the goal is ${goals.rate}.`,
    !isExact && `${recorded} check-ins are recorded; answers say ${answered}.`,
  ];
  return { figures, missed: missed.filter((sentence) => sentence !== false) };
}

const hintFor = (refused: Readonly<Record<string, number>>) =>
  'RATE_LIMITED' in refused ? ' RATE_LIMIT_SCANS is counted per key.' : '';

export function outcomeText({ tally }: Outcome, { figures }: Verdict, recorded: number): string {
  const rows = (what: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, count]) => [`${what} ${name}`, String(count)]);
  return table([
    ['scans', ''],
    ['sent', String(tally.sent)],
    ['ok, first time', String(tally.first)],
    ['ok, once more', String(tally.again)],
    ['refused as meant', String(tally.unknown)],
    ...rows('refused', tally.refused),
    ...rows('failed', tally.failed),
    ['recorded', String(recorded)],
    ['per second', String(figures.rate)],
    ['p50, ms', String(figures.p50)],
    ['p95, ms', String(figures.p95)],
    ['p99, ms', String(figures.p99)],
  ]);
}
