/** Sends a change to the service, and shows its error. */
import { isRefusal, MusterError } from '../../clients/typescript/src/index.ts';
import { inWords, isOffline } from '../shared/refused.ts';
import { renew } from './places.ts';
import { refusals } from './texts/en.ts';

/** Has the page read its data again once something was tried, whatever came of it. */
export async function thenRenew(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } finally {
    await renew();
  }
}

/** Returns the error in words for people, empty for none. */
export async function attempt(work: () => Promise<unknown>): Promise<string> {
  try {
    await thenRenew(work());
    return '';
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    return wordsFor(error);
  }
}

const codes = ['TEAM_FULL', 'ALREADY_IN_TEAM', 'NOT_ACCEPTED_ON_TRACK', 'NOT_ACCEPTED'] as const;

/** The text for people; of a team, what it means for them. */
export function wordsFor(error: MusterError): string {
  if (isOffline(error)) return refusals.isOffline;
  const code = codes.find((each) => isRefusal(error, each));
  return code ? refusals[code] : inWords(error);
}
