/** Tables as CSV (RFC 4180) that a spreadsheet takes for text, not for formulas. */
import type { Attachment } from '../../shared/contract/schema.ts';

/** Text is guarded; a number is written as it is, a negative one too. */
export type Cell = string | null | { readonly number: string | null };
type Line = readonly Cell[];

/** Characters after which a piece ends: whatever they are, it stays below the megabyte that the bus carries at once. */
const enough = 65_536;

/** The header comes at once, whether or not there are rows. */
export async function* csv<Row>(
  header: Line,
  batches: AsyncIterable<readonly Row[]>,
  lineOf: (row: Row) => Line,
): AsyncGenerator<string> {
  yield* pieces([header]);
  for await (const rows of batches) yield* pieces(rows.map(lineOf));
}

function* pieces(lines: readonly Line[]): Generator<string> {
  let piece = '';
  for (const line of lines) {
    for (const [place, cell] of line.entries()) {
      piece += place === 0 ? spelled(cell) : `,${spelled(cell)}`;
      if (piece.length >= enough) {
        yield piece;
        piece = '';
      }
    }
    piece += '\r\n';
  }
  yield piece;
}

/** What spreadsheets take for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/;
/** Semicolons and tabs need no quotes here, but some readers split by them, and would find cells that nobody guarded. */
const special = /[",;\t\r\n]/;

function spelled(cell: Cell): string {
  if (typeof cell !== 'string') return cell?.number ?? '';
  const text = formula.test(cell) ? `'${cell}` : cell;
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvFile = (filename: string, content: Attachment['content']): Attachment => ({
  filename,
  size: null,
  content_type: 'text/csv; charset=utf-8',
  content,
});
