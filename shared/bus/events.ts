/**
 * Sends and follows the events of `shared/contract/bus-events.ts`: Moleculer events that are broadcast, with and without
 * a bus. Over NATS an event arrives before the answer of the request that caused it, because both take the same
 * connection. The command line sends them without a broker.
 */
import { randomUUID } from 'node:crypto';
import type { Context, EventSchemas, Service, ServiceBroker } from 'moleculer';
import { commandConnectWithinMs, factsEveryMs } from '../base/limits.ts';
import type { BusEvent, BusEvents, EventName } from '../contract/bus-events.ts';
import type { Config } from '../process/config.ts';
import { connectionOf } from './connection.ts';
import { nodeIdOf, publishedSubject } from './subjects.ts';

/** A local event: events may have been lost with the connection. Names with a dollar never leave the process. */
export const eventsMissed = '$events.missed';

/** Characters of a UUID, and some. */
const idLengthAtMost = 64;

/** The handlers of a service's events, which are called as its methods. */
type EventHandlers<S> = { readonly [N in EventName]?: (content: BusEvents[N]) => void } & {
  readonly [eventsMissed]: () => void;
} & ThisType<S>;

/** Returns the `events` of a service. They have no bulkhead: an event that waits would come after the answer. */
export const eventHandlers = <S extends Service>(handlers: EventHandlers<S>): EventSchemas<S> =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, hear]: [string, (content: never) => void]) => [
      name,
      {
        bulkhead: { enabled: false },
        handler(this: Service, { params }: Context) {
          if (isContent(params)) hear.call(this, params as never);
        },
      },
    ]),
  );

/** Tells whether an event has ids, and nothing that is no id: a login of the bus may send anything. */
const isContent = (content: unknown) =>
  typeof content === 'object' &&
  Object.values(content ?? {}).every((id) => typeof id === 'string' && id.length <= idLengthAtMost);

/** For each broker, the organizations with a recent `facts` event, and whether there were more changes since. */
const lately = new WeakMap<ServiceBroker, Map<string, boolean>>();

/**
 * Sends events. Never waits and never fails; a process that misses one notices later. Call it after the commit and
 * before the answer.
 */
export function sendEvents(broker: ServiceBroker, events: readonly BusEvent[]): void {
  for (const event of events) {
    if (event[0] === 'facts') sendFacts(broker, event[1]);
    else void broker.broadcast(...event);
  }
}

/** Sends a `facts` event at once, and one more afterwards if there was more meanwhile. */
function sendFacts(broker: ServiceBroker, content: BusEvents['facts']): void {
  const { organization_id } = content;
  const sent = lately.get(broker) ?? new Map<string, boolean>();
  lately.set(broker, sent);
  if (sent.has(organization_id)) return void sent.set(organization_id, true);
  sent.set(organization_id, false);
  void broker.broadcast('facts', content);
  setTimeout(() => {
    const isMore = sent.get(organization_id);
    sent.delete(organization_id);
    if (isMore) sendFacts(broker, content);
  }, factsEveryMs).unref();
}

/** Sends events from the command line, which has no broker. Returns whether NATS has all of them. */
export async function sendEventsFrom(nats: NonNullable<Config['nats']>, events: readonly BusEvent[]): Promise<boolean> {
  if (events.length === 0) return true;
  const { ServiceBroker } = (await import('moleculer')).default;
  const { connect } = await import('nats');
  const sender = nodeIdOf(nats.user);
  try {
    const client = await connect({ ...connectionOf(nats), timeout: commandConnectWithinMs, reconnect: false });
    for (const [event, data] of events) {
      const sent = { ver: ServiceBroker.PROTOCOL_VERSION, sender, id: randomUUID(), event, data, broadcast: true };
      client.publish(publishedSubject('EVENT', sender, event), JSON.stringify({ ...sent, meta: {}, level: 1 }));
    }
    await client.drain();
    return true;
  } catch {
    return false;
  }
}
