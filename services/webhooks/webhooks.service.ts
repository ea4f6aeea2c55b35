/** Webhooks: sends the facts of an organization to its own addresses, signed, and retries until they are accepted. */
import type { Service, ServiceSchema } from 'moleculer';
import { eventsMissed, eventHandlers, sendEvents } from '../../shared/bus/events.ts';
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { Queue } from '../../shared/kit/queue.ts';
import { contextOf, type ProcessContext } from '../../shared/process/context.ts';
import { ownKeys, readOwnSecret, keyPairFrom } from '../../shared/base/sealing.ts';
import { listDeliveries, retry, testWith, type WebhookResources } from './deliveries.ts';
import { clearOrphans, queueOf } from './deliveries.sql.ts';
import { publishKey } from './webhooks.sql.ts';
import { deliveryJobs } from './deliver.ts';
import { FactReader } from './fact-reader.ts';
import { systemResolver } from './address.ts';
import { WebhookClient } from './client.ts';
import { SecretStore } from './secret-store.ts';
import { createWith, get, list, remove, rotateSecretWith, updateWith } from './webhooks.ts';

/** Facts are kept a day longer than their deliveries. */
const expiringRows = [
  { table: 'delivery', since: 'created_at', days: 30 },
  { table: 'fact', since: 'created_at', days: 31 },
];

/** The parts of a started process. */
interface Started {
  readonly queue: Queue;
  readonly vault: SecretStore;
  readonly sender: WebhookClient;
  readonly reader: FactReader;
}

async function start(context: ProcessContext, { broker, logger }: Service): Promise<Started> {
  const { config, metrics } = context;
  const { key, isInsecure } = config.webhooks;
  const { file, purpose } = ownKeys.webhooks;
  const keys = keyPairFrom(await readOwnSecret({ given: key, dataDir: config.dataDir, file }), purpose);
  const queue = await Queue.open('webhooks', context, logger);
  const { db } = queue;
  await publishKey(db.fork(), keys.publicKey);
  const vault = new SecretStore(keys);
  const sender = new WebhookClient({ names: systemResolver(), isInsecure });
  const reader = new FactReader(db, logger);
  const tell = (organization_id: string) => sendEvents(broker, [['facts', { organization_id }]]);
  const tries = metrics.counter('muster_webhook_tries_total');
  const count = (outcome: string) => tries.inc({ outcome });
  metrics.watchQueue('deliveries', () => queueOf(db.fork()));
  queue.start(deliveryJobs({ db, sender, vault, tell, count, warn: reader.warn }));
  reader.start();
  return { queue, vault, sender, reader };
}

const actionsWith = (desk: WebhookResources) => ({
  list,
  get,
  create: createWith(desk),
  update: updateWith(desk),
  remove,
  rotateSecret: rotateSecretWith(desk),
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
  const own = implement('webhooks', {
    actions: actionsWith(desk),
    expiringRows,
    cleanupTasks: [clearOrphans],
  })(broker);
  return {
    ...own,
    events: eventHandlers({
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
