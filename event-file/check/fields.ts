/** Checks that the entries of each list have different keys. */
import { eventFileFields, organizationWide, type Shape } from '../format/schema.ts';
import type { Path } from '../format/source.ts';
import { instantOf } from '../format/times.ts';
import { below, type Entry } from './entries.ts';
import type { ProblemList } from './review.ts';
import type { SalvagedFile } from './structure.ts';

type Item = Readonly<Record<string, unknown>>;

export const checkUnique = (file: SalvagedFile, review: ProblemList): void =>
  checkLists([{ path: [], item: file }], eventFileFields, review);

function checkLists(
  owners: readonly Entry<Item>[],
  members: Readonly<Record<string, Shape>>,
  review: ProblemList,
): void {
  for (const [name, { props, items, once }] of Object.entries(members)) {
    const lists = owners.map((owner) => below([owner], name) as Entry<Item>[]);
    if (once)
      for (const list of once.among === organizationWide ? [lists.flat()] : lists) checkList(list, once, review);
    const inner = props ?? items?.props;
    if (inner) checkLists(lists.flat(), inner, review);
  }
}

/** Reports every entry that has what an earlier one has. */
function checkList(
  entries: readonly Entry<Item>[],
  { by, among }: NonNullable<Shape['once']>,
  review: ProblemList,
): void {
  const first = new Map<string, Entry<Item>>();
  const [named = ''] = by;
  for (const entry of entries) {
    const own = by.map((member) => entry.item[member]);
    if (own.includes(undefined)) continue;
    const earlier = first.get(JSON.stringify(own));
    if (!earlier) {
      first.set(JSON.stringify(own), entry);
      continue;
    }
    const line = review.lineOf([...earlier.path, named]);
    review.report([...entry.path, named], {
      code: 'duplicate',
      message: `is already on line ${line}: it stands once ${among}`,
    });
  }
}

/** The time zone of a local time: that of the object itself, or of the nearest one around it. */
interface Zone {
  readonly tz?: string | null | undefined;
  readonly isWrong?: boolean;
}

/**
 * A copy with every time of it and of its lists as an instant. A missing member stays absent, so that it is not
 * managed; a wrong one is dropped.
 */
export function inUtc<Item extends object>(review: ProblemList, { path, item }: Entry<Item>, around: Zone = {}): Item {
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

function instantIn(review: ProblemList, path: Path, written: string, { tz, isWrong }: Zone): string | void {
  if (isWrong) return review.takeForWrong(path);
  const meant = instantOf(written, tz);
  if ('at' in meant) return meant.at.toISOString();
  const isOfKey = path[0] === 'api_keys';
  const message = isOfKey ? 'needs an offset, such as 2027-03-08T00:00Z, for no tz applies to a key' : meant.impossible;
  return review.report(path, { code: 'time', message });
}
