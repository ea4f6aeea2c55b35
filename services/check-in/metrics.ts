/** Counts scans by what came of them. */
import type { ServiceBroker } from 'moleculer';
import { isFailure } from '../../shared/broker/failure.ts';
import type { Action } from '../../shared/broker/implement.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';

const scans = 'check_in.scans.total';

function outcomeOf(answer: ActionAnswer<'check-in.scan'>): string {
  if ('checked_in' in answer) return 'checked_in';
  if ('verified' in answer) return 'verified';
  return 'already_checked_in' in answer ? 'already_checked_in' : 'requires_milestone_submission';
}

/** Outcomes are the answers by their first member and the codes: about twenty. */
export function scanCounter() {
  let broker: ServiceBroker | undefined;
  const count = (outcome: string) => broker?.metrics.increment(scans, { outcome });
  return {
    countIn: (where: ServiceBroker): void => {
      broker = where;
      const description = 'Scans by what came of them';
      broker.metrics.register({ name: scans, type: 'counter', labelNames: ['outcome'], description });
    },
    scan:
      (action: Action<'check-in.scan'>): Action<'check-in.scan'> =>
      async (ctx) => {
        try {
          const answer = await action(ctx);
          count(outcomeOf(answer));
          return answer;
        } catch (error) {
          count(isFailure(error) ? error.type : 'INTERNAL');
          throw error;
        }
      },
    scanBatch:
      (action: Action<'check-in.scanBatch'>): Action<'check-in.scanBatch'> =>
      async (ctx) => {
        const answer = await action(ctx);
        for (const result of answer.results) count('data' in result ? outcomeOf(result.data) : result.code);
        return answer;
      },
  };
}
