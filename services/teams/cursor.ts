/** Cursors of managed lists. They are opaque to clients and may change with any release. */
import * as cursor from '../../shared/base/paging.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { kinds } from '../../shared/kit/whole-list.ts';

/** The last row of a page. Rows that are added or removed elsewhere do not change it. */
export interface Position {
  /** The time of creation in microseconds since 1970, the precision of the database. */
  readonly created: number;
  readonly id: string;
}
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly pagination: { readonly limit: number; readonly nextCursor: string | null; readonly hasMore: boolean };
}

/** Encodes the position of a row. */
export const encodeCursor = ({ created, id }: Position): string => cursor.encodeCursor([created, id]);

/** Returns the position, or undefined for text that is no cursor. */
export function decodeCursor(text: string): Position | undefined {
  const [created, id, ...more] = cursor.decodeCursor(text);
  if (typeof created !== 'number' || typeof id !== 'string' || more.length > 0) return undefined;
  return kinds.moment.takes(String(created)) && kinds.id.takes(id) ? { created, id } : undefined;
}

/** Returns a page from its rows and up to one more, which shows that there is a next page. */
export function pageOf<Row extends { readonly id: string; readonly created: string }>(
  found: readonly Row[],
  limit: number,
): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit;
  const nextCursor = hasMore && last ? encodeCursor({ created: Number(last.created), id: last.id }) : null;
  return { rows, pagination: { limit, nextCursor, hasMore } };
}

/**
 * Returns the position of a cursor.
 * @throws {Failure} `VALIDATION_FAILED` for text that is no cursor.
 */
export function positionOf(
  ctx: Pick<Ctx<unknown, 'VALIDATION_FAILED'>, 'fail'>,
  cursor: string | undefined,
): Position | undefined {
  if (cursor === undefined) return undefined;
  const message = 'cursor must be the nextCursor of a page of this list';
  return (
    decodeCursor(cursor) ?? ctx.fail('VALIDATION_FAILED', { errors: [{ field: 'cursor', code: 'cursor', message }] })
  );
}
