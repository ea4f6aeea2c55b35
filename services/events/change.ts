/** One change to a hackathon or a track: what is wrong with it is refused, what differs is written and noted. */
import type { Ctx } from '../../shared/broker/context.ts';
import { updateRows } from '../../shared/database/bulk.ts';
import { sql } from 'kysely';
import { difference, isEmpty, missingOf, neededForFinal, periodProblems } from './rules.ts';
import { instant } from '../../shared/broker/instant.ts';
import { renameSlug } from './slugs.ts';

type Change = Pick<Ctx<unknown, 'VALIDATION_FAILED' | 'NOT_READY'>, 'db' | 'place' | 'fail' | 'changed'>;
interface Stored {
  readonly name: string;
  readonly slug: string;
  readonly status: 'draft' | 'final';
  readonly start_at: Date | string | null;
  readonly end_at: Date | string | null;
  readonly stream_start_at?: Date | string | null;
}

const tables = { super_event: 'super_event', event: 'track' } as const;

/** Answers how it is afterwards. */
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

  const { id, organization_id } = ctx.place;
  const isRenamed = wanted.after.name !== undefined;
  const slug = isRenamed ? await renameSlug(ctx.db, { organization_id, kind, id }, next.name) : stored.slug;
  const { before, after } = difference(stored, { ...wanted.after, slug });
  await updateRows(ctx.db, tables[kind], [{ id, ...after }], { by: ['id'], also: sql`updated_at = now()` });
  ctx.changed(idsOf(ctx.place), before, after);
  return { ...next, slug };
}

function refuseHalfDone(ctx: Change, kind: keyof typeof tables, next: Stored, sent: Partial<Stored>): void {
  const problems = periodProblems(next, sent);
  if (problems.length > 0) return ctx.fail('VALIDATION_FAILED', { errors: problems });
  const missing = sent.status === 'final' ? missingOf({ ...next }, neededForFinal[kind]) : [];
  if (missing.length > 0) return ctx.fail('NOT_READY', { missing });
}

/** Times as the wire spells them, which compare as text. */
const withInstants = <Row extends Stored>(row: Row): Row => ({
  ...row,
  start_at: instant(row.start_at),
  end_at: instant(row.end_at),
  ...(row.stream_start_at !== undefined && { stream_start_at: instant(row.stream_start_at) }),
});

const idsOf = ({ super_event_id, event_id }: Change['place']) =>
  event_id === null ? { super_event_id } : { super_event_id, event_id };
