/** What the writer of a letter is given, and the phrases several of them use. */
import type { LetterFacts, LetterName } from '../../../shared/contract/letters.ts';
import type { Letter } from '../layout.ts';

interface Sender {
  /** Where people reach the service, without a slash at the end. */
  readonly publicUrl: string;
  /** What was sealed for this letter. */
  readonly secret: string | undefined;
}
export type Writer<L extends LetterName> = (facts: LetterFacts<L>, sender: Sender) => Letter;

export const greet = (name: string | null) => (name ? `Hello ${name},` : 'Hello,');

/** `Hackathon`, or `Track (Hackathon)`. */
export const placeOf = ({
  super_event_name,
  event_name,
}: {
  super_event_name: string;
  event_name: string | null;
}): string => (event_name ? `${event_name} (${super_event_name})` : super_event_name);

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
export const day = (timestamp: string) => days.format(new Date(timestamp));
