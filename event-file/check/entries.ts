/** Walking through a file of which any part may be missing. */
import { closestWord } from '../../shared/base/words.ts';
import type { Path } from '../format/source.ts';
import type { Review } from './review.ts';
import type { SalvagedFile } from './structure.ts';

/** An entry of a list, and where it stands. */
export interface Entry<Item> {
  readonly path: Path;
  readonly item: Item;
}
type Inner<Value> = NonNullable<NonNullable<Value> extends readonly (infer Item)[] ? Item : Value>;
export type SuperEvent = Inner<SalvagedFile['super_events']>;
export type Track = Inner<SuperEvent['tracks']>;

/** What is there, below any of these, of the lists of this name, or the one object. */
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
    return (Array.isArray(value) ? all : [{ path: at, item: value }]).filter((entry) => entry.item !== undefined);
  }) as Entry<Inner<Item[Name]>>[];

/** The names that entries have, for those who use them. */
export interface Names {
  readonly known: ReadonlySet<string>;
  /**
   * Whether a name that no entry has may be meant for one that is wrong itself, and was told: then it is not told again
   * wherever the name is used.
   */
  readonly mayMeanWrong: (name: string) => boolean;
}
/** Looking for a near name takes time, and a list with more that is wrong has another illness. */
const nearAtMost = 100;

/** Of the lists of this name below these. */
export function namesIn(review: Review, owners: readonly Entry<object>[], list: string, by: string): Names {
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

/** The value, or what stands for it where none is written; undefined where what is written is wrong. */
export const valueOr = <Value>(review: Review, path: Path, value: Value | undefined, otherwise: Value) =>
  value ?? (review.isWrong(path) ? undefined : otherwise);
