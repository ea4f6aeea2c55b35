/** What a request costs, as rows: against the rival's, and against what it cost when there was less of everything. */
import type { Load } from './load/load.ts';
import { atMost, ms, times, type Row } from './measure.ts';

interface About {
  readonly id: string;
  readonly what: string;
  readonly most: number;
}

/** Over NATS it has to be within the goal; in one process it is cheaper. */
export function againstRival(
  { id, what, most }: About,
  { muster, rival, together }: Record<'muster' | 'rival' | 'together', Load>,
): Row {
  const [ratio, alone] = [muster.cpu / rival.cpu, together.cpu / rival.cpu];
  const figure = `${times(ratio)} (${ms(muster.cpu)}, rival ${ms(rival.cpu)}), in one process ${times(alone)}`;
  return {
    ...{ id, what, figure, ...atMost(most, "the rival's CPU", ratio) },
    compared: { unit: 'ms of CPU', muster: muster.cpu, rival: rival.cpu, together: together.cpu },
  };
}

export function grown({ id, what, most }: About, { before, after }: { before: number; after: number }): Row {
  const ratio = after / before;
  const figure = `${times(ratio)} (${ms(before)}, then ${ms(after)})`;
  return { id, what, figure, ...atMost(most, 'the CPU', ratio) };
}

/** What is refused or answered too late costs too much. */
export const refused = ({ id, what, most }: About, error: unknown): Row => ({
  ...{ id, what, ...atMost(most, 'the CPU', Infinity) },
  figure: String(error).split('\n')[0]?.slice(0, 120) ?? '',
});
