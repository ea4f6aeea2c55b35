/** The entries of a kiosk's lists: who was let in, the latest fifty, and an hour of what was recorded. */
import { signal } from '@preact/signals';
import type { Acknowledged, Dispute, Entry, Ground, Queued } from './model.ts';
import type { Store } from './store.ts';

const shownAtMost = 50;
/** Milliseconds for which recorded scans are kept: longer than it takes until a standby has taken over. */
const acknowledgedFor = 3_600_000;

/** The lists as the screen shows them. */
export class Lists {
  /** How many scans wait to be handed in. */
  readonly queued = signal(0);
  readonly latest = signal<readonly Entry[]>([]);
  readonly disputes = signal<readonly Dispute[]>([]);
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async refresh(): Promise<void> {
    const store = this.#store;
    const [queued, latest, disputes] = await Promise.all([store.queued(), store.latest(), store.disputes()]);
    this.queued.value = queued;
    this.latest.value = latest;
    this.disputes.value = disputes;
  }

  async dismiss(nonce: string): Promise<void> {
    await this.#store.dismiss(nonce);
    await this.refresh();
  }

  /** The scans that wait to be handed in, for a file. */
  waiting(): Promise<Queued[]> {
    return this.#store.oldest();
  }
}

export interface Seen {
  readonly point_id: string;
  readonly token_hash: string;
  /** When the person was let in last. */
  readonly at: string;
  /** The scans by which this kiosk let them in. */
  readonly nonces: readonly string[];
  /** The service said that there is no further portion. */
  readonly isServed: boolean;
}

interface Cursor {
  delete(): Promise<void>;
  continue(): Promise<Cursor | null>;
}
/** Leaves the latest on the list, which this index has from the oldest on. */
export async function dropSurplus(index: {
  count(): Promise<number>;
  openCursor(): Promise<Cursor | null>;
}): Promise<void> {
  let surplus = (await index.count()) - shownAtMost;
  for (let cursor = await index.openCursor(); cursor && surplus > 0; cursor = await cursor.continue(), surplus--)
    await cursor.delete();
}

interface SeenStore {
  get(key: [string, string]): Promise<Seen | undefined>;
  put(value: Seen): Promise<unknown>;
  delete(key: [string, string]): Promise<unknown>;
}
/** @param nonce Null: by another scan than this one, and there is no further portion. */
export async function letIn(
  store: SeenStore,
  seen: Omit<Seen, 'nonces' | 'isServed'>,
  nonce: string | null,
): Promise<void> {
  const { nonces = [] } = (await store.get([seen.point_id, seen.token_hash])) ?? {};
  const others = nonces.filter((each) => each !== nonce);
  await store.put({ ...seen, nonces: nonce === null ? others : [...others, nonce], isServed: nonce === null });
}
/** This scan let nobody in after all. */
export async function takeOut(store: SeenStore, key: [string, string], nonce: string): Promise<void> {
  const seen = await store.get(key);
  if (seen) await store.put({ ...seen, nonces: seen.nonces.filter((each) => each !== nonce), isServed: false });
}

/** Forgets scans that were recorded too long ago; the oldest come first. */
export async function dropForgotten(acknowledged: {
  openCursor(): Promise<(Cursor & { readonly value: Acknowledged }) | null>;
}): Promise<void> {
  const since = Date.now() - acknowledgedFor;
  for (let cursor = await acknowledged.openCursor(); cursor && cursor.value.at < since;) {
    await cursor.delete();
    cursor = (await cursor.continue()) as typeof cursor;
  }
}

/** Counts so many more recorded at a point, until the service tells the number anew. */
export function withMore(ground: Ground, point_id: string, more: number): Ground {
  const points = ground.points.map((point) => {
    const { id, checked_in_count: before } = point;
    return id === point_id && before !== undefined ? { ...point, checked_in_count: Math.max(0, before + more) } : point;
  });
  return { ...ground, points };
}

interface OwnedCursor<Value> {
  readonly value: Value;
  update(value: Value): Promise<unknown>;
  continue(): Promise<OwnedCursor<Value> | null>;
}
/** This key has ended: what was read under it is handed in with the one that the kiosk has. */
export async function disown<Value extends Queued>(
  store: { openCursor(): Promise<OwnedCursor<Value> | null> },
  api_key: string,
): Promise<void> {
  for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue())
    if (cursor.value.api_key === api_key) await cursor.update({ ...cursor.value, api_key: undefined });
}
