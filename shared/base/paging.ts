/**
 * Encodes the end of a page as a cursor: the sort key of its last row. Clients must treat it as opaque, because it may
 * change with any release.
 */

export const encodeCursor = (position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Decodes a cursor. Returns an empty array for any text that is no cursor; the list checks the values themselves. */
export function decodeCursor(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
/** The pagination of a list that is paged by `offset`. */
export const offsetPage = ({ limit, offset }: { limit: number; offset: number }, total: number, shown: number) => ({
  total,
  limit,
  offset,
  has_more: offset + shown < total,
});
