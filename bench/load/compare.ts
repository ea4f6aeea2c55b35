/** Measures programs under the same load alternately, so that noise of the machine affects them alike. */
import { median } from '../measure.ts';
import type { Asks } from './asks.ts';
import { load, type Load, type Pressure, type Program } from './load.ts';

interface Comparison extends Pressure {
  readonly asks: Asks;
  readonly rounds: number;
  /** Seconds at the start that are not counted, in which code is compiled, plans are made and connections open. */
  readonly warming: number;
}

/** Returns the median of each figure over the rounds. */
export async function compare<Name extends string>(
  programs: Record<Name, Program>,
  { asks, rounds, warming, connections, seconds }: Comparison,
): Promise<Record<Name, Load>> {
  const entries = Object.entries<Program>(programs) as [Name, Program][];
  for (const [, program] of entries) await load(program, asks, { connections, seconds: warming });
  const loads = entries.map(([name]) => [name, [] as Load[]] as const);
  for (let round = 0; round < rounds; round++) {
    for (const [name, all] of loads) all.push(await load(programs[name], asks, { connections, seconds }));
  }
  return Object.fromEntries(loads.map(([name, all]) => [name, middle(all)])) as Record<Name, Load>;
}

function middle(loads: readonly Load[]): Load {
  const figures = Object.keys(loads[0] ?? {}) as (keyof Load)[];
  return Object.fromEntries(figures.map((name) => [name, median(loads.map((one) => one[name]))])) as unknown as Load;
}
