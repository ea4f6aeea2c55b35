/** Reads the facts of an organization, in order and without gaps, as soon as the event `facts` announces them. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, ServiceBroker } from 'moleculer';
import type { BusEvents } from '../../../shared/contract/bus-events.ts';
import type { Fact as Untold, facts, FactType } from '../../../shared/contract/facts.ts';
import type { Input } from '../../../shared/contract/schema.ts';
import { call } from './call.ts';
import { isRefusal } from './refusals.ts';
import { viewerOf } from './viewer.ts';

/** The data of a fact of a type. */
export type FactData<T extends FactType> = Input<(typeof facts)[T]['data']>;
export type FactOf<T extends FactType> = Omit<Untold, 'type' | 'data'> & {
  readonly type: T;
  readonly data: FactData<T>;
};
/** A fact, told apart by its `type`. */
export type Fact<T extends FactType = FactType> = { [K in T]: FactOf<K> }[T];

export interface Following<T extends FactType> {
  /** Of somebody who may read facts there; it is looked at again with every reading. */
  readonly apiKey: string;
  /** The id or the slug of the organization. */
  readonly orgId: string;
  /** Only these; all but `checkin.refused` otherwise. */
  readonly types?: readonly T[];
  readonly super_event_id?: string;
  /** The position of the last fact that was dealt with; from now on otherwise. */
  readonly after?: string;
  readonly signal?: AbortSignal;
}

/** Milliseconds between readings without an event, and after one, whose fact may have to wait for an older transaction. */
const [seldom, soon, aftermath] = [2_000, 100, 700];

/**
 * Follows facts: `for await (const fact of followFacts(broker, { apiKey, orgId, types: ['checkin.recorded'] }))`. Keep
 * `fact.position` once it is dealt with, and come back with it as `after`. The broker must have started. Outlives processes,
 * the bus and the database; ends by `signal`.
 * @throws A refusal that will not pass: UNAUTHENTICATED, PERMISSION_DENIED, NOT_FOUND, POSITION_EXPIRED, VALIDATION_FAILED.
 */
export async function* followFacts<T extends FactType = FactType>(
  broker: ServiceBroker,
  { apiKey, orgId, types, super_event_id, after, signal }: Following<T>,
): AsyncGenerator<Fact<T>, void, void> {
  const chosen = { orgId, types: types?.join(','), super_event_id };
  const asked = async <A>(ask: (viewer: Awaited<ReturnType<typeof viewerOf>>) => Promise<A>) =>
    persistently(broker, async () => ask(await viewerOf(broker, apiKey)), signal);
  const begin = await asked((viewer) => call(broker, viewer, 'organizations.streamFacts', { ...chosen, after }));
  let position = begin?.after;
  const bell = eventsOf(broker, begin?.organization_id);
  try {
    while (!signal?.aborted) {
      const page = await asked((viewer) =>
        call(broker, viewer, 'organizations.listFacts', { ...chosen, after: position, limit: 100 }),
      );
      for (const fact of page?.facts ?? []) yield fact as Fact<T>;
      position = page?.next ?? position;
      if (!page?.has_more) await bell.next(signal);
    }
  } finally {
    await bell.end();
  }
}

const passing = ['UNAVAILABLE', 'OVERLOADED', 'TIMEOUT', 'INTERNAL'] as const;

/** Asks until somebody answers, and says once that nobody does; undefined once the signal says that nobody waits any more. */
async function persistently<A>(
  { logger }: ServiceBroker,
  ask: () => Promise<A>,
  signal: AbortSignal | undefined,
): Promise<A | undefined> {
  for (let tries = 1; !signal?.aborted; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (isRefusal(error) && !isRefusal(error, ...passing)) throw error;
      if (tries === 1) logger.warn(`Facts cannot be read, which is tried again: ${(error as Error).message}`);
      await pause(seldom, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/** Follows the event `facts` of one organization, as a service for the time being. */
function eventsOf(broker: ServiceBroker, organization_id: string | undefined) {
  let heard = -Infinity;
  let ring = () => {};
  const follower = broker.createService({
    name: `follow-facts-${randomUUID()}`,
    events: {
      facts({ params }: Context<BusEvents['facts']>) {
        if (params.organization_id !== organization_id) return;
        heard = Date.now();
        ring();
      },
    },
  });
  return {
    /** Resolves when it is worth reading again. */
    async next(signal: AbortSignal | undefined): Promise<void> {
      const rung = new AbortController();
      if (Date.now() - heard > aftermath) ring = () => rung.abort();
      const until = AbortSignal.any([rung.signal, ...(signal ? [signal] : [])]);
      await pause(Date.now() - heard > aftermath ? seldom : soon, undefined, { signal: until }).catch(() => undefined);
      ring = () => {};
    },
    end: () => broker.destroyService(follower),
  };
}
