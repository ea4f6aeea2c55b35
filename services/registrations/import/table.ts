/** Reads a table of people as it was sent, CSV or JSON, into rows under its columns. */
import { CsvError, parse } from 'csv-parse/sync';
import { maxTableColumns, headingLength, maxTableRows, tableInJson } from '../../../shared/contract/imports.ts';
import { checkOfFields, fieldProblems, type FieldProblem } from '../../../shared/contract/validator.ts';

/** One below the heading, counted as spreadsheets do: the heading is 1. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}
export interface ImportTable {
  /** Each name once, in their order. */
  readonly columns: readonly string[];
  /** Without empty ones. */
  readonly rows: readonly TableRow[];
  /** The things that columns hold, as somebody said. */
  readonly mapping: ReadonlyMap<string, string>;
}
export type TableProblem = FieldProblem & { readonly line?: number };
export type ReadTable = ImportTable | { readonly problems: readonly TableProblem[] };

const wrong = (code: string, message: string, line?: number) => ({
  problems: [{ field: 'table', code, message: `table ${message}`, ...(line !== undefined && { line }) }],
});

export function readTable(text: string, type: 'csv' | 'json'): ReadTable {
  if (type === 'csv') return fromCsv(text, new Map());
  const body = parsed(text);
  if (body === undefined) return { problems: [{ field: 'body', code: 'json', message: 'body is not valid JSON' }] };
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { problems: [{ field: 'body', code: 'object', message: 'body must be an object' }] };
  const verdict = check(body);
  if (verdict !== true) return { problems: fieldProblems(verdict).slice(0, 100) };
  const { csv, columns, rows, mapping = {} } = body as Body;
  const given = new Map(Object.entries(mapping));
  if (csv !== undefined && columns === undefined && rows === undefined) return fromCsv(csv, given);
  if (!columns || !rows || csv !== undefined) return wrong('required', 'needs columns and rows, or csv');
  return tabled([columns, ...rows.map((row) => row.map((cell) => String(cell ?? '')))], given);
}

type Cell = string | number | boolean | null;
interface Body {
  readonly csv?: string;
  readonly columns?: readonly string[];
  readonly rows?: readonly (readonly Cell[])[];
  readonly mapping?: Readonly<Record<string, string>>;
}
const check = checkOfFields(tableInJson, 'refuse');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Characters of one row: a quote that is never closed would make the rest of the table one cell. */
const longestRow = 200_000;
const tooLong = `has a row of more than ${longestRow} characters; a quote may not be closed`;

class TooManyColumns extends Error {}

function fromCsv(text: string, mapping: ImportTable['mapping']): ReadTable {
  const long = lineBeyond(text, longestRow);
  if (long !== undefined) return wrong('recordMax', tooLong, long);
  try {
    return tabled(parse(text, { ...asWritten, delimiter: delimiterOf(text) }), mapping);
  } catch (error) {
    if (error instanceof TooManyColumns) return wrong('columnsMax', tooManyColumns);
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as { readonly lines?: unknown };
    const line = typeof lines === 'number' ? lines : undefined;
    return error.code === 'CSV_MAX_RECORD_SIZE'
      ? wrong('recordMax', tooLong, line)
      : wrong('csv', 'is no CSV: a quote is not closed, or something follows it', line);
  }
}

const tooManyColumns = `must have at most ${maxTableColumns} columns`;
const asWritten = {
  ...{ bom: true, relax_column_count: true, relax_quotes: true, max_record_size: longestRow, to: maxTableRows + 2 },
  on_record(cells: string[]) {
    if (cells.length > maxTableColumns) throw new TooManyColumns();
    return cells;
  },
};

/** Returns the number of the first line with more characters. Empty cells do not count in the size of a record. */
function lineBeyond(text: string, most: number): number | undefined {
  for (let [start, line] = [0, 1]; text.length - start > most; line++) {
    const end = text.indexOf('\n', start);
    const length = (end < 0 ? text.length : end) - start;
    if (length > most) return line;
    start = end + 1;
  }
  return undefined;
}

const quoted = /"(?:[^"]|"")*"/g;
/** Returns what separates most headings: some spreadsheets write semicolons where commas separate decimals. */
function delimiterOf(text: string): string {
  const [heading = ''] = text
    .slice(0, longestRow)
    .replace(quoted, '')
    .split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((each) => ({ each, times: heading.split(each).length }));
  return counted.reduce((most, next) => (next.times > most.times ? next : most)).each;
}

function tabled([heading, ...rest]: readonly (readonly string[])[], mapping: ImportTable['mapping']): ReadTable {
  if (!heading) return wrong('empty', 'has no heading');
  if (heading.length > maxTableColumns) return wrong('columnsMax', tooManyColumns, 1);
  if (rest.length > maxTableRows) return wrong('rowsMax', `must have at most ${maxTableRows} rows`);
  const all = [heading, ...rest];
  const nul = all.findIndex((cells) => cells.some((cell) => cell.includes('\0')));
  if (nul >= 0) return wrong('nul', 'must not contain the NUL character', nul + 1);
  if (heading.some((cell) => cell.includes('\ufffd'))) return wrong('encoding', 'must be written in UTF-8', 1);
  const long = heading.some((cell) => cell.length > headingLength);
  if (long) return wrong('headingMax', `must have headings of at most ${headingLength} characters`, 1);
  const rows = rest
    .map((cells, index) => ({ line: index + 2, cells: cells.map((cell) => cell.toWellFormed().trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { columns: namesOf(heading), rows, mapping };
}

/** Columns without a name, or with a repeated one, get a name by their place. */
function namesOf(heading: readonly string[]): string[] {
  const taken = new Set<string>();
  return heading.map((cell, index) => {
    const given = cell.toWellFormed().trim() || `Column ${index + 1}`;
    const name = taken.has(given) ? `${given} (${index + 1})` : given;
    taken.add(name);
    return name;
  });
}
