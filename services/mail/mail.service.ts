/** Mail: sends the letters that other services queue in their transactions. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobHelpers } from 'graphile-worker';
import type { Service, ServiceSchema } from 'moleculer';
import pg from 'pg';
import { queueShown } from '../../shared/kit/backlog.ts';
import { poolsOf } from '../../shared/process/connections.ts';
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { poolShown } from '../../shared/process/own-measures.ts';
import { surroundingsOf, type Surroundings } from '../../shared/process/surroundings.ts';
import { ownKeys, readOwnSecret } from '../../shared/base/own-key.ts';
import { keyPairFrom, openSealed, type KeyPair } from '../../shared/base/sealing.ts';
import type { LetterData, LetterName } from '../../shared/contract/letters.ts';
import { writers } from './letters/index.ts';
import type { Writer } from './letters/writer.ts';
import { openTransport } from './transport.ts';
import { queueOf, startWorker, type Worker } from './worker.ts';

/** The payload that `published.send_letter` writes. */
interface Job<L extends LetterName = LetterName> {
  readonly letter: L;
  readonly to: string;
  readonly key: string;
  readonly content: { readonly data: LetterData<L>; readonly sealed: string | null };
}

/** Milliseconds to wait for open connections at the end. */
const longestGoodbye = 1_000;

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolsOf('mail').worker,
    connectionTimeoutMillis: 5_000,
    application_name: 'muster mail worker',
    options: '-c role=muster_mail -c search_path=mail,public -c statement_timeout=8000',
  });
  // An idle connection that breaks emits an error, which would end the process without a listener; the pool then
  // opens a new one.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const leaveKey = (pool: pg.Pool, { publicKey }: KeyPair) =>
  pool.query(
    `insert into mail.sealing_key (public_key) values ($1) on conflict (public_key) do update set since = now()`,
    [publicKey],
  );

function deliverer({ config, metrics }: Surroundings, keys: KeyPair) {
  const tries = metrics.counter('muster_mail_letters_total');
  for (const outcome of ['sent', 'failed']) tries.inc({ outcome }, 0);
  const send = openTransport(config);
  return async (payload: unknown, { job }: JobHelpers) => {
    const { letter, to, key, content } = payload as Job;
    const write = writers[letter] as Writer<LetterName>;
    const id = createHash('sha256').update(key).digest('hex').slice(0, 32);
    try {
      const secret = content.sealed === null ? undefined : openSealed(keys, Buffer.from(content.sealed, 'base64'));
      const envelope = { to, id, written_at: job.created_at };
      await send(write(content.data, { publicUrl: config.publicUrl, secret, ...envelope }), envelope);
      tries.inc({ outcome: 'sent' });
    } catch (error) {
      tries.inc({ outcome: 'failed' });
      throw error;
    }
  };
}

const mail: MakeService = (broker) => {
  const surroundings = surroundingsOf(broker);
  const own = implement('mail', { actions: {} })(broker);
  let pool: pg.Pool | undefined;
  let worker: Worker | undefined;
  return {
    ...own,
    async started(this: Service) {
      await (own.started as (() => Promise<void>) | undefined)?.call(this);
      const { config, metrics } = surroundings;
      const { mail, dataDir } = config;
      const { file, purpose } = ownKeys.mail;
      const keys = keyPairFrom(await readOwnSecret({ given: mail.key, dataDir, file }), purpose);
      const opened = openPool(surroundings.databaseUrl('mail'));
      pool = opened;
      metrics.ask(() => poolShown('mail', 'worker', opened));
      metrics.ask(async () => queueShown('letters', await queueOf(opened)));
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
