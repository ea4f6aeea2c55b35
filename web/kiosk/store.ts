/** All that has to outlive a reload, a kill and an empty battery, in IndexedDB. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Dispute, Entry, Ground, Guest, Manifest, Pairing, Scan, Verdict } from './model.ts';
import { agrees } from './verdict.ts';

/** What is kept once, by its name. */
interface Single {
  pairing: Pairing;
  point: string;
  ground: Ground;
  /** By how many milliseconds the server's clock is ahead. */
  ahead: number;
}
interface Seen {
  readonly point_id: string;
  readonly token_hash: string;
  readonly at: string;
}
interface Schema extends DBSchema {
  single: { key: string; value: Single[keyof Single] };
  /** In the order of reading. */
  queue: { key: number; value: Scan; indexes: { nonce: string } };
  roster: { key: string; value: Guest };
  seen: { key: [string, string]; value: Seen };
  latest: { key: string; value: Entry; indexes: { at: string } };
  disputes: { key: string; value: Dispute; indexes: { at: string } };
}
const everything = ['single', 'queue', 'roster', 'seen', 'latest', 'disputes'] as const;

const shownAtMost = 50;
/** A write is not done before it is on the disk, for batteries end. */
const safely = { durability: 'strict' } as const;

/** What is written, all of it or nothing, once the server has decided about a scan. */
export interface Settled {
  readonly scan: Scan;
  readonly token_hash: string;
  readonly verdict: Verdict;
  /** When the person was let in, or null where they were not. */
  readonly inAt: string | null;
  /** Somebody waits for it before the screen, and is told this. */
  readonly isAwaited: boolean;
}

interface Cursor {
  delete(): Promise<void>;
  continue(): Promise<Cursor | null>;
}
/** Leaves the latest on the list, which this index has from the oldest on. */
async function dropSurplus(index: { count(): Promise<number>; openCursor(): Promise<Cursor | null> }): Promise<void> {
  let surplus = (await index.count()) - shownAtMost;
  for (let cursor = await index.openCursor(); cursor && surplus > 0; cursor = await cursor.continue(), surplus--)
    await cursor.delete();
}

export class Store {
  readonly #db: IDBPDatabase<Schema>;

  private constructor(db: IDBPDatabase<Schema>) {
    this.#db = db;
  }

  static async open(name = 'muster-kiosk'): Promise<Store> {
    return new Store(
      await openDB<Schema>(name, 1, {
        upgrade(db) {
          db.createObjectStore('single');
          db.createObjectStore('queue', { autoIncrement: true }).createIndex('nonce', 'nonce', { unique: true });
          db.createObjectStore('roster', { keyPath: 'token_hash' });
          db.createObjectStore('seen', { keyPath: ['point_id', 'token_hash'] });
          db.createObjectStore('latest', { keyPath: 'nonce' }).createIndex('at', 'at');
          db.createObjectStore('disputes', { keyPath: 'nonce' }).createIndex('at', 'at');
        },
      }),
    );
  }

  close(): void {
    this.#db.close();
  }

  async get<N extends keyof Single>(name: N): Promise<Single[N] | undefined> {
    return (await this.#db.get('single', name)) as Single[N] | undefined;
  }

  async keep<N extends keyof Single>(name: N, value: Single[N]): Promise<void> {
    const tx = this.#db.transaction('single', 'readwrite', safely);
    await Promise.all([tx.store.put(value, name), tx.done]);
  }

  /** Takes the place of an earlier pairing. What waits stays. */
  async begin(pairing: Pairing): Promise<void> {
    const tx = this.#db.transaction(['single', 'roster'], 'readwrite', safely);
    void tx.objectStore('single').clear();
    void tx.objectStore('single').put(pairing, 'pairing');
    void tx.objectStore('roster').clear();
    await tx.done;
  }

  async enqueue(scan: Scan): Promise<void> {
    const tx = this.#db.transaction('queue', 'readwrite', safely);
    await Promise.all([tx.store.add(scan), tx.done]);
  }

  /**
   * Notes what people are told of a scan, and lists it.
   * @returns False where the server has decided about it meanwhile.
   */
  async noteShown({ nonce, scanned_at }: Scan, token_hash: string, verdict: Verdict, isIn: boolean): Promise<boolean> {
    const tx = this.#db.transaction(['queue', 'latest', 'seen'], 'readwrite', safely);
    const key = await tx.objectStore('queue').index('nonce').getKey(nonce);
    const scan = key === undefined ? undefined : await tx.objectStore('queue').get(key);
    if (scan) {
      await tx.objectStore('queue').put({ ...scan, shown: verdict }, key);
      await tx.objectStore('latest').put({ nonce, at: scanned_at, verdict });
      if (isIn) await tx.objectStore('seen').put({ point_id: scan.point_id, token_hash, at: scanned_at });
      await dropSurplus(tx.objectStore('latest').index('at'));
    }
    await tx.done;
    return scan !== undefined;
  }

  /** The scans that wait longest, all unless said, in the order of reading. */
  oldest(count?: number): Promise<Scan[]> {
    return this.#db.getAll('queue', null, count);
  }

  queued(): Promise<number> {
    return this.#db.count('queue');
  }

  /** Takes scans out of the queue about which the server has decided. */
  async settle(settled: readonly Settled[]): Promise<void> {
    const tx = this.#db.transaction(['queue', 'latest', 'seen', 'disputes'], 'readwrite', safely);
    for (const { scan, token_hash, verdict, inAt, isAwaited } of settled) {
      const { nonce, token, point_id, scanned_at: at } = scan;
      const queue = tx.objectStore('queue');
      const key = await queue.index('nonce').getKey(nonce);
      if (key === undefined) continue;
      // What was noted last: a verdict may have been shown while the server was asked.
      const shown = (await queue.get(key))?.shown ?? null;
      await queue.delete(key);
      await tx.objectStore('latest').put({ nonce, at, verdict });
      if (inAt === null) await tx.objectStore('seen').delete([point_id, token_hash]);
      else await tx.objectStore('seen').put({ point_id, token_hash, at: inAt });
      if (!(isAwaited && shown === null) && !agrees(shown, verdict))
        await tx.objectStore('disputes').put({ nonce, at, verdict, token, point_id, shown });
    }
    await dropSurplus(tx.objectStore('latest').index('at'));
    await tx.done;
  }

  async latest(): Promise<Entry[]> {
    return (await this.#db.getAllFromIndex('latest', 'at')).reverse();
  }

  disputes(): Promise<Dispute[]> {
    return this.#db.getAllFromIndex('disputes', 'at');
  }

  dismiss(nonce: string): Promise<void> {
    return this.#db.delete('disputes', nonce);
  }

  roster(): Promise<Guest[]> {
    return this.#db.getAll('roster');
  }

  async seenAt(point_id: string, token_hash: string): Promise<string | null> {
    return (await this.#db.get('seen', [point_id, token_hash]))?.at ?? null;
  }

  /** Takes over what a manifest tells, with where to go on. */
  async update({ super_event, tracks, points, roster, dropped, whole, next }: Manifest): Promise<void> {
    const tx = this.#db.transaction(['single', 'roster'], 'readwrite', safely);
    const guests = tx.objectStore('roster');
    if (whole) void guests.clear();
    for (const hash of dropped) void guests.delete(hash);
    for (const guest of roster) void guests.put(guest);
    void tx.objectStore('single').put({ super_event, tracks, points, next }, 'ground');
    await tx.done;
  }

  /**
   * Forgets the key and everybody's names. What waits to be handed in, or to be looked into, stays; where nothing waits,
   * everything goes. False where another key stands there by now.
   */
  async end({ key, device }: Pairing): Promise<boolean> {
    const tx = this.#db.transaction(everything, 'readwrite', safely);
    const single = tx.objectStore('single');
    const present = (await single.get('pairing')) as Pairing | undefined;
    const isOurs = !present?.key || present.key === key;
    const isWaiting = (await tx.objectStore('queue').count()) > 0;
    const forgotten = isWaiting ? (['single', 'roster', 'seen', 'latest'] as const) : everything;
    if (isOurs) for (const name of forgotten) void tx.objectStore(name).clear();
    if (isOurs && isWaiting) void single.put({ key: null, device }, 'pairing');
    await tx.done;
    return isOurs;
  }

  async wipe(): Promise<void> {
    const tx = this.#db.transaction(everything, 'readwrite', safely);
    for (const name of everything) void tx.objectStore(name).clear();
    await tx.done;
  }
}
