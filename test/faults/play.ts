/** One scenario on a stage of its own; one that breaks does not take the others with it. */
import { Chance } from './chance.ts';
import type { Scenario, Seen } from './scenario.ts';
import { Theatre } from './theatre.ts';

export async function play(scenario: Scenario, seed: number): Promise<Seen> {
  const theatre = await Theatre.open(new Chance(seed));
  try {
    return await scenario.run(theatre);
  } catch (error) {
    const unmet = [`broke: ${String(error).replaceAll('\n', ' ')}`];
    return { size: '', requests: 0, failed: 0, doubled: 0, lost: 0, longest: 0, unmet };
  } finally {
    await theatre.close();
  }
}
