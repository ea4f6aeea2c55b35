/** Turns the cost of requests into rows: compared with the rival's, and with the cost on less data. */
import type { Load } from './load/load.ts';
import { atMost, ms, times, type Row } from './measure.ts';

interface About {
  readonly id: string;
  readonly what: string;
  readonly most: number;
}

/** Returns how the CPU time of a request is divided among processes. */
export const partsOf = ({ cpu, node, postgres, nats }: Load): string =>
  `${ms(cpu)}: Node ${ms(node)}, PostgreSQL ${ms(postgres)}${nats > 0 ? `, NATS ${ms(nats)}` : ''}`;

/** Compares with the rival. The goal applies over NATS; in one process it is cheaper. */
export function againstRival(
  { id, what, most }: About,
  { muster, rival, together }: Record<'muster' | 'rival' | 'together', Load>,
): Row {
  const [ratio, alone] = [muster.cpu / rival.cpu, together.cpu / rival.cpu];
  const figure = `${times(ratio)} (${partsOf(muster)}; rival ${partsOf(rival)}), in one process ${times(alone)}`;
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

/** Reports a failed measurement as missing the goal. */
export const refused = ({ id, what, most }: About, error: unknown): Row => ({
  ...{ id, what, ...atMost(most, 'the CPU', Infinity) },
  figure: String(error).split('\n')[0]?.slice(0, 120) ?? '',
});
