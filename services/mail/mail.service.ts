/** Mail: sends the letters that other services queue in their transactions. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Service, ServiceSchema } from 'moleculer';
import type { Db } from '../../shared/database/database.ts';
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { Queue, type JobHandler } from '../../shared/kit/queue.ts';
import { contextOf, type ProcessContext } from '../../shared/process/context.ts';
import { ownKeys, readOwnSecret } from '../../shared/base/own-key.ts';
import { keyPairFrom, openSealed, type KeyPair } from '../../shared/base/sealing.ts';
import type { LetterData, LetterName } from '../../shared/contract/letters.ts';
import { writers } from './letters/index.ts';
import type { Writer } from './letters/writer.ts';
import { openTransport } from './transport.ts';

/** The payload that `published.send_letter` writes. */
interface Job<L extends LetterName = LetterName> {
  readonly letter: L;
  readonly to: string;
  readonly key: string;
  readonly content: { readonly data: LetterData<L>; readonly sealed: string | null };
}

/** Letters that one process sends at the same time. */
const lettersAtOnce = 5;
const longestLetterMs = 55_000;

const leaveKey = (db: Db, { publicKey }: KeyPair) =>
  sql`
    insert into sealing_key (public_key) values (${publicKey})
    on conflict (public_key) do update set since = now()`.execute(db.getKysely());

function letterHandler({ config, metrics }: ProcessContext, keys: KeyPair): JobHandler {
  const tries = metrics.counter('muster_mail_letters_total');
  for (const outcome of ['sent', 'failed']) tries.inc({ outcome }, 0);
  const send = openTransport(config);
  return async (payload, { job }) => {
    const { letter, to, key, content } = payload as Job;
    const write = writers[letter] as Writer<LetterName>;
    const id = createHash('sha256').update(key).digest('hex').slice(0, 32);
    try {
      const secret = content.sealed === null ? undefined : openSealed(keys, Buffer.from(content.sealed, 'base64'));
      const envelope = { to, id, written_at: new Date(job.created_at) };
      await send(write(content.data, { publicUrl: config.publicUrl, secret, ...envelope }), envelope);
      tries.inc({ outcome: 'sent' });
    } catch (error) {
      tries.inc({ outcome: 'failed' });
      throw error;
    }
  };
}

const mail: MakeService = (broker) => {
  const context = contextOf(broker);
  const own = implement('mail', { actions: {} })(broker);
  let queue: Queue | undefined;
  return {
    ...own,
    async started(this: Service) {
      await (own.started as (() => Promise<void>) | undefined)?.call(this);
      const { config, metrics } = context;
      const { mail, dataDir } = config;
      const { file, purpose } = ownKeys.mail;
      const keys = keyPairFrom(await readOwnSecret({ given: mail.key, dataDir, file }), purpose);
      const opened = await Queue.open('mail', context, this.logger);
      queue = opened;
      metrics.watchQueue('letters', () => opened.depth());
      await leaveKey(opened.db.fork(), keys);
      const letter = letterHandler(context, keys);
      opened.start({ handlers: { letter }, atOnce: lettersAtOnce, longestMs: longestLetterMs });
    },
    async stopped(this: Service) {
      await queue?.stop();
      await (own.stopped as (() => Promise<void>) | undefined)?.call(this);
    },
  } satisfies ServiceSchema;
};
export default mail;
