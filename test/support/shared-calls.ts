import { exposition, valueOf } from './metrics.ts';
import { begin } from './transaction.ts';
import { eventually } from './wire.ts';
import type { World } from './world.ts';

/** Returns how many calls so far carried several requests of this action. How many do is up to the speed of the machine. */
export async function sharedCallsOf(world: World, action: string): Promise<number> {
  const text = await exposition(world.services);
  const calls = (series: string, le = {}) => valueOf(text, `muster_gathered_batch_size_${series}`, { action, ...le });
  return calls('count') - calls('bucket', { le: '1' });
}

/**
 * Asks all of it while somebody holds what the answers need, until all have come: a machine with more to do takes requests one
 * by one, and would answer the first before it has read the last. Those it refuses are answered at once. A statement waits two
 * seconds for a lock, so they should be few.
 */
export async function together<T>(world: World, table: string, asks: readonly (() => Promise<T>)[]): Promise<T[]> {
  await using held = await begin(world.databaseUrl, `lock table ${table} in access exclusive mode`);
  let answered = 0;
  const answers = asks.map((ask) => ask().finally(() => answered++));
  const inside = async () => valueOf(await exposition(world.gateway), 'muster_gateway_requests_in_progress');
  await eventually(inside, (count) => count + answered >= asks.length);
  await held.rollback();
  return Promise.all(answers);
}
