/** Times of a file as the instants they mean, in UTC. */
import type { Path } from '../format/source.ts';
import { instantOf } from '../format/times.ts';
import type { Entry } from './entries.ts';
import type { Review } from './review.ts';

/** What says where a local time is local to: the object itself, or the nearest one around it. */
interface Zone {
  readonly tz?: string | null | undefined;
  readonly isWrong?: boolean;
}

/**
 * A copy with every time of it and of its lists as an instant. What is not written stays away, so that it is not managed;
 * what is wrong goes.
 */
export function inUtc<Item extends object>(review: Review, { path, item }: Entry<Item>, around: Zone = {}): Item {
  const { tz } = item as Zone;
  const zone = tz ? { tz } : review.isWrong([...path, 'tz']) ? { isWrong: true } : around;
  const meant = (at: Path, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each, index) => meant([...at, index], each));
    if (typeof at.at(-1) === 'number' && typeof value === 'object' && value) {
      return inUtc(review, { path: at, item: value }, zone);
    }
    return typeof value === 'string' && isTimeOf(at) ? instantIn(review, at, value, zone) : value;
  };
  const members = Object.entries(item).map(([name, value]) => [name, meant([...path, name], value)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as Item;
}

const isTimeOf = (path: Path) => String(path.at(-1)).endsWith('_at');

function instantIn(review: Review, path: Path, written: string, { tz, isWrong }: Zone): string | void {
  if (isWrong) return review.takeForWrong(path);
  const meant = instantOf(written, tz);
  if ('at' in meant) return meant.at.toISOString();
  const isOfKey = path[0] === 'api_keys';
  const message = isOfKey ? 'needs an offset, such as 2027-03-08T00:00Z, for no tz applies to a key' : meant.impossible;
  return review.report(path, { code: 'time', message });
}
