/** Puts refusals into words of the desk, with what to do about them. */
import { isRefusal, type MusterError, type Refusal } from '../../../clients/typescript/src/index.ts';
import { inWords, isOffline } from '../../shared/refused.ts';
import { percent } from './words.ts';

type Explanations = { readonly [R in Refusal as R['code']]?: (refusal: R) => string };

const explanations: Explanations = {
  UNAUTHENTICATED: () => 'Your session has ended. Sign in again.',
  PERMISSION_DENIED: () => 'You may not do this here. Ask somebody who administers the organization.',
  NOT_FOUND: () => 'This is not there any more: somebody else may have removed it.',
  EVENT_NOT_PAID: () => 'The payment of this hackathon is not complete, so nobody can be accepted yet.',
  MAX_PARTICIPANTS_REACHED: ({ extras: { acceptedCount, maxParticipants } }) =>
    `The hackathon is full: ${acceptedCount} of ${maxParticipants ?? acceptedCount} places are taken. ` +
    'Put people on the waiting list, or raise the number of participants.',
  RATE_LIMITED: ({ extras }) => `Too much at once. Try again in ${extras.retry_after} seconds.`,
  WEIGHT_TOTAL_EXCEEDED: ({ extras }) =>
    `The weights would be ${percent(extras.attempted_total)} together; 100 % is the most. Lower another one first.`,
  ALREADY_PUBLISHED: ({ extras }) =>
    `Somebody has just published the ${extras.ranking} ranking, and they stay in that one.`,
  VALIDATION_FAILED: ({ extras, message }) => {
    const [first] = extras.errors;
    return first ? `Please correct this: ${first.message}.` : message;
  },
};

export function explain(error: MusterError): string {
  if (isOffline(error)) return 'The service cannot be reached. Check the network, then try again.';
  if (!isRefusal(error)) return inWords(error);
  const explanation = explanations[error.code] as ((refusal: Refusal) => string) | undefined;
  return explanation?.(error) ?? error.message;
}
