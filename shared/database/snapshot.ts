/** Streams long answers from one snapshot of the database, so that they never have to fit into memory. */
import { Readable } from 'node:stream';
import { sql, type RawBuilder } from 'kysely';
import { snapshotsAtOnce } from '../base/limits.ts';
import type { Db } from './database.ts';
import { transaction } from './transaction.ts';

/** Timeout of a streamed answer, so that a slow client does not hold the snapshot open. */
const streamTimeoutMs = 60_000;

let open = 0;

/** The SQLSTATE of insufficient resources. */
const tooMany = () => Object.assign(new Error('Too many long reads at once.'), { code: '53000' });

type Pieces = AsyncIterable<string>;
type Write = (snapshot: Db) => Pieces | Promise<Pieces>;

/**
 * Streams what `write` generates from a snapshot. The snapshot stays open until everything was read, the reader has
 * gone, or `longestMs` have passed.
 * @throws When it fails before the first piece; a later failure destroys the stream.
 */
export function streamSnapshot(db: Db, write: Write, longestMs = streamTimeoutMs): Promise<Readable> {
  if (open === snapshotsAtOnce) return Promise.reject(tooMany());
  open += 1;
  const { promise, resolve, reject } = Promise.withResolvers<Readable>();
  const send = async (snapshot: Db) => {
    const limit = sql`select set_config('idle_in_transaction_session_timeout', ${String(longestMs)}, true)`;
    await limit.execute(snapshot.getKysely());
    const content = textOf(await write(snapshot), longestMs);
    resolve(content);
    await new Promise((closed) => content.once('close', closed));
  };
  transaction(db, send, { isSnapshot: true })
    .catch(reject)
    .finally(() => (open -= 1));
  return promise;
}

/** The stream carries text, because the bus transports text better than bytes. */
function textOf(pieces: Pieces, longestMs: number): Readable {
  const signal = AbortSignal.timeout(longestMs);
  const content = Readable.from(pieces, { objectMode: false, encoding: 'utf8', signal });
  // The reader may be gone already, so an unhandled error must not end the process.
  return content.on('error', () => undefined);
}

/** Rows per batch. */
const rowsPerBatch = 100;

/** Reads the rows of a query in the snapshot, in batches. */
export async function* batchesOf<Row>(snapshot: Db, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  const reading = snapshot.getKysely();
  await sql`declare found no scroll cursor for ${query}`.execute(reading);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsPerBatch)} from found`.execute(reading);
    if (rows.length === 0) return;
    yield rows;
  }
}
