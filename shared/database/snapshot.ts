/** One state of the database, read a little at a time while it is sent: for answers too long to be held in memory. */
import { Readable } from 'node:stream';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';
import { transaction } from './transaction.ts';

/** Each keeps a connection to itself, and others of the pool have to be left. */
const atOnce = 3;
let open = 0;

/** SQLSTATE, insufficient resources. */
const tooMany = () => Object.assign(new Error('Too many long reads at once.'), { code: '53000' });

type Pieces = AsyncIterable<string>;
type Write = (snapshot: Db) => Pieces | Promise<Pieces>;

/**
 * What `write` makes of the snapshot, which stays open until all of it was read, or nobody reads it any more, or it took
 * `longest` milliseconds. What fails before there is anything to read, rejects.
 */
export function streamed(db: Db, longest: number, write: Write): Promise<Readable> {
  if (open === atOnce) return Promise.reject(tooMany());
  open += 1;
  const { promise, resolve, reject } = Promise.withResolvers<Readable>();
  const send = async (snapshot: Db) => {
    const limit = sql`select set_config('idle_in_transaction_session_timeout', ${String(longest)}, true)`;
    await limit.execute(snapshot.getKysely());
    const content = textOf(await write(snapshot), longest);
    resolve(content);
    await new Promise((closed) => content.once('close', closed));
  };
  transaction(db, send, { isSnapshot: true })
    .catch(reject)
    .finally(() => (open -= 1));
  return promise;
}

/** It is text, and not bytes, that crosses the bus well. */
function textOf(pieces: Pieces, longest: number): Readable {
  const signal = AbortSignal.timeout(longest);
  const content = Readable.from(pieces, { objectMode: false, encoding: 'utf8', signal });
  // Whoever should have read it may be gone.
  return content.on('error', () => undefined);
}

/** Rows at a time. */
const handful = 100;

/** What the query finds in the snapshot; one query for each. */
export async function* batchesOf<Row>(snapshot: Db, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  const reading = snapshot.getKysely();
  await sql`declare found no scroll cursor for ${query}`.execute(reading);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(handful)} from found`.execute(reading);
    if (rows.length === 0) return;
    yield rows;
  }
}
