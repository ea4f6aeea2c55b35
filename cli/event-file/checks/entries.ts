/** Walking through a file of which any part may be missing. */
import type { Review } from '../review.ts';
import type { Path } from '../source.ts';
import type { SalvagedFile } from '../structure.ts';

type ItemOf<List> = NonNullable<NonNullable<List>[number & keyof NonNullable<List>]>;
export type SuperEvent = ItemOf<SalvagedFile['super_events']>;
export type Track = ItemOf<SuperEvent['tracks']>;
export type Point = ItemOf<SuperEvent['checkin_points']>;
export type RegistrationField = ItemOf<SuperEvent['registration_fields']>;
export type Participant = ItemOf<SuperEvent['participants']>;
export type Team = ItemOf<SuperEvent['teams']>;

/** An entry of a list, and where it stands. */
export interface Entry<Item> {
  path: Path;
  item: Item;
}

/** What is there of a list, each with its path. */
export const entriesOf = <Item>(list: readonly (Item | undefined)[] | undefined, path: Path): Entry<Item>[] =>
  (list ?? []).flatMap((item, index) => (item === undefined ? [] : [{ path: [...path, index], item }]));

/** Reports every entry whose identity an earlier one has, and answers the first of each. */
export function distinct<Item>(
  review: Review,
  entries: readonly Entry<Item>[],
  { by, identity, among }: { by: string; identity: (item: Item) => string | undefined; among: string },
): Map<string, Entry<Item>> {
  const first = new Map<string, Entry<Item>>();
  for (const entry of entries) {
    const own = identity(entry.item);
    if (own === undefined) continue;
    const earlier = first.get(own);
    if (!earlier) first.set(own, entry);
    else {
      const line = review.lineOf([...earlier.path, by]);
      const message = `is already on line ${line}: it stands once ${among}`;
      review.report([...entry.path, by], { code: 'duplicate', message });
    }
  }
  return first;
}

/** The value, or what stands for it where none is written; undefined where what is written is wrong. */
export const valueOr = <Value>(review: Review, path: Path, value: Value | undefined, otherwise: Value) =>
  value ?? (review.isWrong(path) ? undefined : otherwise);
