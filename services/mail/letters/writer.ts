/** What a letter's writer receives, and phrases that several writers use. */
import type { LetterData, LetterName } from '../../../shared/contract/letters.ts';
import type { Letter } from '../layout.ts';

interface Sender {
  /** The public URL of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** The decrypted secret of this letter. */
  readonly secret: string | undefined;
  /** The address that the letter goes to. */
  readonly to: string;
}
export type Writer<L extends LetterName> = (data: LetterData<L>, sender: Sender) => Letter;

/** Returns the greeting, with the name if there is one. */
export const greet = (name: string | null) => (name ? `Hello ${name},` : 'Hello,');

/** Returns `Hackathon`, or `Track (Hackathon)`. */
export const eventTitle = ({
  super_event_name,
  event_name,
}: {
  super_event_name: string;
  event_name: string | null;
}): string => (event_name ? `${event_name} (${super_event_name})` : super_event_name);

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
/** Returns the day of a timestamp in UTC, such as `8 March 2027`. */
export const day = (timestamp: string) => days.format(new Date(timestamp));
