/** Creates hackathons and tracks, as drafts unless the request asks for final and has everything it needs. */
import type { Action } from '../../shared/kit/implement.ts';
import type { PaymentStatus } from '../../shared/contract/vocabulary.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { InsertedRow } from '../../shared/database/bulk.ts';
import { newId } from '../../shared/database/ids.ts';
import { refuseIncomplete, tables, takeSlug } from './change.ts';
import { refuseTexts, settleSuperEvent } from './languages.ts';
import { findSuperEvent, lockSuperEvent, mayCreateEvents } from './super-events.sql.ts';
import { findTrack } from './tracks.sql.ts';
import { refuseSections, superEvent } from './super-events.ts';
import { takeTrack, track } from './tracks.ts';

export const createSuperEventAs =
  (payment_status: PaymentStatus): Action<'events.createSuperEvent'> =>
  async (ctx) => {
    const { id: organization_id } = ctx.resource;
    if (!(await mayCreateEvents(ctx.db, organization_id))) return ctx.fail('PERMISSION_DENIED');
    const id = newId();
    const { values, problems } = settleSuperEvent(ctx.params, ctx.params.locales ?? [], undefined);
    refuseTexts(ctx, problems);
    await refuseSections(ctx, id, values.config_json);
    const place = { id, organization_id, payment_status };
    await create(ctx, 'super_event', values, { place, ids: { super_event_id: id } });
    return { super_event: superEvent((await findSuperEvent(ctx.db, id)) ?? ctx.fail('NOT_FOUND')) };
  };

/** The hackathon is locked, so that none is deleted around a track that is being made. */
export const createTrack: Action<'events.createTrack'> = async (ctx) => {
  const { id: super_event_id, organization_id } = ctx.resource;
  const { locales } = (await lockSuperEvent(ctx.db, super_event_id)) ?? ctx.fail('NOT_FOUND');
  const id = newId();
  const place = { id, organization_id, super_event_id };
  await create(ctx, 'event', takeTrack(ctx, locales), {
    place,
    ids: { super_event_id, event_id: id },
  });
  return { event: track((await findTrack(ctx.db, id)) ?? ctx.fail('NOT_FOUND')) };
};

type Creating = Pick<Ctx<unknown, 'VALIDATION_FAILED' | 'NOT_READY'>, 'db' | 'fail' | 'changed'>;
interface Placing {
  readonly place: {
    readonly id: string;
    readonly organization_id: string;
    readonly super_event_id?: string;
    readonly payment_status?: PaymentStatus;
  };
  readonly ids: InsertedRow;
}

async function create(
  ctx: Creating,
  kind: keyof typeof tables,
  wanted: { readonly name: string },
  { place, ids }: Placing,
): Promise<void> {
  // Parameters of the path are no members of the row.
  const given = Object.entries(wanted).filter(([name, value]) => name !== 'id' && value !== undefined);
  const said: InsertedRow = Object.fromEntries(given);
  refuseIncomplete(ctx, kind, { ...blank, ...said }, said);
  const { id, organization_id } = place;
  const slug = await takeSlug(ctx.db, { organization_id, kind, id }, wanted.name);
  await ctx.db.insert(tables[kind], { ...place, slug, ...said });
  ctx.changed(`${kind}.created`, ids, {}, { ...said, slug });
}

/** Values that are checked where nothing was sent. */
const blank = { name: '', slug: '', status: 'draft', start_at: null, end_at: null, tz: null, mode: null } as const;
