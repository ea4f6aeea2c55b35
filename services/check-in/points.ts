/** Points that organizers create, change and remove. A point with scans or submissions cannot be removed. */
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../shared/base/failure.ts';
import { instant } from '../../shared/base/instant.ts';
import { slugOf } from '../../shared/base/words.ts';
import type { MilestoneRequirement } from '../../shared/contract/points.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import type { Db } from '../../shared/database/database.ts';
import { noteChanged } from '../../shared/kit/changes.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList, type Listed } from '../../shared/kit/whole-list.ts';
import * as queries from './points.sql.ts';

/** Leaves room for a number, or a part of the id, within the 64 characters that an event file takes. */
const baseCharsAtMost = 55;
/** Tries against concurrent requests that take the same key. */
const roundsAtMost = 100;

export const createPoint: Action<'check-in.createPoint'> = async (ctx) => {
  const { name, type, event_id = null, opens_at, closes_at, milestone_requirements = [], config_json } = ctx.params;
  judgeTimes(ctx, { opens_at, closes_at });
  judgeRequirements(ctx, milestone_requirements);
  const { id: super_event_id, organization_id } = ctx.resource;
  if (event_id !== null && !(await queries.isTrackOf(ctx.db, super_event_id, event_id)))
    return ctx.fail('INVALID_TRACK');
  const base = slugOf(name, baseCharsAtMost) || 'point';
  const place = { organization_id, super_event_id, event_id };
  const wanted = {
    ...place,
    name,
    type,
    opens_at,
    closes_at,
    requirements: milestone_requirements as MilestoneRequirement[],
    config_json,
  };
  const made = await insertFree(ctx.db, base, wanted);
  ctx.changed('checkin_point.created', idsOf(made), {}, { ...fieldsOf(made), key: made.key });
  return { checkin_point: shapeOf(made) };
};

/** A lost key was just taken by a concurrent request. */
async function insertFree(db: Db, base: string, wanted: queries.NewPoint): Promise<queries.PointRow> {
  for (let round = 1; round <= roundsAtMost; round++) {
    const made = await queries.insertPoint(db, base, wanted);
    if (made !== undefined) return made;
  }
  throw new Failure('UNAVAILABLE');
}

export const updatePoint: Action<'check-in.updatePoint'> = async (ctx) => {
  const { id } = ctx.resource;
  const { milestone_requirements: requirements, name, type, opens_at, closes_at, config_json } = ctx.params;
  const held = (await queries.lockPoint(ctx.db, id)) ?? ctx.fail('POINT_NOT_FOUND');
  const former = fieldsOf(held);
  const sent = { name, type, opens_at, closes_at, requirements, config_json };
  const changed = Object.fromEntries(
    Object.entries(sent).filter(([field, to]) => {
      return to !== undefined && !isDeepStrictEqual(to, former[field as keyof typeof former]);
    }),
  );
  const next = { ...held, ...changed };
  judgeTimes(ctx, fieldsOf(next));
  judgeRequirements(ctx, next.requirements);
  if (Object.keys(changed).length > 0) await queries.updatePoint(ctx.db, id, changed);
  noteChanged(ctx, 'checkin_point.changed', idsOf(held), { former, present: fieldsOf(next) });
  return { checkin_point: shapeOf(next) };
};

export const deletePoint: Action<'check-in.deletePoint'> = async (ctx) => {
  const { id } = ctx.resource;
  const held = (await queries.lockPoint(ctx.db, id)) ?? ctx.fail('POINT_NOT_FOUND');
  if (!(await queries.deleteUnused(ctx.db, id))) return ctx.fail('POINT_IN_USE');
  ctx.changed('checkin_point.deleted', idsOf(held), { ...fieldsOf(held), key: held.key }, {});
  return { deleted: true };
};

type Judging = Pick<Ctx<unknown, 'VALIDATION_FAILED'>, 'fail'>;

function judgeTimes({ fail }: Judging, { opens_at, closes_at }: { opens_at: string; closes_at: string }): void {
  if (new Date(opens_at) < new Date(closes_at)) return;
  const message = 'closes_at must be after opens_at';
  fail('VALIDATION_FAILED', { errors: [{ field: 'closes_at', code: 'period', message }] });
}

function judgeRequirements({ fail }: Judging, requirements: readonly { readonly id: string }[]): void {
  if (new Set(requirements.map(({ id }) => id)).size === requirements.length) return;
  const message = 'milestone_requirements must not repeat an id';
  fail('VALIDATION_FAILED', { errors: [{ field: 'milestone_requirements', code: 'arrayUnique', message }] });
}

const idsOf = ({ id, super_event_id, event_id }: queries.PointRow) => ({
  point_id: id,
  super_event_id,
  ...(event_id !== null && { event_id }),
});

const fieldsOf = ({ name, type, opens_at, closes_at, requirements, config_json }: queries.PointRow) => ({
  name,
  type,
  opens_at: instant(opens_at),
  closes_at: instant(closes_at),
  requirements,
  config_json,
});

const shapeOf = (point: queries.PointRow) => ({
  id: point.id,
  super_event_id: point.super_event_id,
  event_id: point.event_id,
  key: point.key,
  name: point.name,
  type: point.type,
  opens_at: instant(point.opens_at),
  closes_at: instant(point.closes_at),
  milestone_requirements: [...point.requirements],
  config_json: point.config_json,
});

type Points = ActionAnswer<'check-in.listPointsOfTrack'>;
type CheckIns = ActionAnswer<'check-in.listForRegistration'>;

export const listPointsOfTrack: Action<'check-in.listPointsOfTrack'> = async (ctx) =>
  pointList(await readList(ctx, queries.pointsOf(ctx.resource)));

export const listPointsOfSuperEvent: Action<'check-in.listPointsOfSuperEvent'> = async (ctx) =>
  pointList(await readList(ctx, queries.pointsOf(ctx.resource)));

export const listForRegistration: Action<'check-in.listForRegistration'> = async (ctx) =>
  checkInList(await readList(ctx, queries.checkInsOf(ctx.resource)));

export const listForParent: Action<'check-in.listForParent'> = async (ctx) =>
  checkInList(await readList(ctx, queries.checkInsOf(ctx.resource)));

const pointList = ({ rows, count }: Listed<queries.CountedPoint>): Points => ({
  checkin_points: rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    opens_at: instant(row.opens_at),
    closes_at: instant(row.closes_at),
    checked_in_count: row.checked_in_count,
    refused_count: row.refused_count,
    milestone_requirements: [...row.requirements],
    config_json: row.config_json,
  })),
  count,
});

const checkInList = ({ rows, count }: Listed<queries.CheckInRow>): CheckIns => ({
  checkins: rows.map((row) => ({
    id: row.id,
    point_id: row.point_id,
    point_name: row.point_name,
    point_type: row.point_type,
    method: row.method,
    checked_in_at: instant(row.checked_in_at),
  })),
  count,
});
