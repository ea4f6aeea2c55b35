/** What stands once: each list of a file, by what its entries are told apart. */
import { eventFileFields, everywhere, type Shape } from '../format/schema.ts';
import { below, type Entry } from './entries.ts';
import type { Review } from './review.ts';
import type { SalvagedFile } from './structure.ts';

type Item = Readonly<Record<string, unknown>>;

export const checkUnique = (file: SalvagedFile, review: Review): void =>
  checkLists([{ path: [], item: file }], eventFileFields, review);

function checkLists(owners: readonly Entry<Item>[], members: Readonly<Record<string, Shape>>, review: Review): void {
  for (const [name, { props, items, once }] of Object.entries(members)) {
    const lists = owners.map((owner) => below([owner], name) as Entry<Item>[]);
    if (once) for (const list of once.among === everywhere ? [lists.flat()] : lists) checkList(list, once, review);
    const inner = props ?? items?.props;
    if (inner) checkLists(lists.flat(), inner, review);
  }
}

/** Reports every entry that has what an earlier one has. */
function checkList(entries: readonly Entry<Item>[], { by, among }: NonNullable<Shape['once']>, review: Review): void {
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
