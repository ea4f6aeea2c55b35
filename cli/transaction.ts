/** A transaction of the command line: one at a time, retried after conflicts with the running service. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { examineConfig } from '../shared/process/config.ts';
import { sendEventsFrom } from '../shared/bus/events.ts';
import { notifyEvents } from '../shared/bus/notified-events.ts';
import type { BusEvent } from '../shared/contract/bus-events.ts';
import { applyLock } from '../event-file/plan/apply.ts';
import { CannotApply, type ApplyContext } from '../shared/database/portable.ts';
import { isAborted, isLockedOut, isOvertaken, retry, transaction } from '../shared/database/transaction.ts';
import { CommandFailure, type CommandOutput } from './output.ts';

interface Options {
  readonly prune?: boolean;
  /** Does everything and rolls it back. */
  readonly isRehearsal?: boolean;
  /** Called at the end, with whether running processes were notified. */
  readonly heard?: (isHeard: boolean) => void;
}

class Rehearsed extends Error {}

export async function inTransaction<T>(
  db: EntityManager,
  output: CommandOutput,
  { prune = false, isRehearsal = false, heard }: Options,
  run: (work: ApplyContext) => Promise<T>,
): Promise<T> {
  const attempt = async () => {
    const notes: string[] = [];
    const [ended, told] = [new Set<string>(), new Set<string>()];
    const progress = (line: string) => output.progress(line);
    const note = (sentence: string) => void notes.push(sentence);
    const { config } = examineConfig();
    const result = await rolledBackIf(isRehearsal, db, async (tx) => {
      await takeTurn(tx, output);
      const [ends, tells] = [(id: string) => void ended.add(id), (id: string) => void told.add(id)];
      const done = await run({ db: tx, prune, publicUrl: config.publicUrl, progress, note, ends, tells });
      if (!config.nats) await notifyEvents(tx, eventsOf(ended, told));
      return done;
    });
    for (const sentence of notes) output.say(sentence);
    const isHeard = !isRehearsal && (!config.nats || (await sendEventsFrom(config.nats, eventsOf(ended, told))));
    heard?.(isHeard);
    return result;
  };
  return retry(attempt, { on: (error) => isAborted(error) || isOvertaken(error) }).catch((error: unknown) => {
    throw explained(error);
  });
}

/**
 * A process that misses the event notices within ten seconds that access has ended, and within two that there are
 * facts.
 */
const eventsOf = (ended: ReadonlySet<string>, told: ReadonlySet<string>): BusEvent[] => [
  ...[...ended].map((id): BusEvent => ['access-ended', { id }]),
  ...[...told].map((organization_id): BusEvent => ['facts', { organization_id }]),
];

async function rolledBackIf<T>(
  isRehearsal: boolean,
  db: EntityManager,
  run: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  const done: T[] = [];
  try {
    return await transaction(db, async (tx) => {
      const result = await run(tx);
      done.push(result);
      if (isRehearsal) throw new Rehearsed();
      return result;
    });
  } catch (error) {
    const [result] = done;
    if (error instanceof Rehearsed && result !== undefined) return result;
    throw error;
  }
}

async function takeTurn(tx: EntityManager, output: CommandOutput): Promise<void> {
  const db = tx.getKysely();
  const { rows } = await sql<{ is_free: boolean }>`select pg_try_advisory_xact_lock(${applyLock}) as is_free`.execute(
    db,
  );
  if (!rows[0]?.is_free) {
    output.progress('Waiting for another apply to end');
    await sql`select pg_advisory_xact_lock(${applyLock})`.execute(db);
  }
  // Longer than any request, so that a command waits for requests to finish.
  await sql`select set_config('lock_timeout', '10s', true)`.execute(db);
}

function explained(error: unknown): unknown {
  if (error instanceof CannotApply) return new CommandFailure(error.message, error.next);
  if (!isLockedOut(error)) return error;
  return new CommandFailure(
    'Somebody else holds rows that have to change. Nothing was changed.',
    'Try again in a moment.',
  );
}

/** When a key that a command ended stops working. @param isHeard Whether running processes were notified. */
export const keyEndedMessage = (isHeard: boolean): string =>
  isHeard
    ? 'It works nowhere any more, and within ten seconds not at a gateway that could not be told either.'
    : 'It stops working everywhere within ten seconds.';
