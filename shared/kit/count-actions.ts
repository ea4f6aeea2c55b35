/** Counts and times the requests that actions answer. */
import type { Context, Middleware } from 'moleculer';
import { secondsSince } from '../base/queue-depth.ts';
import { isGathered } from '../contract/gathered.ts';
import type { Metrics } from '../process/metrics.ts';
import { failureOf } from './translate.ts';

/** Records the end of one request of an action. `begun` is a time of `performance.now()`. */
export type NoteOutcome = (outcome: string, begun: number) => void;

export function outcomesOf(metrics: Metrics, action: string): NoteOutcome {
  const requests = metrics.counter('muster_action_requests_total');
  const duration = metrics.histogram('muster_action_duration_seconds');
  return (outcome, begun) => {
    requests.inc({ action, outcome });
    duration.observe({ action }, secondsSince(begun));
  };
}

/** The code that answers an error. No other text becomes a label. */
export const outcomeOfError = (error: unknown): string => failureOf(error)?.type ?? 'INTERNAL';

type Handler = (ctx: Context) => Promise<unknown>;

/**
 * The middleware that counts. Add it last, so that it wraps all others and also counts refusals of the validator and
 * the bulkhead. For calls that carry several requests, the kit counts each request.
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
