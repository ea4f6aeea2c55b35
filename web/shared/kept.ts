/** Stores data of a page on this device, by person, so that it opens without a network and nothing typed is lost. */
import { signal } from '@preact/signals';
import { openDB, type IDBPDatabase } from 'idb';

const store = 'kept';
let database: Promise<IDBPDatabase> | undefined;

/** This device keeps nothing: its disk is full, or the window is a private one. Pages go on without. */
export const keepsNothing = signal(false);

async function attempt<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T | undefined> {
  try {
    database ??= openDB('muster-pages', 1, { upgrade: (db) => void db.createObjectStore(store) });
    return await work(await database);
  } catch {
    keepsNothing.value = true;
    return undefined;
  }
}

/** Everything of one person whose names begin alike. */
const range = (userId: string, prefix = '') => IDBKeyRange.bound(`${userId}/${prefix}`, `${userId}/${prefix}\uffff`);

export const recall = <T>(userId: string, name: string): Promise<T | undefined> =>
  attempt((db) => db.get(store, `${userId}/${name}`) as Promise<T | undefined>);

export const recallAll = async <T>(userId: string, prefix: string): Promise<T[]> =>
  (await attempt((db) => db.getAll(store, range(userId, prefix)) as Promise<T[]>)) ?? [];

export async function keep(userId: string, name: string, value: unknown): Promise<void> {
  await attempt((db) => db.put(store, value, `${userId}/${name}`));
}

/**
 * Stores several values by their names, all or none of them; one that is undefined is removed.
 * @param from Another person by whom they were kept until now, and are no longer.
 * @returns Whether they are stored.
 */
export async function keepAll(
  userId: string,
  values: Readonly<Record<string, unknown>>,
  from = userId,
): Promise<boolean> {
  const stored = await attempt(async (db) => {
    const { store: all, done } = db.transaction(store, 'readwrite');
    const writes = Object.entries(values).flatMap(([name, value]) => [
      ...(from === userId ? [] : [all.delete(`${from}/${name}`)]),
      value === undefined ? all.delete(`${userId}/${name}`) : all.put(value, `${userId}/${name}`),
    ]);
    await Promise.all([...writes, done]);
    return true;
  });
  return stored ?? false;
}

export async function forget(userId: string, name: string): Promise<void> {
  await attempt((db) => db.delete(store, `${userId}/${name}`));
}

/** Keys of texts that were typed and that the service does not have yet; none begins as another one does. */
export const unsent = { scores: 'draft/', projects: 'project-draft/', applications: 'application-draft/' } as const;

/** Removes all that any page stores of a person, except texts that were not sent yet. */
export async function putAway(userId: string): Promise<void> {
  await attempt(async (db) => {
    const names = (await db.getAllKeys(store, range(userId))) as string[];
    const isUnsent = (name: string) => Object.values(unsent).some((prefix) => name.startsWith(`${userId}/${prefix}`));
    const fetched = names.filter((name) => !isUnsent(name));
    await Promise.all(fetched.map((name) => db.delete(store, name)));
  });
}
