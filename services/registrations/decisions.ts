/**
 * Decisions about applications: one by one, and many at once with an undo within a minute.
 *
 * Many are locked as one is: parents in the order of their ids, the seat, registrations, teams. One update of the seats settles
 * who gets one, after everybody is locked whom the decision is about.
 */
import { instant } from '../../shared/base/instant.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import type { DecidedStatus, RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { announceDecision, announceMany, announceOnTracks, noteMoved, noteParent } from './changes.ts';
import { moveParent, moveRegistration } from './enroll.ts';
import { lockCandidates, lockDecision, lockDecided, restoreDecided, type Chosen } from './decisions.sql.ts';
import { moveMany } from './many.sql.ts';
import { findParent, freeSeats, parentIs, takeSeats } from './parents.sql.ts';
import { findUndecided } from './registrations.sql.ts';
import { misplaced } from './rules.ts';

/**
 * Changes the status of a registration. Accepting it also accepts its parent, so payment and cap apply; ending the
 * last accepted one ends the parent. The person gets one email, about the track.
 * @param waitMs How long the email waits for another decision, which takes it back.
 */
export const updateStatus =
  (waitMs: number): Action<'registrations.updateStatus'> =>
  async (ctx) => {
    const { id } = ctx.resource;
    const { status } = ctx.params;
    const { status: present, is_paid } = (await findUndecided(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
    if (present === status) return { updated: false, status };
    if (status === 'accepted' && !is_paid) return ctx.fail('EVENT_NOT_PAID');

    const { parent, moved, full } = await moveRegistration(ctx.db, id, status);
    if (full) return ctx.fail('MAX_PARTICIPANTS_REACHED', full);
    noteParent(ctx, parent, status);
    noteMoved(ctx, moved, status);
    const former = moved.find((each) => each.id === id)?.former ?? present;
    if (moved.length > 0) await announceDecision(ctx.db, { registration_id: id }, { former, status }, waitMs);
    return { updated: moved.length > 0, status };
  };

export const cancel: Action<'registrations.cancel'> = async (ctx) => {
  const { id } = ctx.resource;
  const { parent, moved } = await moveRegistration(ctx.db, id, 'cancelled');
  noteParent(ctx, parent, 'cancelled');
  noteMoved(ctx, moved, 'cancelled');
  return { id, status: 'cancelled' };
};

/** The same of a place in the hackathon. */
export const updateParentStatus =
  (waitMs: number): Action<'registrations.updateParentStatus'> =>
  async (ctx) => {
    const { id } = ctx.resource;
    const { status } = ctx.params;
    const { status: present, is_paid } = (await findParent(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
    if (present === status) return { updated: false, status };
    if (status === 'accepted' && !is_paid) return ctx.fail('EVENT_NOT_PAID');

    const moved = await moveParent(ctx.db, parentIs(id), status);
    if (moved.full) return ctx.fail('MAX_PARTICIPANTS_REACHED', moved.full);
    noteParent(ctx, moved.parent, status);
    noteMoved(ctx, moved.followers, status);
    const former = moved.parent?.former ?? present;
    const updated = former !== status;
    if (updated) await announceDecision(ctx.db, { parent_id: id }, { former, status }, waitMs);
    return { updated, status };
  };

export const cancelParent: Action<'registrations.cancelParent'> = async (ctx) => {
  const { id } = ctx.resource;
  const { parent, followers } = await moveParent(ctx.db, parentIs(id), 'cancelled');
  noteParent(ctx, parent, 'cancelled');
  noteMoved(ctx, followers, 'cancelled');
  return { id, status: 'cancelled' };
};

export const decide: Action<'registrations.decide'> = async (ctx) => {
  const { id: super_event_id, organization_id } = ctx.resource;
  const { status, filter, track_ids, confirm_by, letters } = ctx.params;
  const problems: FieldProblem[] = misplaced(ctx.params);
  if (problems.length > 0) return ctx.fail('VALIDATION_FAILED', { errors: problems });
  const ids = ctx.params.ids && [...new Set(ctx.params.ids)];
  const chosen = (await lockCandidates(ctx.db, { super_event_id, ids, filter, track_ids })) ?? ctx.fail('NOT_FOUND');
  if (chosen.unknown_track_ids.length > 0) return ctx.fail('INVALID_TRACK');
  if (status === 'accepted' && !chosen.is_paid) return ctx.fail('EVENT_NOT_PAID');

  const { candidates } = chosen;
  const held = new Set(candidates.map(({ id }) => id));
  const full = new Set(await settleSeats(ctx.db, super_event_id, { status, candidates }));
  const moved = await moveMany(ctx.db, {
    ids: [...held].filter((id) => !full.has(id)),
    to: status,
    track_ids: track_ids && [...new Set(track_ids)],
    confirm_by,
    decision: { organization_id, super_event_id, user_id: ctx.viewer.user_id, sendsEmails: letters },
  });
  for (const parent of moved.parents) noteParent(ctx, parent, status);
  noteMoved(ctx, moved.registrations, status);
  await announceMany(ctx.db, told(moved, status), status, moved.leaves_at);
  const missing = (ids ?? []).filter((id) => !held.has(id));
  return {
    id: moved.decision_id ?? '',
    decided: moved.parents.length,
    unchanged: held.size - full.size - moved.parents.length,
    refused: [
      ...missing.map((id) => ({ id, code: 'NOT_FOUND' as const })),
      ...[...full].map((id) => ({ id, code: 'MAX_PARTICIPANTS_REACHED' as const })),
    ],
    left: Math.max(0, chosen.found - candidates.length),
    undo_until: instant(moved.undo_until ?? ''),
  };
};

/** An email that tells two decisions is about the hackathon, else about the track where one alone was decided about. */
function told({ parents, registrations }: Awaited<ReturnType<typeof moveMany>>, status: DecidedStatus) {
  const twice = new Set(parents.flatMap((each) => (each.was_held && each.former === status ? [each.user_id] : [])));
  return {
    parents: parents.filter(({ is_told }) => is_told),
    registrations: registrations.filter(({ user_id }) => !twice.has(user_id)),
  };
}

/** Takes or frees the seats of all. Returns the ids of people without a seat. */
async function settleSeats(
  db: Ctx['db'],
  super_event_id: string,
  { status, candidates }: Pick<Chosen, 'candidates'> & { readonly status: DecidedStatus },
): Promise<string[]> {
  const accepted = candidates.filter((candidate) => candidate.status === 'accepted').length;
  if (status !== 'accepted') {
    if (accepted > 0) await freeSeats(db, super_event_id, accepted);
    return [];
  }
  const entering = candidates.filter((candidate) => candidate.status !== 'accepted');
  const taken = entering.length > 0 ? await takeSeats(db, super_event_id, entering.length) : 0;
  return entering.slice(taken).map(({ id }) => id);
}

/**
 * Undoes a decision about many, except for people with a later decision. Emails of an earlier decision that were still
 * waiting wait again.
 */
export const undo: Action<'registrations.undo'> = async (ctx) => {
  const { id } = ctx.resource;
  const ended = (await lockDecision(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  if (ended.was_undone) return { id, undone: 0, kept: [], without_team: [] };
  const { status, super_event_id, undo_until } = ended;
  if (ended.is_over) return ctx.fail('UNDO_EXPIRED', { undo_until: instant(undo_until) });

  const decided = await lockDecided(ctx.db, id, status);
  const same = decided.filter(({ is_same }) => is_same);
  const back = same.map(({ id, former }) => ({ id, status: former }));
  const full = new Set(await giveSeatsBack(ctx.db, super_event_id, status, back));
  const ids = same.flatMap((each) => (full.has(each.id) ? [] : [each.id]));
  const undone = await restoreDecided(ctx.db, { id, status, ids });
  for (const parent of undone.parents) noteParent(ctx, parent, parent.status);
  for (const registration of undone.registrations) noteMoved(ctx, [registration], registration.status);
  await announceAgain(ctx, undone);
  return {
    id,
    undone: ids.length,
    kept: [
      ...decided.flatMap((each) => (each.is_same ? [] : [{ id: each.id, code: 'DECIDED_ANEW' as const }])),
      ...[...full].map((each) => ({ id: each, code: 'MAX_PARTICIPANTS_REACHED' as const })),
    ],
    without_team: undone.without_team,
  };
};

type Before = Chosen['candidates'];

/** Takes seats for people who get their former status back. Returns the ids of people without a seat. */
async function giveSeatsBack(db: Ctx['db'], super_event_id: string, status: DecidedStatus, before: Before) {
  const entering = before.filter((each) => each.status === 'accepted' && status !== 'accepted');
  const leaving = before.filter((each) => each.status !== 'accepted' && status === 'accepted').length;
  if (leaving > 0) await freeSeats(db, super_event_id, leaving, 'undone');
  const back = entering.length;
  const taken = back > 0 ? await takeSeats(db, super_event_id, back, back) : 0;
  return entering.slice(taken).map(({ id }) => id);
}

async function announceAgain(
  { db }: Pick<Ctx, 'db'>,
  { parents, registrations }: Awaited<ReturnType<typeof restoreDecided>>,
) {
  for (const { status, leavesAt, places } of waitingAgain(parents))
    await announceMany(db, { parents: places, registrations }, status, leavesAt);
  for (const { status, leavesAt, places } of waitingAgain(registrations))
    await announceOnTracks(db, places, status, leavesAt);
}

interface Restored {
  readonly id: string;
  readonly status: RegistrationStatus;
  readonly letter_at: string | null;
}
/** Places about which an email waits again, together where one earlier decision was about them. */
function waitingAgain(all: readonly Restored[]) {
  const waiting = all.flatMap(({ id, status, letter_at: leavesAt }) =>
    leavesAt !== null && status !== 'cancelled' ? [{ id, status, leavesAt }] : [],
  );
  const groups = Map.groupBy(waiting, ({ status, leavesAt }) => `${status} ${leavesAt}`);
  return [...groups.values()].flatMap((places) => places.slice(0, 1).map((first) => ({ ...first, places })));
}
