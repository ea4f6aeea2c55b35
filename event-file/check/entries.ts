/** Finds entries in a file of which any part may be missing. */
import { closestWord } from '../../shared/base/words.ts';
import type { Path } from '../format/source.ts';
import type { ProblemList } from './review.ts';
import type { SalvagedFile } from './structure.ts';

/** An entry of a list, and where it stands. */
export interface Entry<Item> {
  readonly path: Path;
  readonly item: Item;
}
type Inner<Value> = NonNullable<NonNullable<Value> extends readonly (infer Item)[] ? Item : Value>;
export type SuperEventEntry = Inner<SalvagedFile['super_events']>;
export type TrackEntry = Inner<SuperEventEntry['tracks']>;

/** Returns the entries of the lists (or the object) of this name below any of these. */
export const below = <Item extends object, Name extends keyof Item & string>(
  owners: readonly Entry<Item>[],
  name: Name,
): Entry<Inner<Item[Name]>>[] =>
  owners.flatMap(({ path, item }) => {
    const value = item[name] as unknown;
    const at = [...path, name];
    const all = Array.isArray(value)
      ? value.map((each, index) => ({ path: [...at, index], item: each as unknown }))
      : [];
    const found = Array.isArray(value) ? all : [{ path: at, item: value }];
    // A null is allowed and has nothing below it.
    return found.filter((entry) => entry.item !== undefined && entry.item !== null);
  }) as Entry<Inner<Item[Name]>>[];

/** The names that entries have, for those who use them. */
export interface EntryNames {
  readonly known: ReadonlySet<string>;
  /**
   * Whether an unknown name may mean an entry whose own name is wrong and was reported: then its uses are not reported
   * again.
   */
  readonly mayMeanWrong: (name: string) => boolean;
}
/** Limit of suggestions, because they take time, and a list with more mistakes has another problem. */
const nearAtMost = 100;

/** Of the lists of this name below these. */
export function namesIn(review: ProblemList, owners: readonly Entry<object>[], list: string, by: string): EntryNames {
  const lists = owners.map(({ path, item }) => ({ path: [...path, list], items: (item as Lists)[list] ?? [] }));
  const all = lists.flatMap(({ path, items }) =>
    items.map((item, index) => ({ name: item?.[by], path: [...path, index, by] })),
  );
  const wrong = all.filter(({ name }) => name === undefined).map(({ path }) => review.writtenAt(path) ?? undefined);
  const isAnything = lists.some(({ path }) => review.isWrong(path)) || wrong.includes(undefined);
  const written = new Set(wrong.map(String));
  const near = [...written].slice(0, nearAtMost);
  return {
    known: new Set(all.flatMap(({ name }) => name ?? [])),
    mayMeanWrong: (name) => isAnything || written.has(name) || closestWord(name, near) !== undefined,
  };
}
type Lists = Readonly<Record<string, readonly (Readonly<Record<string, string>> | undefined)[] | undefined>>;

/** The value or its default; undefined if the written value is wrong. */
export const valueOr = <Value>(review: ProblemList, path: Path, value: Value | undefined, otherwise: Value) =>
  value ?? (review.isWrong(path) ? undefined : otherwise);
