/**
 * A connection that prepares repeated statements, so that PostgreSQL parses and plans each of them once, and that
 * closes itself when the server stops answering.
 *
 * Kysely sends statements as plain text, and the same query compiles to the same text, which serves as its key here. A
 * statement gets a name when it is seen a second time, because naming one that runs only once would waste memory of the
 * server.
 */
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { namedStatementsAtMost, silentConnectionMs } from '../base/limits.ts';
import { traceStatement, tracing } from '../base/tracing.ts';

const names = new Map<string, string>();
const metOnce = new LRUCache<string, true>({ max: namedStatementsAtMost });

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= namedStatementsAtMost) return undefined;
  if (!metOnce.delete(text)) return void metOnce.set(text, true);
  const name = `muster_${names.size}`;
  names.set(text, name);
  return name;
}

const checkEveryMs = 1_000;

interface Refusal {
  readonly code?: string;
  readonly message?: string;
}

/** Recognises the error for a statement that was prepared before a migration changed its result columns. */
const isOutdated = ({ code, message }: Refusal) =>
  code === '0A000' && message === 'cached plan must not change result type';

/** The client of every pool; see the header of this file. */
export class PreparingClient extends pg.Client {
  /** Texts that this connection prepared before the schema changed. */
  readonly #outdated = new Set<string>();
  /** The time since which an answer is pending. */
  #since: number | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const watch = setInterval(() => this.#endIfSilent(), checkEveryMs).unref();
    this.on('drain', () => (this.#since = undefined));
    this.once('end', () => clearInterval(watch));
  }

  /** Accepts what `pg.Client#query` accepts; Kysely sends a text with values. */
  override query(...given: unknown[]): never {
    const tracer = tracing();
    const text = given[0];
    // No spans for statements with a callback or a stream, nor for background work.
    if (typeof text !== 'string' || !tracer?.here()?.isRecording()) return this.#ask(given) as never;
    return traceStatement(tracer, this, text, () => this.#ask(given) as Promise<unknown>) as never;
  }

  #ask(given: unknown[]): unknown {
    const [text, values] = given;
    if (typeof text !== 'string' || !Array.isArray(values) || given.length > 2) return this.#send(...given);
    const name = this.#outdated.has(text) ? undefined : nameOf(text);
    if (!name) return this.#answerTo({ text, values });
    return this.#answerTo({ name, text, values }).catch((error: Refusal) => {
      if (!isOutdated(error)) throw error;
      this.#outdated.add(text);
      // A failed transaction accepts no more statements, so its caller has to repeat it.
      if (this.getTransactionStatus() !== 'I') throw error;
      return this.#answerTo({ text, values });
    });
  }

  /**
   * Asks with a callback: behind the promises that pg makes, rows of earlier answers stay in memory until the next full garbage
   * collection, so that a long read grows by all that it has read.
   */
  #answerTo(query: pg.QueryConfig): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#send(query, undefined, (error: Error | null, answer: unknown) => (error ? reject(error) : resolve(answer)));
    });
  }

  /** Closes a silent connection. Waiting statements fail as on any broken connection. */
  #endIfSilent(): void {
    if (this.#since === undefined || performance.now() - this.#since <= silentConnectionMs) return;
    (this as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy();
  }

  #send(...given: unknown[]): unknown {
    this.#since ??= performance.now();
    return (super.query as (...all: unknown[]) => unknown).apply(this, given);
  }
}
