/** Webhooks: sends the facts of an organization to addresses of its own, signed, until they are taken. */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Service, ServiceSchema } from 'moleculer';
import { eventsMissed, following, sendEvents } from '../../shared/bus/events.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { contextOf, type ProcessContext } from '../../shared/process/context.ts';
import { poolsOf } from '../../shared/process/connections.ts';
import { ownKeys, readOwnSecret } from '../../shared/base/own-key.ts';
import { keyPairFrom } from '../../shared/base/sealing.ts';
import { listDeliveries, retry, testWith } from './deliveries.ts';
import type { Desk } from './desk.ts';
import { clearOrphans, queueOf } from './queries/deliveries.ts';
import { leaveKey } from './queries/webhooks.ts';
import { Dispatcher } from './sending/dispatcher.ts';
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
  readonly orm: MikroORM;
  readonly vault: Vault;
  readonly sender: Sender;
  readonly dispatcher: Dispatcher;
}

async function start({ config, databaseUrl, metrics }: ProcessContext, { broker, logger }: Service): Promise<Started> {
  const { key, isInsecure } = config.webhooks;
  const { file, purpose } = ownKeys.webhooks;
  const keys = keyPairFrom(await readOwnSecret({ given: key, dataDir: config.dataDir, file }), purpose);
  const orm = await openDatabase('webhooks', databaseUrl('webhooks'), {
    max: poolsOf('webhooks').worker,
    // Asked all day, over tables that may have been empty when it was planned.
    plansOnce: true,
    onPool: (pool) => metrics.watchPool('webhooks', 'worker', pool),
  });
  await leaveKey(orm.em.fork(), keys.publicKey);
  const vault = new Vault(keys);
  const sender = new Sender({ names: systemNames(), isInsecure });
  const tell = (organization_id: string) => sendEvents(broker, [['facts', { organization_id }]]);
  const tries = metrics.counter('muster_webhook_tries_total');
  const count = (outcome: string) => tries.inc({ outcome });
  const dispatcher = new Dispatcher({ db: orm.em, sender, vault, log: logger, tell, count });
  metrics.watchQueue('deliveries', () => queueOf(orm.em.fork()));
  dispatcher.start();
  return { orm, vault, sender, dispatcher };
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
      facts: ({ organization_id }) => running?.dispatcher.hear(organization_id),
      [eventsMissed]: () => running?.dispatcher.look(),
    }),
    async started(this: Service) {
      await (own.started as () => Promise<void>).call(this);
      running = await start(context, this);
    },
    async stopped(this: Service) {
      await running?.dispatcher.stop();
      await running?.sender.close();
      await running?.orm.close();
      await (own.stopped as () => Promise<void>).call(this);
    },
  } satisfies ServiceSchema;
};
export default webhooks;
