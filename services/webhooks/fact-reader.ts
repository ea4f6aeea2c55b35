/** Reads new facts at every event, and those of all organizations every two seconds, because an event may be lost. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from 'moleculer';
import { factTypes, defaultFactTypes, type Fact, type FactType } from '../../shared/contract/facts.ts';
import { allFactTypes } from '../../shared/contract/fields.ts';
import type { Db } from '../../shared/database/database.ts';
import {
  keptPosition,
  presentPosition,
  readFacts,
  type FactPage,
  type FactQuery,
} from '../../shared/database/facts.ts';
import { transaction } from '../../shared/database/transaction.ts';
import { addJobs } from './deliveries.sql.ts';
import {
  lockReaders,
  keepFacts,
  type ReaderProgress,
  type NewDelivery,
  type OrganizationRange,
  beforeAllOrganizations,
  readersAtMost,
} from './fan-out.sql.ts';
import { isFor } from './rules.ts';
import { failureOf } from '../../shared/kit/translate.ts';

// Makes a delivery of each new fact for each webhook that wants it, and jobs that send them, in one transaction.

/** Facts per transaction: of one organization, and of all together. */
const [ofOne, ofAll] = [500, 4_000];

export interface FanOutResult {
  /** Organizations that this process has locked, in their order. */
  readonly held: readonly string[];
  /** Organizations with more facts to read. */
  readonly unread: readonly string[];
  /** Organizations whose position was lost, as in a restored database: they continue from now. */
  readonly lost: readonly string[];
}
type Readers = Awaited<ReturnType<typeof lockReaders>>;
type Reader = Readers[number];

export function fanOut(db: Db, whose: OrganizationRange): Promise<FanOutResult> {
  return transaction(db.fork(), async (tx) => {
    const readers = await lockReaders(tx, whose);
    if (readers.length === 0) return { held: [], unread: [], lost: [] };
    const { pages, lost } = await readPages(tx, readers);
    const told = readers.flatMap((reader, index) => toldBy(reader, (pages[index] as FactPage).facts));
    const progress = readers.flatMap((reader, index) => progressOf(reader, pages[index] as FactPage));
    if (progress.length > 0) await keepFacts(tx, told, progress);
    const held = readers.map(({ organization_id }) => organization_id);
    await addJobs(tx, held);
    const unread = held.filter((_, index) => pages[index]?.has_more);
    return { held, unread, lost };
  });
}

async function readPages(db: Db, readers: Readers) {
  const limit = Math.min(ofOne, Math.floor(ofAll / readers.length));
  const found = await readFacts(
    db,
    readers.map((reader) => readingOf(reader, limit)),
  );
  const lost = readers.filter((_, index) => found[index] === 'expired').map(({ organization_id }) => organization_id);
  const now: FactPage = { facts: [], next: lost.length > 0 ? await presentPosition(db) : '', has_more: false };
  return { pages: found.map((page) => (page === 'expired' ? now : page)), lost };
}

const readingOf = ({ organization_id, position, webhooks }: Reader, limit: number): FactQuery => ({
  organization_id,
  after: position,
  isKept: true,
  types: wantedBy(webhooks),
  super_event_id: null,
  limit,
});

function wantedBy(webhooks: Reader['webhooks']): FactType[] {
  const named = new Set(webhooks.flatMap(({ types }) => types));
  return factTypes.filter((type) => named.has(type) || (named.has(allFactTypes) && defaultFactTypes.includes(type)));
}

const toldBy = ({ webhooks }: Reader, facts: readonly Fact[]): NewDelivery[] =>
  facts.flatMap((fact) => {
    const to = webhooks.filter((webhook) => isFor(webhook, fact)).map(({ id }) => id);
    return to.length > 0 ? [{ id: fact.id, type: fact.type, body: bodyOf(fact), to }] : [];
  });

/** The body that is signed and sent. */
const bodyOf = (fact: Fact) => JSON.stringify({ type: fact.type, timestamp: fact.occurred_at, data: fact });

/** Without facts the position is stored only now and then, because reading a little again does no harm. */
const progressOf = ({ organization_id, position, is_stale }: Reader, { facts, next }: FactPage): ReaderProgress[] => {
  const kept = keptPosition(next);
  return facts.length > 0 || is_stale || kept < position ? [{ organization_id, position: kept }] : [];
};

type Log = Service['logger'];

const [roundEveryMs, pauseMs, retryAfterMs] = [2_000, 80, 1_000];

export class FactReader {
  readonly #db: Db;
  readonly #log: Log;
  readonly #told = new Set<string>();
  /** Organizations with webhooks; events of others are ignored. */
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

  /** Handles an event: there are facts of this organization. */
  hear = (organization_id: string): void => {
    if (!this.#organizations.has(organization_id)) return;
    this.#told.add(organization_id);
    this.#wake.abort();
  };

  /** Reads all organizations, because events were lost. */
  look = (): void => {
    this.#nextRoundAt = 0;
    this.#wake.abort();
  };

  /** Logs once that the database is unreachable, and every unexpected error. */
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
    // Another process has locked the others, and may have read them before the latest fact.
    for (const one of told) if (!held.has(one)) this.#told.add(one);
    if (this.#told.size > 0) this.#wake.abort();
  }

  async #readAll(): Promise<void> {
    this.#nextRoundAt = performance.now() + roundEveryMs;
    for (let after: string | undefined = beforeAllOrganizations; after && !this.#stopping.signal.aborted;) {
      const held: readonly string[] = await this.#fanOut({ after });
      for (const one of held) this.#organizations.add(one);
      after = held.length === readersAtMost ? held.at(-1) : undefined;
    }
    if (this.#isAway) this.#log.info('The database answers; webhooks are sent again.');
    this.#isAway = false;
  }

  /** Returns the organizations whose facts were read. */
  async #fanOut(whose: OrganizationRange): Promise<readonly string[]> {
    const { held, unread, lost } = await fanOut(this.#db, whose);
    for (const one of unread) this.#told.add(one);
    for (const one of lost) this.#log.warn({ organization_id: one }, 'Its facts are sent from now on only.');
    return held;
  }
}
