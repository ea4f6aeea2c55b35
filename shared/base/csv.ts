/** Writes CSV (RFC 4180) in which spreadsheets find no formulas. */
import type { Attachment } from '../contract/schema.ts';

/** A cell. Text is protected against being read as a formula; a number is written as it is, also when negative. */
export type Cell = string | null | { readonly number: string | null };
type Line = readonly Cell[];

/** Characters after which a piece ends. Even with four bytes each they fit into a bus message of one megabyte. */
const pieceChars = 65_536;

/** Generates the table in pieces. The header comes first, also when there are no rows. */
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
    for (const [index, cell] of line.entries()) {
      piece += index === 0 ? spelled(cell) : `,${spelled(cell)}`;
      if (piece.length >= pieceChars) {
        yield piece;
        piece = '';
      }
    }
    piece += '\r\n';
  }
  yield piece;
}

/** Characters that start a formula in spreadsheets; some spreadsheets treat full-width forms like the plain ones. */
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
/**
 * Characters that need quotes. Semicolons and tabs are included because some readers split at them and would get
 * unprotected cells.
 */
const special = /[",;\t\r\n]/;

/** Returns a text as spreadsheets find no formula in it. */
export const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text);

function spelled(cell: Cell): string {
  if (typeof cell !== 'string') return cell?.number ?? '';
  const text = guarded(cell);
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns an answer to a question of organizers: choices are separated by semicolons; a file is its name. Nothing is written of
 * anything else, which may have been stored before it was a question.
 */
export function answerCell(answer: unknown): Cell {
  if (typeof answer === 'string') return answer;
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (typeof answer === 'number') return { number: String(answer) };
  if (Array.isArray(answer)) return answer.filter((choice) => typeof choice === 'string').join('; ');
  const { filename } = (answer ?? {}) as { readonly filename?: unknown };
  return typeof filename === 'string' ? filename : null;
}

/** Returns the answer that downloads a table under this name. */
export const csvFile = (filename: string, content: Attachment['content']): Attachment => ({
  filename,
  size: null,
  content_type: 'text/csv; charset=utf-8',
  content,
});
