/** Recorded check-ins: the list of a point with its search and its CSV, and the annulment of one. */
import { csv, csvFile, type Cell } from '../../shared/base/csv.ts';
import { instant } from '../../shared/base/instant.ts';
import { actorOf, personOf } from '../../shared/base/viewer.ts';
import { streamSnapshot } from '../../shared/database/snapshot.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { annulRecord, arrivalsAt, everyArrivalAt, keyOf, mayUndo, type Arrival } from './arrivals.sql.ts';

export const listAtPoint: Action<'check-in.listAtPoint'> = async ({ db, resource, params }) => {
  const { page, limit } = params;
  const { total, checkins } = await arrivalsAt(db, resource.id, params);
  return {
    checkins: checkins.map(({ checked_in_at, ...row }) => ({ ...row, checked_in_at: instant(checked_in_at) })),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
};

const header = ['Name', 'Email', 'Method', 'Checked In At'];

export const exportAtPoint: Action<'check-in.exportAtPoint'> = async ({ db, resource }) => {
  const key = await keyOf(db, resource.id);
  const content = await streamSnapshot(db, (snapshot) => csv(header, everyArrivalAt(snapshot, resource.id), lineOf));
  return csvFile(`${key}-checkins.csv`, content);
};

const lineOf = ({ name, email, method, checked_in_at }: Arrival): Cell[] => [
  name,
  email,
  method,
  instant(checked_in_at),
];

const noReason = { field: 'reason', code: 'required', message: 'reason is required' };

/**
 * Annuls a check-in. The guard already hides one that is annulled; NOT_FOUND here is for the second of two concurrent
 * requests.
 */
export const annul: Action<'check-in.annul'> = async (ctx) => {
  const { id } = ctx.resource;
  const { viewer } = ctx;
  const { reason = viewer.device ? 'Undone at the kiosk' : undefined } = ctx.params;
  if (reason === undefined) return ctx.fail('VALIDATION_FAILED', { errors: [noReason] });
  if (viewer.device && !(await mayUndo(ctx.db, id, actorOf(viewer)))) return ctx.fail('PERMISSION_DENIED');
  const annulled = (await annulRecord(ctx.db, id, personOf(viewer), reason)) ?? ctx.fail('NOT_FOUND');
  const { annulled_at, ...ids } = annulled;
  ctx.changed(
    'checkin.annulled',
    { checkin_id: ctx.resource.id, ...ids },
    { annulled_at: null, annul_reason: null },
    { annulled_at: instant(annulled_at), annul_reason: reason },
  );
  return { deleted: true };
};
