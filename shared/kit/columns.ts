/** Columns of a table for saving: all of them, or those that are asked for by their headings. */
import { parse } from 'csv-parse/sync';
import { csv, guarded, type Cell } from '../base/csv.ts';

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => Cell;
}

/**
 * Returns the columns with these headings in their order, or problems with those that are none. Of several with one heading, the first
 * mention means the first, the second the second.
 * @param wanted Headings as in the first line of a CSV, guarded as there or not; undefined for all columns.
 */
export function chosenColumns<Row>(all: readonly Column<Row>[], wanted: string | undefined) {
  if (wanted === undefined) return { columns: all };
  const left = [...all];
  const found = cellsOf(wanted).map((name) => {
    const place = left.findIndex(({ heading }) => heading === name || guarded(heading) === name);
    return { name, column: place < 0 ? undefined : left.splice(place, 1)[0] };
  });
  const errors = found.flatMap(({ name, column }) => (column ? [] : [unknownColumn(name)]));
  return errors.length > 0 ? { errors } : { columns: found.flatMap(({ column }) => column ?? []) };
}

/** A text that is no line of a CSV is one heading, which there is not. */
function cellsOf(line: string): readonly string[] {
  try {
    const [cells, ...more] = parse(line, { trim: true, bom: true });
    return cells && more.length === 0 ? cells : [line];
  } catch {
    return [line];
  }
}

const unknownColumn = (name: string) => ({
  field: 'columns',
  code: 'unknown',
  message: `columns names ${name.slice(0, 100)}, which is no heading of this table, or was named already`,
});

/** Generates the table in pieces. */
export const inColumns = <Row>(columns: readonly Column<Row>[], batches: AsyncIterable<readonly Row[]>) =>
  csv(
    columns.map(({ heading }) => heading),
    batches,
    (row) => columns.map(({ cell }) => cell(row)),
  );
