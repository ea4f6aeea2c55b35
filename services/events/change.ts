/** Changes a hackathon or a track: refuses what is invalid, writes and records what differs. */
import { difference, isEmpty } from '../../shared/kit/changes.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import { raw, type EntitySchema } from '@mikro-orm/postgresql';
import { missingOf, neededForFinal, periodProblems } from './rules.ts';
import { instant } from '../../shared/base/instant.ts';
import { superEvent, track } from './entities.ts';
import { renameSlug } from './slugs.ts';

type Change = Pick<Ctx<unknown, 'VALIDATION_FAILED' | 'NOT_READY'>, 'db' | 'resource' | 'fail' | 'changed'>;
type Stored = Readonly<
  Pick<RowOf<typeof superEvent>, 'name' | 'slug' | 'status' | 'start_at' | 'end_at'> &
    Partial<Pick<RowOf<typeof track>, 'stream_start_at'>>
>;

/** Where each is kept. */
export const tables = { super_event: superEvent as EntitySchema, event: track as EntitySchema } as const;

/** Applies a change and returns the row afterwards. */
export async function change<Row extends Stored>(
  ctx: Change,
  kind: keyof typeof tables,
  row: Row,
  sent: Partial<Row>,
): Promise<Row> {
  const stored = withInstants(row);
  const wanted = difference(stored, sent);
  const next = { ...stored, ...wanted.after };
  refuseHalfDone(ctx, kind, next, sent);
  if (isEmpty(wanted)) return next;

  const { id, organization_id } = ctx.resource;
  const isRenamed = wanted.after.name !== undefined;
  const slug = isRenamed ? await renameSlug(ctx.db, { organization_id, kind, id }, next.name) : stored.slug;
  const { before, after } = difference(stored, { ...wanted.after, slug });
  await ctx.db.nativeUpdate(tables[kind], id, { ...after, updated_at: raw<Date>('now()') });
  ctx.changed(`${kind}.changed`, idsOf(ctx.resource), before, after);
  return { ...next, slug };
}

/** Refuses what would end before it starts, and what is to be final without what that takes. */
export function refuseHalfDone(
  ctx: Pick<Change, 'fail'>,
  kind: keyof typeof tables,
  next: Stored,
  sent: Partial<Stored>,
): void {
  const problems = periodProblems(next, sent);
  if (problems.length > 0) return ctx.fail('VALIDATION_FAILED', { errors: problems });
  const missing = sent.status === 'final' ? missingOf({ ...next }, neededForFinal[kind]) : [];
  if (missing.length > 0) return ctx.fail('NOT_READY', { missing });
}

/** Formats times as the interface does, so that they compare as text. */
const withInstants = <Row extends Stored>(row: Row): Row => ({
  ...row,
  start_at: instant(row.start_at),
  end_at: instant(row.end_at),
  ...(row.stream_start_at !== undefined && { stream_start_at: instant(row.stream_start_at) }),
});

const idsOf = ({ super_event_id, event_id }: Change['resource']) =>
  event_id === null ? { super_event_id } : { super_event_id, event_id };
