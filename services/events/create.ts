/** Making hackathons and tracks. They begin as drafts, unless they have what it takes to be final. */
import type { Action } from '../../shared/kit/implement.ts';
import type { PaymentStatus } from '../../shared/contract/vocabulary.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Row } from '../../shared/database/bulk.ts';
import { newId } from '../../shared/database/ids.ts';
import { refuseHalfDone, tables } from './change.ts';
import { findSuperEvent, holdSuperEvent, mayCreateEvents } from './queries/super-events.ts';
import { findTrack } from './queries/tracks.ts';
import { superEvent } from './shapes/super-events.ts';
import { track } from './shapes/tracks.ts';
import { takeSlug } from './slugs.ts';

export const createSuperEventAs =
  (payment_status: PaymentStatus): Action<'events.createSuperEvent'> =>
  async (ctx) => {
    const { id: organization_id } = ctx.resource;
    if (!(await mayCreateEvents(ctx.db, organization_id))) return ctx.fail('PERMISSION_DENIED');
    const id = newId();
    await create(ctx, 'super_event', { id, organization_id, payment_status }, { super_event_id: id });
    return { super_event: superEvent((await findSuperEvent(ctx.db, id)) ?? ctx.fail('NOT_FOUND')) };
  };

/** The hackathon is held, so that none is deleted around a track that is being made. */
export const createTrack: Action<'events.createTrack'> = async (ctx) => {
  const { id: super_event_id, organization_id } = ctx.resource;
  if (!(await holdSuperEvent(ctx.db, super_event_id))) return ctx.fail('NOT_FOUND');
  const id = newId();
  await create(ctx, 'event', { id, organization_id, super_event_id }, { super_event_id, event_id: id });
  return { event: track((await findTrack(ctx.db, id)) ?? ctx.fail('NOT_FOUND')) };
};

interface Wanted {
  readonly id: string;
  readonly name: string;
}
type Creating = Pick<Ctx<Wanted, 'VALIDATION_FAILED' | 'NOT_READY'>, 'params' | 'db' | 'fail' | 'changed'>;
interface Place {
  readonly id: string;
  readonly organization_id: string;
  readonly super_event_id?: string;
  readonly payment_status?: PaymentStatus;
}

async function create(ctx: Creating, kind: keyof typeof tables, place: Place, ids: Row): Promise<void> {
  // What the path names is no member of it.
  const given = Object.entries(ctx.params).filter(([name, value]) => name !== 'id' && value !== undefined);
  const said: Row = Object.fromEntries(given);
  refuseHalfDone(ctx, kind, { ...blank, ...said }, said);
  const { id, organization_id } = place;
  const slug = await takeSlug(ctx.db, { organization_id, kind, id }, ctx.params.name);
  await ctx.db.insert(tables[kind], { ...place, slug, ...said });
  ctx.changed(`${kind}.created`, ids, {}, { ...said, slug });
}

/** What is judged, of something of which nothing was said. */
const blank = { name: '', slug: '', status: 'draft', start_at: null, end_at: null, tz: null, mode: null } as const;
