/** Counts scans by what came of them. */
import type { Context, Service, ServiceSchema } from 'moleculer';
import { isFailure } from '../../shared/broker/failure.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';

type ScanAnswer = ActionAnswer<'check-in.scan'>;
type BatchAnswer = ActionAnswer<'check-in.scanBatch'>;

const scans = 'check_in.scans.total';

function outcomeOf(answer: ScanAnswer): string {
  if ('checked_in' in answer) return 'checked_in';
  if ('verified' in answer) return 'verified';
  return 'already_checked_in' in answer ? 'already_checked_in' : 'requires_milestone_submission';
}

const count = ({ broker }: Context, outcome: string) => broker.metrics.increment(scans, { outcome });

/** To be spread over the service's schema. Outcomes are the answers by their first member and the codes: about twenty. */
export const scansCounted: Pick<ServiceSchema, 'created' | 'hooks'> = {
  created(this: Service) {
    this.broker.metrics.register({
      name: scans,
      type: 'counter',
      labelNames: ['outcome'],
      description: 'Scans by what came of them',
    });
  },
  hooks: {
    after: {
      scan(ctx: Context, answer: ScanAnswer) {
        count(ctx, outcomeOf(answer));
        return answer;
      },
      scanBatch(ctx: Context, answer: BatchAnswer) {
        for (const result of answer.results) count(ctx, 'data' in result ? outcomeOf(result.data) : result.code);
        return answer;
      },
    },
    error: {
      scan(ctx: Context, error: Error) {
        count(ctx, isFailure(error) ? error.type : 'INTERNAL');
        throw error;
      },
    },
  },
};
