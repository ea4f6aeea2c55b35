/**
 * Timed changes of places: reminders to confirm, lapses of unconfirmed places, and free seats for the waiting list.
 *
 * The rows say what is due, so any process can do it, even if others are killed: each step is one transaction, which
 * finds the next people by their state and changes it. Two processes at once handle different people.
 */
import { recordChanges, type Change } from '../../shared/database/audit.ts';
import type { Db } from '../../shared/database/database.ts';
import { retry, transaction } from '../../shared/database/transaction.ts';
import type { BusEvent } from '../../shared/contract/bus-events.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { PeriodicTask } from '../../shared/kit/cleanup.ts';
import { announceMany, noteMoved, noteParent } from './changes.ts';
import { moveMany } from './many.sql.ts';
import { freeSeats, takeSeats } from './parents.sql.ts';
import {
  findDue,
  lockLapsed,
  lockWaiting,
  nextInLine,
  advanceReminders,
  tryLockList,
  writeReminders,
  writeToLapsed,
  type Hackathon,
} from './waiting.sql.ts';

const everyMs = 3_000;

export const movePlaces: PeriodicTask = {
  everyMs,
  async run(db, tell) {
    const { lapsing, moving, reminds } = await findDue(db);
    const within = <T>(work: (tx: Db) => Promise<T>) => retry(() => transaction(db, work));
    if (reminds) await within(remind);
    for (const each of lapsing) if (await within((tx) => lapse(tx, each))) tell(factsOf(each));
    // Seats that have just become free are given away in the same round.
    for (const each of [...moving, ...lapsing]) if (await within((tx) => moveUp(tx, each))) tell(factsOf(each));
  },
};

const factsOf = ({ organization_id }: Hackathon): BusEvent[] => [['facts', { organization_id }]];

async function remind(tx: Db): Promise<void> {
  const ids = await advanceReminders(tx);
  if (ids.length > 0) await writeReminders(tx, ids);
}

/** Has places go to the waiting list that were not confirmed in time. Returns whether there were any. */
async function lapse(tx: Db, hackathon: Hackathon): Promise<boolean> {
  const ids = await lockLapsed(tx, hackathon.id);
  if (ids.length === 0) return false;
  await freeSeats(tx, hackathon.id, ids.length, 'lapsed');
  const moved = await moveMany(tx, { ids, to: 'waitlisted', lapses: true });
  await writeToLapsed(tx, ids);
  await note(tx, hackathon, 'registrations.lapse', (ctx) => {
    for (const { id, user_id, former } of moved.parents) {
      const place = { super_event_registration_id: id, user_id, event_id: null };
      ctx.changed('registration.lapsed', place, { status: former }, { status: 'waitlisted' });
    }
    noteMoved(ctx, moved.registrations, 'waitlisted');
  });
  return true;
}

/** Gives free seats to those who are next. Returns whether somebody got one. */
async function moveUp(tx: Db, hackathon: Hackathon): Promise<boolean> {
  if (!(await tryLockList(tx, hackathon.id))) return false;
  const waiting = await lockWaiting(tx, await nextInLine(tx, hackathon.id));
  const lapsed = waiting.filter(({ has_lapsed }) => has_lapsed).length;
  // Where nobody waits, seats that a lower cap has taken away are withheld no more.
  const taken = await takeSeats(tx, hackathon.id, waiting.length, lapsed);
  if (taken === 0) return false;
  const ids = waiting.slice(0, taken).map(({ id }) => id);
  const moved = await moveMany(tx, { ids, to: 'accepted' });
  await announceMany(tx, moved, 'accepted', null);
  await note(tx, hackathon, 'registrations.moveUp', (ctx) => {
    for (const parent of moved.parents) noteParent(ctx, parent, 'accepted');
    noteMoved(ctx, moved.registrations, 'accepted');
  });
  return true;
}

const nobody = { user_id: null, key_id: null, session_id: null, request_id: null };

/** Leaves facts that nobody caused. */
async function note(
  tx: Db,
  { id: super_event_id, organization_id }: Hackathon,
  action: string,
  tell: (ctx: Pick<Ctx, 'changed'>) => void,
): Promise<void> {
  const changes: Change[] = [];
  tell({ changed: (fact, ids, before, after) => void changes.push({ fact, ids, before, after }) });
  await recordChanges(tx, { organization_id, super_event_id, ...nobody, action }, changes);
}
