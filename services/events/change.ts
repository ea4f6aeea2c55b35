/** Changes, renames and removes hackathons and tracks: refuses what is invalid, writes and records the difference. */
import { raw, type EntitySchema } from '@mikro-orm/postgresql';
import { Failure } from '../../shared/base/failure.ts';
import { instant } from '../../shared/base/instant.ts';
import { slugOf } from '../../shared/base/words.ts';
import { isUuid } from '../../shared/contract/formats.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { difference, isEmpty } from '../../shared/kit/changes.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { superEvent, track } from './entities.ts';
import { claimSlug, freeSlugs, retireSlug, type SlugOwner } from './slugs.sql.ts';
import { endMemberships, type RemovedTrack } from './tracks.sql.ts';
import { missingOf, neededForFinal, periodProblems } from './rules.ts';

type Change = Pick<Ctx<unknown, 'VALIDATION_FAILED' | 'NOT_READY'>, 'db' | 'resource' | 'fail' | 'changed'>;
type Stored = Readonly<
  Pick<RowOf<typeof superEvent>, 'name' | 'slug' | 'status' | 'start_at' | 'end_at'> &
    Partial<Pick<RowOf<typeof track>, 'stream_start_at'> & Pick<RowOf<typeof superEvent>, 'opens_at' | 'closes_at'>>
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
  refuseIncomplete(ctx, kind, next, sent);
  if (isEmpty(wanted)) return next;

  const { id, organization_id } = ctx.resource;
  const isRenamed = wanted.after.name !== undefined;
  const slug = isRenamed ? await renameSlug(ctx.db, { organization_id, kind, id }, next.name) : stored.slug;
  const { before, after } = difference(stored, { ...wanted.after, slug });
  await ctx.db.nativeUpdate(tables[kind], id, { ...after, updated_at: raw<Date>('now()') });
  ctx.changed(`${kind}.changed`, idsOf(ctx.resource), before, after);
  return { ...next, slug };
}

/** Refuses dates in the wrong order, and `final` with something missing. */
export function refuseIncomplete(
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

const times = ['start_at', 'end_at', 'stream_start_at', 'opens_at', 'closes_at'] as const;

/** Formats times as the interface does, so that they compare as text. */
const withInstants = <Row extends Stored>(row: Row): Row => ({
  ...row,
  ...Object.fromEntries(times.flatMap((name) => (row[name] === undefined ? [] : [[name, instant(row[name])]]))),
});

const idsOf = ({ super_event_id, event_id }: Change['resource']) =>
  event_id === null ? { super_event_id } : { super_event_id, event_id };

type Removal = Pick<Ctx, 'db' | 'changed'>;

/** Frees the slugs and ends the team memberships of deleted tracks. */
export async function cleanUpAfterDelete(
  ctx: Removal,
  tracks: readonly RemovedTrack[],
  superEvents: readonly string[] = [],
) {
  const ids = tracks.map(({ id }) => id);
  await freeSlugs(ctx.db, [...superEvents, ...ids]);
  await endMemberships(ctx.db, tracks);
  for (const { id: event_id, super_event_id, deleted_at } of tracks) {
    recordRemoval(ctx, 'event', { super_event_id, event_id }, deleted_at);
  }
}

type Ids = Readonly<Record<string, string>>;

export function recordRemoval(ctx: Removal, kind: 'event' | 'super_event', ids: Ids, deleted_at: Date | string): void {
  ctx.changed(`${kind}.deleted`, ids, { deleted_at: null }, { deleted_at: instant(deleted_at) });
}

/** Maximum length of a slug's base. With a number behind it, a slug has at most 100 characters. */
const longest = 90;
const nameless = { super_event: 'hackathon', event: 'track' } as const;

/** Answers the slug that now belongs to it. */
export async function renameSlug(db: Db, named: SlugOwner, name: string): Promise<string> {
  await retireSlug(db, named);
  return takeSlug(db, named, name);
}

/** Tries against concurrent requests. */
const roundsAtMost = 100;

/** The same for what had none before. Losing a claim means that somebody else has just won it. */
export async function takeSlug(db: Db, named: SlugOwner, name: string): Promise<string> {
  const base = slugOf(name, longest) || nameless[named.kind];
  for (let round = 1; round <= roundsAtMost; round++) {
    const slug = await claimSlug(db, named, { base, first: isUuid(base) ? 2 : 1 });
    if (slug !== undefined) return slug;
  }
  throw new Failure('UNAVAILABLE');
}
