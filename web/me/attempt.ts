/** Sends a change to the service, and shows its error. */
import { isRefusal, MusterError } from '../../clients/typescript/src/index.ts';
import { inWords, isOffline } from '../shared/refused.ts';
import { renew } from './places.ts';
import { refusals } from './texts/en.ts';

/** Returns the error in words for people, empty for none. The page reads its data again either way. */
export async function attempt(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return '';
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    return wordsFor(error);
  } finally {
    await renew();
  }
}

const codes = ['TEAM_FULL', 'ALREADY_IN_TEAM', 'NOT_ACCEPTED_ON_TRACK', 'NOT_ACCEPTED'] as const;
function wordsFor(error: MusterError): string {
  if (isOffline(error)) return refusals.isOffline;
  const code = codes.find((each) => isRefusal(error, each));
  return code ? refusals[code] : inWords(error);
}
