/** Where a page of a managed list ended. Opaque to clients: it may change with any release. */
import { isUuid } from '../../shared/broker/access.ts';

/** The last row of a page. Rows that come or go elsewhere do not move it. */
export interface Position {
  /** When it was created, in microseconds since 1970: as exact as the database keeps it. */
  readonly created: number;
  readonly id: string;
}
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly pagination: { readonly limit: number; readonly nextCursor: string | null; readonly hasMore: boolean };
}

export const encodeCursor = ({ created, id }: Position): string =>
  Buffer.from(JSON.stringify([created, id])).toString('base64url');

/** Undefined for what is no cursor of ours. */
export function decodeCursor(text: string): Position | undefined {
  const [created, id, ...more] = partsOf(text);
  const isMoment = typeof created === 'number' && Number.isSafeInteger(created);
  return isMoment && typeof id === 'string' && isUuid(id) && more.length === 0 ? { created, id } : undefined;
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** Of one row more than the page holds, if there is one. */
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
