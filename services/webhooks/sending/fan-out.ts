/** Makes a delivery of each new fact for each webhook that listens, and jobs that send what is due: one transaction. */
import { factTypes, toldToAll, type Fact, type FactType } from '../../../shared/contract/facts.ts';
import { everything } from '../../../shared/contract/fields/webhooks.ts';
import type { Db } from '../../../shared/database/database.ts';
import { presentPosition, readFacts, type FactPage, type Reading } from '../../../shared/database/facts.ts';
import { transaction } from '../../../shared/database/transaction.ts';
import { addJobs } from '../queries/due.ts';
import { holdReaders, keepFacts, type Progress, type Told, type Whose } from '../queries/fan-out.ts';
import { isFor } from '../rules.ts';

/** At once: of one organization, and of all together. */
const [ofOne, ofAll] = [500, 4_000];

export interface FannedOut {
  /** Organizations that nobody else held, in their order. */
  readonly held: readonly string[];
  /** Organizations that have more to read already. */
  readonly unread: readonly string[];
  /** Organizations whose place was lost, as in a database that was restored: they go on from now. */
  readonly lost: readonly string[];
}
type Readers = Awaited<ReturnType<typeof holdReaders>>;
type Reader = Readers[number];

export function fanOut(db: Db, whose: Whose): Promise<FannedOut> {
  return transaction(db.fork(), async (tx) => {
    const readers = await holdReaders(tx, whose);
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

const readingOf = ({ organization_id, position, webhooks }: Reader, limit: number): Reading => ({
  organization_id,
  after: position,
  types: wantedBy(webhooks),
  super_event_id: null,
  limit,
});

function wantedBy(webhooks: Reader['webhooks']): FactType[] {
  const named = new Set(webhooks.flatMap(({ types }) => types));
  return factTypes.filter((type) => named.has(type) || (named.has(everything) && toldToAll.includes(type)));
}

const toldBy = ({ webhooks }: Reader, facts: readonly Fact[]): Told[] =>
  facts.flatMap((fact) => {
    const to = webhooks.filter((webhook) => isFor(webhook, fact)).map(({ id }) => id);
    return to.length > 0 ? [{ id: fact.id, type: fact.type, body: bodyOf(fact), to }] : [];
  });

/** As it is signed and sent. */
const bodyOf = (fact: Fact) => JSON.stringify({ type: fact.type, timestamp: fact.occurred_at, data: fact });

/** Where there was nothing, how far it came is written down now and then: reading a little once more does no harm. */
const progressOf = ({ organization_id, position, is_stale }: Reader, { facts, next }: FactPage): Progress[] =>
  facts.length > 0 || is_stale || next < position ? [{ organization_id, position: next }] : [];
