/** Webhooks: sends the facts of an organization to addresses of its own, signed, until they are taken. */
import type { Service, ServiceSchema } from 'moleculer';
import { eventsMissed, following, sendEvents } from '../../shared/bus/events.ts';
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { Queue } from '../../shared/kit/queue.ts';
import { contextOf, type ProcessContext } from '../../shared/process/context.ts';
import { ownKeys, readOwnSecret } from '../../shared/base/own-key.ts';
import { keyPairFrom } from '../../shared/base/sealing.ts';
import { listDeliveries, retry, testWith, type Desk } from './deliveries.ts';
import { clearOrphans, queueOf } from './queries/deliveries.ts';
import { leaveKey } from './queries/webhooks.ts';
import { deliveryJobs } from './sending/deliver.ts';
import { FactReader } from './sending/fact-reader.ts';
import { systemNames } from './sending/names.ts';
import { Sender } from './sending/sender.ts';
import { Vault } from './vault.ts';
import { createWith, get, list, remove, rotateWith, updateWith } from './webhooks.ts';

/** Facts are kept a day longer than what was sent of them. */
const leftovers = [
  { table: 'delivery', since: 'created_at', days: 30 },
  { table: 'fact', since: 'created_at', days: 31 },
];

/** What a process has once it has started. */
interface Started {
  readonly queue: Queue;
  readonly vault: Vault;
  readonly sender: Sender;
  readonly reader: FactReader;
}

async function start(context: ProcessContext, { broker, logger }: Service): Promise<Started> {
  const { config, metrics } = context;
  const { key, isInsecure } = config.webhooks;
  const { file, purpose } = ownKeys.webhooks;
  const keys = keyPairFrom(await readOwnSecret({ given: key, dataDir: config.dataDir, file }), purpose);
  const queue = await Queue.open('webhooks', context, logger);
  const { db } = queue;
  await leaveKey(db.fork(), keys.publicKey);
  const vault = new Vault(keys);
  const sender = new Sender({ names: systemNames(), isInsecure });
  const reader = new FactReader(db, logger);
  const tell = (organization_id: string) => sendEvents(broker, [['facts', { organization_id }]]);
  const tries = metrics.counter('muster_webhook_tries_total');
  const count = (outcome: string) => tries.inc({ outcome });
  metrics.watchQueue('deliveries', () => queueOf(db.fork()));
  queue.start(deliveryJobs({ db, sender, vault, tell, count, warn: reader.warn }));
  reader.start();
  return { queue, vault, sender, reader };
}

const actionsWith = (desk: Desk) => ({
  list,
  get,
  create: createWith(desk),
  update: updateWith(desk),
  remove,
  rotateSecret: rotateWith(desk),
  test: testWith(desk),
  listDeliveries,
  retry,
});

const webhooks: MakeService = (broker) => {
  const context = contextOf(broker);
  let running: Started | undefined;
  const started = () => {
    if (!running) throw new Error('Webhooks were asked before they had started.');
    return running;
  };
  const { isInsecure } = context.config.webhooks;
  const desk = { vault: () => started().vault, sender: () => started().sender, isInsecure };
  const own = implement('webhooks', { actions: actionsWith(desk), leftovers, chores: [clearOrphans] })(broker);
  return {
    ...own,
    events: following({
      facts: ({ organization_id }) => running?.reader.hear(organization_id),
      [eventsMissed]: () => running?.reader.look(),
    }),
    async started(this: Service) {
      await (own.started as () => Promise<void>).call(this);
      running = await start(context, this);
    },
    async stopped(this: Service) {
      await running?.reader.stop();
      await running?.queue.stop();
      await running?.sender.close();
      await (own.stopped as () => Promise<void>).call(this);
    },
  } satisfies ServiceSchema;
};
export default webhooks;
