/** The stored data of a kiosk, in IndexedDB, which survives a reload, a crash and an empty battery. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type {
  Acknowledged,
  Dispute,
  Entry,
  Ground,
  Guest,
  Manifest,
  Pairing,
  Queued,
  Scan,
  Undo,
  Verdict,
} from './model.ts';
import { disown, dropForgotten, dropSurplus, letIn, takeOut, type Seen } from './keeping.ts';
import { agrees } from './verdict.ts';

/** Values of which the device keeps one each, by name. */
interface Single {
  pairing: Pairing;
  point: string;
  ground: Ground;
  /** By how many milliseconds the server's clock is ahead. */
  ahead: number;
}
interface Schema extends DBSchema {
  single: { key: string; value: Single[keyof Single] };
  /** In the order of reading. */
  queue: { key: number; value: Queued; indexes: { nonce: string; undoes: string } };
  /** In the order of the answers. */
  acknowledged: { key: number; value: Acknowledged };
  roster: { key: string; value: Guest };
  seen: { key: [string, string]; value: Seen };
  latest: { key: string; value: Entry; indexes: { at: string } };
  disputes: { key: string; value: Dispute; indexes: { at: string } };
}
const everything = ['single', 'queue', 'acknowledged', 'roster', 'seen', 'latest', 'disputes'] as const;

/** A write is not done before it is on the disk, for batteries end. */
const safely = { durability: 'strict' } as const;

/** Written in one transaction once the server has decided about a scan. */
export interface Settled {
  readonly scan: Scan;
  /** By which the person is known at the point, whichever of their tokens was read. */
  readonly token_hash: string;
  readonly verdict: Verdict;
  /** The server has recorded it, or knows it from before. */
  readonly isRecorded: boolean;
  /** When the person was let in, or null where they were not. */
  readonly inAt: string | null;
  /** Of a scan that was recorded. */
  readonly checkin_id: string | undefined;
  /** Somebody waits for it before the screen, and sees this. */
  readonly isAwaited: boolean;
}

export class Store {
  readonly #db: IDBPDatabase<Schema>;

  private constructor(db: IDBPDatabase<Schema>) {
    this.#db = db;
  }

  static async open(name = 'muster-kiosk'): Promise<Store> {
    return new Store(
      await openDB<Schema>(name, 3, {
        upgrade(db, former, _, tx) {
          db.createObjectStore('acknowledged', { autoIncrement: true });
          if (former === 1) {
            tx.objectStore('queue').createIndex('undoes', 'undoes');
            void tx.objectStore('seen').clear();
          }
          if (former > 0) return;
          db.createObjectStore('single');
          const queue = db.createObjectStore('queue', { autoIncrement: true });
          queue.createIndex('nonce', 'nonce', { unique: true });
          queue.createIndex('undoes', 'undoes');
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

  /** Replaces an earlier pairing. Scans that wait stay, each with its key. */
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
    const scan = key === undefined ? undefined : ((await tx.objectStore('queue').get(key)) as Scan | undefined);
    if (scan) {
      const { point_id, api_key } = scan;
      await tx.objectStore('queue').put({ ...scan, shown: verdict }, key);
      await tx.objectStore('latest').put({ nonce, at: scanned_at, verdict, of: { point_id, token_hash, api_key } });
      if (isIn) await letIn(tx.objectStore('seen'), { point_id, token_hash, at: scanned_at }, nonce);
      await dropSurplus(tx.objectStore('latest').index('at'));
    }
    await tx.done;
    return scan !== undefined;
  }

  /** The scans that wait longest, all unless said, in the order of reading. */
  oldest(count?: number): Promise<Queued[]> {
    return this.#db.getAll('queue', null, count);
  }

  queued(): Promise<number> {
    return this.#db.count('queue');
  }

  /** Takes scans out of the queue about which the server has decided. */
  async settle(settled: readonly Settled[]): Promise<void> {
    const tx = this.#db.transaction(['queue', 'acknowledged', 'latest', 'seen', 'disputes'], 'readwrite', safely);
    for (const { scan, token_hash, verdict, isRecorded, inAt, checkin_id, isAwaited } of settled) {
      const { nonce, token, point_id, api_key, scanned_at: at } = scan;
      const queue = tx.objectStore('queue');
      const key = await queue.index('nonce').getKey(nonce);
      if (key === undefined) continue;
      // Reads it anew: a verdict may have been shown while the server was asked.
      const shown = ((await queue.get(key)) as Scan | undefined)?.shown ?? null;
      await queue.delete(key);
      if (isRecorded) await tx.objectStore('acknowledged').add({ ...scan, shown: verdict, at: Date.now() });
      const undone = await queue.index('undoes').getKey(nonce);
      if (undone !== undefined)
        await queue.put({ ...((await queue.get(undone)) as Undo), checkin_id: checkin_id ?? null }, undone);
      const isUndone = undone !== undefined;
      const of = { point_id, token_hash, api_key };
      await tx.objectStore('latest').put({ nonce, at, verdict, of, checkin_id, isUndone });
      if (isUndone) continue;
      const seen = tx.objectStore('seen');
      if (inAt === null) await takeOut(seen, [point_id, token_hash], nonce);
      else await letIn(seen, { point_id, token_hash, at: inAt }, checkin_id === undefined ? null : nonce);
      if (!(isAwaited && shown === null) && !agrees(shown, verdict))
        await tx.objectStore('disputes').put({ nonce, at, verdict, token, point_id, shown });
    }
    await dropSurplus(tx.objectStore('latest').index('at'));
    await dropForgotten(tx.objectStore('acknowledged'));
    await tx.done;
  }

  /**
   * Takes back a check-in that was shown: in the queue, so that it follows its scan, whatever ends in between.
   * @returns False where nothing is known of it any more, or it was taken back before.
   */
  async undo({ nonce: undoes }: Pick<Entry, 'nonce'>, undo: Pick<Undo, 'nonce' | 'scanned_at'>): Promise<boolean> {
    const tx = this.#db.transaction(['queue', 'latest', 'seen'], 'readwrite', safely);
    const entry = await tx.objectStore('latest').get(undoes);
    const isKnown = entry?.of !== undefined && !entry.isUndone;
    if (entry?.of && isKnown) {
      const { point_id, token_hash, api_key } = entry.of;
      await tx.objectStore('queue').add({ ...undo, undoes, point_id, api_key, checkin_id: entry.checkin_id ?? null });
      await tx.objectStore('latest').put({ ...entry, isUndone: true });
      await takeOut(tx.objectStore('seen'), [point_id, token_hash], undoes);
    }
    await tx.done;
    return isKnown;
  }

  /** Takes an undo out of the queue; one that came too late is to be looked into. */
  async settleUndo(undo: Undo, late: ((entry: Entry) => Verdict) | null): Promise<void> {
    const { nonce, undoes, point_id } = undo;
    const tx = this.#db.transaction(['queue', 'acknowledged', 'latest', 'disputes'], 'readwrite', safely);
    const key = await tx.objectStore('queue').index('nonce').getKey(nonce);
    if (key !== undefined) await tx.objectStore('queue').delete(key);
    // Handed in again it waits for what its scan becomes then.
    if (!late) await tx.objectStore('acknowledged').add({ ...undo, checkin_id: null, at: Date.now() });
    const entry = await tx.objectStore('latest').get(undoes);
    if (late && entry) {
      const { at, verdict } = entry;
      await tx.objectStore('disputes').put({ nonce, at, verdict: late(entry), point_id, shown: verdict });
    }
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

  /** When somebody had the last of their portions; null where there is one left. */
  async seenAt(point_id: string, token_hash: string, portions = 1): Promise<string | null> {
    const seen = await this.#db.get('seen', [point_id, token_hash]);
    return seen && (seen.isServed || seen.nonces.length >= portions) ? seen.at : null;
  }

  /**
   * Takes over what a manifest tells, with where to go on. On another timeline the server may lack scans that it recorded,
   * so they wait to be handed in again; their nonces make that harmless where it has them.
   * @param key The manifest is for this key.
   * @returns False where another key has replaced it.
   */
  async update({ roster, dropped, whole, ...ground }: Manifest, key?: string | null): Promise<boolean> {
    const tx = this.#db.transaction(['single', 'roster', 'queue', 'acknowledged'], 'readwrite', safely);
    const single = tx.objectStore('single');
    if (((await single.get('pairing')) as Pairing | undefined)?.key !== key) return false;
    const guests = tx.objectStore('roster');
    const { timeline } = ground;
    const former = (await single.get('ground')) as Partial<Ground> | undefined;
    if (former?.timeline !== undefined && former.timeline !== timeline) {
      await dropForgotten(tx.objectStore('acknowledged'));
      for (const { at: _, ...scan } of await tx.objectStore('acknowledged').getAll())
        void tx.objectStore('queue').add(scan);
      void tx.objectStore('acknowledged').clear();
    }
    if (whole) void guests.clear();
    for (const hash of dropped) void guests.delete(hash);
    for (const guest of roster) void guests.put(guest);
    void single.put(ground, 'ground');
    await tx.done;
    return true;
  }

  /**
   * Removes the key and everybody's names. Scans that wait to be handed in or looked into stay; where none wait,
   * everything is removed. False where another key has replaced this one.
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
    if (isOurs && key !== null)
      for (const name of ['queue', 'acknowledged'] as const) await disown(tx.objectStore(name), key);
    await tx.done;
    return isOurs;
  }

  /** This key of a former pairing has ended, too. */
  async disown(key: string): Promise<void> {
    const tx = this.#db.transaction(['queue', 'acknowledged'], 'readwrite', safely);
    await disown(tx.objectStore('queue'), key);
    await disown(tx.objectStore('acknowledged'), key);
    await tx.done;
  }

  async wipe(): Promise<void> {
    const tx = this.#db.transaction(everything, 'readwrite', safely);
    for (const name of everything) void tx.objectStore(name).clear();
    await tx.done;
  }
}
