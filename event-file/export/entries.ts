/** What the parts of an exported file have in common. */
import type { Row } from '../../shared/database/bulk.ts';
import type { Kind } from '../../shared/database/portable.ts';
import { written } from '../format/times.ts';
import type { Live } from './live.ts';

export interface Composing {
  readonly live: Live;
  /** Whether it is read over HTTP, where nobody is shown what a kind calls `unread`. */
  readonly isForHttp: boolean;
  /** Something that is and cannot be said in the file, about some of these. It stays as it is. */
  readonly leaveOut: (sentence: string, about?: readonly unknown[]) => void;
}

/** What a file says of a row under the names of its columns. */
export const entryOf = ({ columns }: Kind, row: Row, tz: unknown = null): Row =>
  Object.fromEntries(
    Object.keys(columns).map((name) => [name, name.endsWith('_at') ? timeOrNull(row[name], tz) : row[name]]),
  );

const timeOrNull = (time: unknown, tz: unknown) =>
  typeof time === 'string' || time instanceof Date ? written(time, tz as string | null) : null;

/** On a line of its own an entry says what it has, not what it lacks. */
export const onlyFilled = (entry: Row): Row =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => !isEmpty(value)));

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

/** A list without entries is not written. */
export const listed = <Entry>(entries: Entry[]): Entry[] | undefined => (entries.length > 0 ? entries : undefined);
