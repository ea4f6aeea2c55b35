/**
 * Hints from the command line where there is no bus: PostgreSQL's NOTIFY carries them. Any login of the database may send
 * one, which only makes a process forget and look again.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { hintNames, type HintName } from '../contract/hints.ts';
import type { Db } from '../database/database.ts';
import { inSession } from '../database/session.ts';
import type { Hint } from './hints.ts';

const channel = 'muster_hints';
/** Milliseconds for connecting, and from the end of a connection to the next. */
const [patience, beforeNext] = [1_000, 500];

/** Sends hints with the commit of this transaction. */
export async function notifyHints(tx: Db, hints: readonly Hint[]): Promise<void> {
  if (hints.length === 0) return;
  const texts = hints.map((hint) => JSON.stringify(hint));
  await sql`select pg_notify(${channel}, text) from unnest(${texts}::text[]) text`.execute(tx.getKysely());
}

interface Following {
  readonly hear: (hint: Hint) => void;
  /** Called whenever listening begins: hints sent before are lost. */
  readonly missed: () => void;
  /** Called with what is no hint. */
  readonly unreadable: () => void;
}

/** Listens on a connection of its own, which is opened anew whenever it ends. */
export class NotifiedHints {
  readonly #url: string;
  readonly #following: Following;
  readonly #closing = new AbortController();
  readonly #begun = Promise.withResolvers<void>();
  #over: Promise<void> = Promise.resolve();

  constructor(url: string, following: Following) {
    this.#url = url;
    this.#following = following;
  }

  /** Resolves once it listens, or the first try has failed. */
  open(): Promise<void> {
    this.#over = this.#keepListening();
    return this.#begun.promise;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#over;
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await inSession(this.#url, { name: 'muster hints', patience }, (session) => this.#listen(session)).catch(
        () => undefined,
      );
      this.#begun.resolve();
      await pause(beforeNext, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Rejects when the connection is lost or this is closed. */
  async #listen(session: pg.Client): Promise<void> {
    const { signal } = this.#closing;
    session.on('notification', ({ payload }) => this.#hear(payload));
    await session.query(`listen ${channel}`);
    this.#following.missed();
    this.#begun.resolve();
    await once(session, 'end', { signal });
  }

  #hear(payload: string | undefined): void {
    const hint = hintIn(payload ?? '');
    if (hint) this.#following.hear(hint);
    else this.#following.unreadable();
  }
}

function hintIn(text: string): Hint | undefined {
  try {
    const [name, what] = JSON.parse(text) as [HintName, Record<string, unknown>];
    const isHint = hintNames.includes(name) && Object.values(what).every((value) => typeof value === 'string');
    return isHint ? ([name, what] as unknown as Hint) : undefined;
  } catch {
    return undefined;
  }
}
