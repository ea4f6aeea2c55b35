/** What the parts of an exported file have in common. */
import type { LivePerson } from '../../../services/identity/event-file.ts';
import type { Live } from '../live.ts';
import type { WrittenEventFile } from '../schema.ts';

export type WrittenSuperEvent = NonNullable<WrittenEventFile['super_events']>[number];
export type WrittenTrack = NonNullable<WrittenSuperEvent['tracks']>[number];

export interface Composing {
  readonly live: Live;
  readonly person: (user_id: string) => LivePerson;
  /** Something that is and cannot be said in the file. It stays as it is. */
  readonly leaveOut: (sentence: string) => void;
}

/** On a line of its own an entry says what it has, not what it lacks. */
export const onlyFilled = <Entry extends object>(entry: Entry): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => !isEmpty(value))) as Entry;

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

/** A list without entries is not written. */
export const listed = <Entry>(entries: Entry[]): Entry[] | undefined => (entries.length > 0 ? entries : undefined);

/** Enough to see whom it is about. */
const namesAtMost = 5;
export const some = (names: readonly string[]): string =>
  names.length > namesAtMost
    ? `${names.slice(0, namesAtMost).join(', ')} and ${names.length - namesAtMost} more`
    : names.join(', ');
