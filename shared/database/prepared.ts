/**
 * A connection that prepares what it is asked more than once, so that PostgreSQL parses and plans it once and not each time.
 *
 * Kysely sends every statement as plain text; the same query compiles to the same text, which is what is recognised here.
 * A text gets a name the second time it is met: one that comes once only would stay on the server for nothing.
 */
import { LRUCache } from 'lru-cache';
import pg from 'pg';

/** Statements with a name, in one process. Beyond that they are sent as they are; each takes some kilobytes per connection. */
const namedAtMost = 1_000;

const names = new Map<string, string>();
const metOnce = new LRUCache<string, true>({ max: namedAtMost });

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= namedAtMost) return undefined;
  if (!metOnce.delete(text)) return void metOnce.set(text, true);
  const name = `muster_${names.size}`;
  names.set(text, name);
  return name;
}

interface Refusal {
  readonly code?: string;
  readonly message?: string;
}

/** A migration added a column to what `*` stands for while the statement was prepared. */
const isOutdated = ({ code, message }: Refusal) =>
  code === '0A000' && message === 'cached plan must not change result type';

export class PreparingClient extends pg.Client {
  /** Texts that this connection prepared for a schema that is no more. */
  readonly #outdated = new Set<string>();

  /** Takes what `pg.Client` takes; a text with its values is what Kysely sends. */
  override query(...given: unknown[]): never {
    return this.#ask(given) as never;
  }

  #ask(given: unknown[]): unknown {
    const [text, values] = given;
    if (typeof text !== 'string' || !Array.isArray(values) || given.length > 2) return this.#send(...given);
    const name = this.#outdated.has(text) ? undefined : nameOf(text);
    if (!name) return this.#send(text, values);
    return (this.#send({ name, text, values }) as Promise<unknown>).catch((error: Refusal) => {
      if (!isOutdated(error)) throw error;
      this.#outdated.add(text);
      // Inside a transaction nothing more can be asked; whoever began it does so again.
      if (this.getTransactionStatus() !== 'I') throw error;
      return this.#send(text, values);
    });
  }

  #send(...given: unknown[]): unknown {
    return (super.query as (...all: unknown[]) => unknown).apply(this, given);
  }
}
