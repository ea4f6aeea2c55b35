/**
 * Hints: messages from one process to all others that save them from finding out by themselves. Every process that
 * follows a hint receives it, not one per group. Over NATS it arrives before the answer of the request that caused
 * it, because both take the same connection. Without a bus the listeners of the same process receive it, and what the
 * command line sends comes by PostgreSQL.
 */
import { EventEmitter } from 'node:events';
import type { ServiceBroker } from 'moleculer';
import { connect } from 'nats';
import type { HintName, Hints } from '../contract/hints.ts';
import { connectionOf } from './connection.ts';
import type { Config } from '../process/config.ts';
import { NotifiedHints } from './notified-hints.ts';
import { hintSubject } from './subjects.ts';
import type { StrictNats } from './transporter.ts';

/** A hint by its name, with its content. */
export type Hint = { readonly [N in HintName]: readonly [name: N, what: Hints[N]] }[HintName];

interface Following<N extends HintName> {
  readonly hear: (what: Hints[N]) => void;
  /** Called after the bus, or the connection that stands for it, was lost: hints sent meanwhile are lost as well. */
  readonly missed: () => void;
}

const heard = new WeakMap<ServiceBroker, EventEmitter>();

function emitterOf(broker: ServiceBroker): EventEmitter {
  const known = heard.get(broker);
  if (known) return known;
  const emitter = new EventEmitter().setMaxListeners(0);
  heard.set(broker, emitter);
  return emitter;
}

/** Tells the listeners of a process that hints were lost. */
const missedSome = Symbol('missed');

const natsOf = (broker: ServiceBroker) =>
  (broker.transit as { readonly tx?: unknown } | null)?.tx as StrictNats | undefined;

/**
 * Sends hints. Never waits and never fails; a process that misses one finds out later. Call it after the commit and
 * before the answer.
 */
export function giveHints(broker: ServiceBroker, hints: readonly Hint[]): void {
  for (const hint of hints) {
    if (hint[0] === 'facts') giveSeldom(broker, hint);
    else give(broker, hint);
  }
}

function give(broker: ServiceBroker, [name, what]: Hint): void {
  emitterOf(broker).emit(name, what);
  natsOf(broker)?.publishHint(name, what);
}

/** Milliseconds in which one hint that there is something to read stands for all. */
const moment = 100;
/** Of each process, what was hinted at within the moment, and whether there was cause again. */
const lately = new WeakMap<ServiceBroker, Map<string, boolean>>();

/** At once, and once more after a moment if there was more: a morning of scans is no storm of hints. */
function giveSeldom(broker: ServiceBroker, hint: Hint & readonly ['facts', unknown]): void {
  const { organization_id } = hint[1];
  const given = lately.get(broker) ?? new Map<string, boolean>();
  lately.set(broker, given);
  if (given.has(organization_id)) return void given.set(organization_id, true);
  given.set(organization_id, false);
  give(broker, hint);
  setTimeout(() => {
    const isMore = given.get(organization_id);
    given.delete(organization_id);
    if (isMore) giveSeldom(broker, hint);
  }, moment).unref();
}

/** Follows a hint. Call it once the bus is connected, as it is when a service starts. */
export function followHints<N extends HintName>(broker: ServiceBroker, name: N, { hear, missed }: Following<N>): void {
  emitterOf(broker).on(name, hear).on(missedSome, missed);
  natsOf(broker)?.followHint(name, hear as (what: unknown) => void, missed);
}

/** Passes on what the command line sends by this database, to who follows hints in this process. */
export function hearNotified(broker: ServiceBroker, databaseUrl: string): NotifiedHints {
  const emitter = emitterOf(broker);
  return new NotifiedHints(databaseUrl, {
    hear: ([name, what]) => void emitter.emit(name, what),
    missed: () => void emitter.emit(missedSome),
    unreadable: () => broker.logger.warn('What came as a hint cannot be read.'),
  });
}

/** Milliseconds a command waits for the bus. */
const patience = 2_000;

/** Sends hints from the command line, which is not on the bus yet. Returns whether NATS has all of them. */
export async function giveHintsFrom(nats: NonNullable<Config['nats']>, hints: readonly Hint[]): Promise<boolean> {
  if (hints.length === 0) return true;
  try {
    const client = await connect({ ...connectionOf(nats), timeout: patience, reconnect: false });
    for (const [name, what] of hints) client.publish(hintSubject(name), JSON.stringify(what));
    await client.drain();
    return true;
  } catch {
    return false;
  }
}
