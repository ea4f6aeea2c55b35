/**
 * Events from the command line without a bus, by PostgreSQL's NOTIFY. Any login of the database may send one; all it
 * does is clear caches.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ServiceBroker } from 'moleculer';
import type pg from 'pg';
import { notifications } from '../base/limits.ts';
import { eventNames, type BusEvent, type EventName } from '../contract/bus-events.ts';
import type { Db } from '../database/database.ts';
import { inSession } from '../database/session.ts';
import { eventsMissed } from './events.ts';

const channel = 'muster_events';

/** Sends events with the commit of this transaction. */
export async function notifyEvents(tx: Db, events: readonly BusEvent[]): Promise<void> {
  if (events.length === 0) return;
  const texts = events.map((event) => JSON.stringify(event));
  await sql`select pg_notify(${channel}, text) from unnest(${texts}::text[]) text`.execute(tx.getKysely());
}

/** Listens on a dedicated connection, reconnects whenever it ends, and passes events on to the process. */
export class NotifiedEvents {
  readonly #url: string;
  readonly #broker: ServiceBroker;
  readonly #closing = new AbortController();
  readonly #begun = Promise.withResolvers<void>();
  #over: Promise<void> = Promise.resolve();

  constructor(url: string, broker: ServiceBroker) {
    this.#url = url;
    this.#broker = broker;
  }

  /** Resolves once it listens, or once the first try has failed. */
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
    const options = { name: 'muster events', timeoutMs: notifications.connectWithinMs };
    while (!signal.aborted) {
      await inSession(this.#url, options, (session) => this.#listen(session)).catch(() => undefined);
      this.#begun.resolve();
      await pause(notifications.reconnectAfterMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Rejects when the connection is lost or this is closed. */
  async #listen(session: pg.Client): Promise<void> {
    const { signal } = this.#closing;
    session.on('notification', ({ payload }) => this.#hear(payload));
    await session.query(`listen ${channel}`);
    void this.#broker.broadcastLocal(eventsMissed);
    this.#begun.resolve();
    await once(session, 'end', { signal });
  }

  #hear(payload: string | undefined): void {
    const event = eventIn(payload ?? '');
    if (event) void this.#broker.broadcastLocal(event[0], event[1]);
    else this.#broker.logger.warn('A notification of PostgreSQL is no event.');
  }
}

function eventIn(text: string): BusEvent | undefined {
  try {
    const [name, content] = JSON.parse(text) as [EventName, Record<string, unknown>];
    const isEvent = eventNames.includes(name) && Object.values(content).every((value) => typeof value === 'string');
    return isEvent ? ([name, content] as unknown as BusEvent) : undefined;
  } catch {
    return undefined;
  }
}
