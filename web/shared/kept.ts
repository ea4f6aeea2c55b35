/** What a page keeps on this device, by person, so that it opens without a network and nothing typed is lost. */
import { openDB } from 'idb';

const store = 'kept';
const database = openDB('muster-pages', 1, {
  upgrade: (db) => void db.createObjectStore(store),
});

/** Everything of one person whose names begin alike. */
const range = (userId: string, prefix = '') => IDBKeyRange.bound(`${userId}/${prefix}`, `${userId}/${prefix}\uffff`);

export const recall = async <T>(userId: string, name: string): Promise<T | undefined> =>
  (await (await database).get(store, `${userId}/${name}`)) as T | undefined;

export const recallAll = async <T>(userId: string, prefix: string): Promise<T[]> =>
  (await (await database).getAll(store, range(userId, prefix))) as T[];

export async function keep(userId: string, name: string, value: unknown): Promise<void> {
  await (await database).put(store, value, `${userId}/${name}`);
}

/** Forgets one thing, or all whose names begin so. */
export async function forget(userId: string, prefix: string): Promise<void> {
  await (await database).delete(store, range(userId, prefix));
}
