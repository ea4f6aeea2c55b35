/** Counts and times the requests that actions answer. */
import type { Context, Middleware } from 'moleculer';
import { secondsSince } from '../base/queue-depth.ts';
import { isGathered } from '../contract/gathered.ts';
import type { Metrics } from '../process/metrics.ts';
import { failureOf } from './translate.ts';

/** Notes that one request of an action is over. `begun`: as `performance.now()` told it. */
export type NoteOutcome = (outcome: string, begun: number) => void;

export function outcomesOf(metrics: Metrics, action: string): NoteOutcome {
  const requests = metrics.counter('muster_action_requests_total');
  const duration = metrics.histogram('muster_action_duration_seconds');
  return (outcome, begun) => {
    requests.inc({ action, outcome });
    duration.observe({ action }, secondsSince(begun));
  };
}

/** The code that answers an error; nobody else's words become a label. */
export const outcomeOfError = (error: unknown): string => failureOf(error)?.type ?? 'INTERNAL';

type Handler = (ctx: Context) => Promise<unknown>;

/**
 * The middleware that counts. It has to be the last that is added, so that it is around all others: what the validator and
 * the bulkhead refuse counts as well. Of calls that carry several requests, the kit counts each request.
 */
export const countActions = (metrics: Metrics): Middleware => ({
  name: 'CountActions',
  localAction: (handler: Handler, { name = '' }: { readonly name?: string }) => {
    if (isGathered(name)) return handler;
    const note = outcomesOf(metrics, name);
    return async (ctx: Context) => {
      const begun = performance.now();
      try {
        const answer = await handler(ctx);
        note('ok', begun);
        return answer;
      } catch (error) {
        note(outcomeOfError(error), begun);
        throw error;
      }
    };
  },
});
