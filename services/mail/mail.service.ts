/** Mail: sends the letters that other services add to their transactions. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobHelpers } from 'graphile-worker';
import type { Service, ServiceSchema } from 'moleculer';
import pg from 'pg';
import { poolsOf } from '../../shared/broker/connections.ts';
import { implement, type MakeService, type Surroundings } from '../../shared/broker/implement.ts';
import { openSealed, type KeyPair } from '../../shared/broker/sealing.ts';
import type { LetterFacts, LetterName } from '../../shared/contract/letters.ts';
import { writers } from './letters/index.ts';
import type { Writer } from './letters/writer.ts';
import { readKeyPair } from './own-key.ts';
import { openTransport } from './transport.ts';
import { startWorker, type Worker } from './worker.ts';

/** As `published.send_letter` writes it. */
interface Job<L extends LetterName = LetterName> {
  readonly letter: L;
  readonly to: string;
  readonly key: string;
  readonly content: { readonly facts: LetterFacts<L>; readonly sealed: string | null };
}

/** Milliseconds until a connection that does not answer is left behind at the end. */
const longestGoodbye = 1_000;

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolsOf('mail').worker,
    connectionTimeoutMillis: 5_000,
    application_name: 'muster mail worker',
    options: '-c role=muster_mail -c search_path=mail,public -c statement_timeout=8000',
  });
  // Without a listener a connection that breaks while nobody uses it would end the process; the next one is new.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const leaveKey = (pool: pg.Pool, { publicKey }: KeyPair) =>
  pool.query(
    `insert into mail.sealing_key (public_key) values ($1) on conflict (public_key) do update set since = now()`,
    [publicKey],
  );

function deliverer({ config }: Surroundings, keys: KeyPair) {
  const send = openTransport(config);
  return async (payload: unknown, { job }: JobHelpers) => {
    const { letter, to, key, content } = payload as Job;
    const write = writers[letter] as Writer<LetterName>;
    const secret = content.sealed === null ? undefined : openSealed(keys, Buffer.from(content.sealed, 'base64'));
    const id = createHash('sha256').update(key).digest('hex').slice(0, 32);
    await send(write(content.facts, { publicUrl: config.publicUrl, secret }), { to, id, written_at: job.created_at });
  };
}

const mail: MakeService = (surroundings) => {
  const own = implement('mail', { actions: {} })(surroundings);
  let pool: pg.Pool | undefined;
  let worker: Worker | undefined;
  return {
    ...own,
    async started(this: Service) {
      await (own.started as (() => Promise<void>) | undefined)?.call(this);
      const keys = await readKeyPair(surroundings.config);
      pool = openPool(surroundings.databaseUrl('mail'));
      await leaveKey(pool, keys);
      worker = startWorker(pool, deliverer(surroundings, keys), this.logger);
    },
    async stopped(this: Service) {
      await worker?.stop();
      await Promise.race([pool?.end(), pause(longestGoodbye, undefined, { ref: false })]);
      await (own.stopped as (() => Promise<void>) | undefined)?.call(this);
    },
  } satisfies ServiceSchema;
};
export default mail;
