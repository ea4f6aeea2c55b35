/** Mail: sends the emails that other services queue in their transactions, and what organizers announce. */
import { sql } from 'kysely';
import type { Service, ServiceSchema } from 'moleculer';
import { sendEvents } from '../../shared/bus/events.ts';
import type { Db } from '../../shared/database/database.ts';
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { Queue } from '../../shared/kit/queue.ts';
import { contextOf, type ProcessContext } from '../../shared/process/context.ts';
import { ownKeys, readOwnSecret, keyPairFrom, type KeyPair } from '../../shared/base/sealing.ts';
import {
  cancelAnnouncement,
  createAnnouncement,
  getAnnouncement,
  listAnnouncements,
  previewAnnouncement,
  readSubscription,
  removeAnnouncement,
  resubscribe,
  sendAnnouncement,
  testAnnouncement,
  unsubscribe,
  updateAnnouncement,
} from './announcements.ts';
import { tables } from './entities.ts';
import { emailJobs } from './email-jobs.ts';
import { forgetLetters, openTransport } from './transport.ts';

const leaveKey = (db: Db, { publicKey }: KeyPair) =>
  sql`
    insert into sealing_key (public_key) values (${publicKey})
    on conflict (public_key) do update set since = now()`.execute(db.getKysely());

const actions = {
  listAnnouncements,
  createAnnouncement,
  previewAnnouncement,
  getAnnouncement,
  updateAnnouncement,
  deleteAnnouncement: removeAnnouncement,
  testAnnouncement,
  sendAnnouncement,
  cancelAnnouncement,
  readSubscription,
  unsubscribe,
  resubscribe,
};

async function start(context: ProcessContext, { broker, logger }: Service): Promise<Queue> {
  const { config, metrics } = context;
  const { mail, dataDir, publicUrl } = config;
  const { file, purpose } = ownKeys.mail;
  const keys = keyPairFrom(await readOwnSecret({ given: mail.key, dataDir, file }), purpose);
  const queue = await Queue.open('mail', context, logger);
  const { db } = queue;
  metrics.watchQueue('letters', () => queue.depth());
  await leaveKey(db.fork(), keys);
  const tries = metrics.counter('muster_mail_letters_total');
  for (const outcome of ['sent', 'failed']) tries.inc({ outcome }, 0);
  const count = (outcome: string) => tries.inc({ outcome });
  const tell = (organization_id: string) => sendEvents(broker, [['facts', { organization_id }]]);
  queue.start(
    emailJobs({
      db,
      send: openTransport(config),
      forget: forgetLetters(config),
      keys,
      publicUrl,
      rate: mail.rate,
      count,
      tell,
    }),
  );
  return queue;
}

const mail: MakeService = (broker) => {
  const context = contextOf(broker);
  const own = implement('mail', { entities: tables, actions })(broker);
  let queue: Queue | undefined;
  return {
    ...own,
    async started(this: Service) {
      await (own.started as (() => Promise<void>) | undefined)?.call(this);
      queue = await start(context, this);
    },
    async stopped(this: Service) {
      await queue?.stop();
      await (own.stopped as (() => Promise<void>) | undefined)?.call(this);
    },
  } satisfies ServiceSchema;
};
export default mail;
