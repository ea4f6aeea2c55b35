/** Reads new facts at every event, and those of all organizations every two seconds, for an event may be lost. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from 'moleculer';
import type { Db } from '../../../shared/database/database.ts';
import { failureOf } from '../../../shared/kit/translate.ts';
import { beginning, readersAtMost, type Whose } from '../queries/fan-out.ts';
import { fanOut } from './fan-out.ts';

type Log = Service['logger'];

const [roundEveryMs, pauseMs, retryAfterMs] = [2_000, 80, 1_000];

export class FactReader {
  readonly #db: Db;
  readonly #log: Log;
  readonly #told = new Set<string>();
  /** With webhooks; events of others are of no interest. */
  readonly #organizations = new Set<string>();
  readonly #stopping = new AbortController();
  #nextRoundAt = 0;
  #isAway = false;
  #wake = new AbortController();
  #running: Promise<void> | undefined;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.abort();
    await this.#running;
  }

  /** There are facts of this organization. */
  hear = (organization_id: string): void => {
    if (!this.#organizations.has(organization_id)) return;
    this.#told.add(organization_id);
    this.#wake.abort();
  };

  /** Hints were lost. */
  look = (): void => {
    this.#nextRoundAt = 0;
    this.#wake.abort();
  };

  /** Logs once that the database is away, and each time what nobody foresaw. */
  warn = (error: unknown): void => {
    const isAway = failureOf(error) !== undefined;
    if (!isAway) this.#log.warn({ err: error }, 'Webhooks could not be worked through; it is tried again.');
    else if (!this.#isAway) this.#log.warn(`Webhooks wait for the database: ${(error as Error).message}`);
    this.#isAway = isAway;
  };

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      let pauseFor = pauseMs;
      try {
        await this.#read();
      } catch (error) {
        this.warn(error);
        pauseFor = retryAfterMs;
      }
      await pause(pauseFor, undefined, { signal }).catch(() => undefined);
      const wait = Math.max(0, this.#nextRoundAt - performance.now());
      await pause(wait, undefined, { signal: this.#wake.signal }).catch(() => undefined);
    }
  }

  async #read(): Promise<void> {
    this.#wake = new AbortController();
    if (performance.now() >= this.#nextRoundAt) await this.#readAll();
    const told = [...this.#told].slice(0, readersAtMost);
    if (told.length === 0) return;
    for (const one of told) this.#told.delete(one);
    const held = new Set(await this.#fanOut(told));
    // Another process holds the others, and may have read before the latest fact.
    for (const one of told) if (!held.has(one)) this.#told.add(one);
    if (this.#told.size > 0) this.#wake.abort();
  }

  async #readAll(): Promise<void> {
    this.#nextRoundAt = performance.now() + roundEveryMs;
    for (let after: string | undefined = beginning; after && !this.#stopping.signal.aborted;) {
      const held: readonly string[] = await this.#fanOut({ after });
      for (const one of held) this.#organizations.add(one);
      after = held.length === readersAtMost ? held.at(-1) : undefined;
    }
    if (this.#isAway) this.#log.info('The database answers; webhooks are sent again.');
    this.#isAway = false;
  }

  /** Returns whose facts were read. */
  async #fanOut(whose: Whose): Promise<readonly string[]> {
    const { held, unread, lost } = await fanOut(this.#db, whose);
    for (const one of unread) this.#told.add(one);
    for (const one of lost) this.#log.warn({ organization_id: one }, 'Its facts are sent from now on only.');
    return held;
  }
}
