/** What is sent of facts, read once for all webhooks that are told of one. */
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../shared/database/database.ts';
import { readBodies } from '../queries/lanes.ts';

/** Bytes that are kept. */
const room = 16_000_000;

export class Bodies {
  readonly #kept = new LRUCache<string, Buffer>({ maxSize: room, sizeCalculation: ({ length }) => length });

  /** By the ids of these facts. */
  async of(db: Db, facts: ReadonlySet<string>): Promise<ReadonlyMap<string, Buffer>> {
    const found = new Map<string, Buffer>();
    for (const id of facts) {
      const body = this.#kept.get(id);
      if (body) found.set(id, body);
    }
    const missing = [...facts].filter((id) => !found.has(id));
    for (const [id, text] of await readBodies(db, missing)) {
      const body = Buffer.from(text);
      this.#kept.set(id, body);
      found.set(id, body);
    }
    return found;
  }
}
