/** Reads the rows of a table as people: their address, name, tracks and answers, and their problems. */
import type { FieldProblem } from '../../../shared/contract/validator.ts';
import { checkOfFields } from '../../../shared/contract/validator.ts';
import { columnMeanings, type LineCode } from '../../../shared/contract/imports.ts';
import { t } from '../../../shared/contract/schema.ts';
import { checkAnswers, type Answers } from '../answers.ts';
import type { AskedField } from '../tables.sql.ts';
import { answerOf } from './cells.ts';
import { guessesOf, isOfNotAccepted, tellsStatus, type Guess } from './guesses.ts';
import type { TableRow, ImportTable } from './table.ts';

export interface FormTrack {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}
export interface Form {
  readonly fields: readonly AskedField[];
  readonly tracks: readonly FormTrack[];
}
export interface LineProblem {
  readonly line: number;
  /** Null for a problem of the line as a whole. */
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
}

/** A person as a line has them. */
export interface Line {
  readonly line: number;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly track_ids: readonly string[];
  readonly answers: Answers;
  /** A reason for refusal that holds for any person. */
  readonly code: LineCode | null;
}
export interface ReadLines {
  readonly columns: readonly { readonly name: string; readonly guess: Guess }[];
  readonly lines: readonly Line[];
  readonly problems: readonly LineProblem[];
}

/** Reads the rows; or returns the problems of the mapping. */
export function linesOf(table: ImportTable, form: Form): ReadLines | { readonly problems: readonly FieldProblem[] } {
  const guessed = guessesOf(table.columns, form.fields);
  const columns = table.columns.map((name, index) => ({
    name,
    guess: table.mapping.get(name) ?? guessed[index] ?? 'ignore',
  }));
  const misled = mappingProblems(table, columns, form.fields);
  if (misled.length > 0) return { problems: misled };
  const reader = new Reader(columns, form);
  if (!hasAddresses(columns)) reader.problems.push(withoutAddresses);
  const lines = table.rows.map((row) => reader.read(row));
  return { columns, lines, problems: reader.problems };
}

type Column = ReadLines['columns'][number];

/** Tells whether a column holds the addresses, without which nobody can be found. */
export const hasAddresses = (columns: readonly Column[]): boolean => columns.some(({ guess }) => guess === 'email');

const withoutAddresses: LineProblem = {
  ...{ line: 1, column: null, code: 'required' },
  message: 'No column has the email address: choose one.',
};

function mappingProblems({ columns, mapping }: ImportTable, held: readonly Column[], fields: readonly AskedField[]) {
  const problem = (code: string, message: string): FieldProblem => ({
    ...{ field: 'mapping', code, message: `mapping ${message}` },
  });
  const known = new Set<string>([
    ...columnMeanings,
    ...fields.filter(({ field_type }) => field_type !== 'file').map(({ id }) => `field:${id}`),
  ]);
  const unknown = [...mapping.keys()].filter((name) => !columns.includes(name)).slice(0, 10);
  const nothing = held.filter(({ guess }) => !known.has(guess)).slice(0, 10);
  const used = held.map(({ guess }) => guess).filter((guess) => guess !== 'ignore');
  const twice = [...new Set(used.filter((guess, index) => used.indexOf(guess) !== index))];
  return [
    ...unknown.map((name) => problem('unknown', `names ${name.slice(0, 100)}, which is no column of the table`)),
    ...nothing.map(({ name }) => problem('enumValue', `has ${name.slice(0, 100)} hold what nothing can hold here`)),
    ...twice.map((guess) => problem('arrayUnique', `has several columns hold ${guess}`)),
  ];
}

type Findings = Readonly<Record<'hasAddress' | 'hasTracks' | 'isRight' | 'isAccepted', boolean>>;

function codeOf({ hasAddress, hasTracks, isRight, isAccepted }: Findings): LineCode | null {
  if (!hasAddress) return 'INVALID_EMAIL';
  if (!hasTracks) return 'INVALID_TRACK';
  if (!isRight) return 'VALIDATION_FAILED';
  return isAccepted ? null : 'NOT_ACCEPTED';
}

/** An accepted value is written back in the form in which it is stored. */
const checkEmail = checkOfFields({ email: t.email() }, 'drop');
const checkName = checkOfFields({ name: t.name({ max: 100 }) }, 'drop');
/** Characters of all answers of a person, as those of an application in one request. */
const answersAtMost = 100_000;

/** Begins as a formula does. An answer may well begin with the others, as a telephone number does. */
const [formula, formulaOfName] = [/^=/, /^[=+\-@]/];
/** As our own tables keep text from being read as a formula. */
const guarded = /^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/;

class Reader {
  readonly problems: LineProblem[] = [];
  readonly #columns: readonly Column[];
  /** Where each thing is held. */
  readonly #places: ReadonlyMap<Guess, number>;
  readonly #statuses: readonly number[];
  readonly #form: Form;

  constructor(columns: readonly Column[], form: Form) {
    this.#columns = columns;
    this.#places = new Map(columns.map(({ guess }, index) => [guess, index]));
    this.#statuses = columns.flatMap(({ name, guess }, index) =>
      guess === 'ignore' && tellsStatus(name) ? [index] : [],
    );
    this.#form = form;
  }

  read(row: TableRow): Line {
    const { line } = row;
    const before = this.problems.length;
    const email = this.#email(row);
    const [hasAddress, faultless] = [email !== undefined, this.problems.length];
    const track_ids = this.#tracks(row);
    const hasTracks = this.problems.length === faultless;
    const person = {
      line,
      email: email ?? '',
      first_name: this.#name(row, 'first_name'),
      last_name: this.#name(row, 'last_name'),
    };
    const answers = this.#answers(row);
    if (row.cells.length > this.#columns.length) {
      this.#note(line, null, 'columns', 'The line has more cells than there are columns.');
    }
    const isRight = this.problems.length === before;
    const isAccepted = this.#isAccepted(row);
    return { ...person, track_ids, answers, code: codeOf({ hasAddress, hasTracks, isRight, isAccepted }) };
  }

  /** A table of everybody must not bring in those who were turned away. */
  #isAccepted({ line, cells }: TableRow): boolean {
    const index = this.#statuses.find((each) => isOfNotAccepted(cells[each] ?? ''));
    if (index === undefined) return true;
    const name = this.#columns[index]?.name ?? '';
    const message = `${name} says ${cells[index]}; to bring the person in all the same, leave the column out.`;
    this.#note(line, name, 'notAccepted', message);
    return false;
  }

  /** Returns the text that a column has in a row; noted is what no column may have. */
  #cell(
    { line, cells }: TableRow,
    guess: Guess,
    isFormula: RegExp,
  ): { readonly column: string | null; readonly text: string } {
    const index = this.#places.get(guess) ?? -1;
    const [column, text] = [this.#columns[index]?.name ?? null, cells[index] ?? ''];
    if (isFormula.test(text)) {
      const message = 'begins as a formula does; with an apostrophe before it, it is taken as a text';
      this.#note(line, column, 'formula', `${column} ${message}.`);
      return { column, text: '' };
    }
    if (text.includes('\ufffd')) this.#note(line, column, 'encoding', `${column} was not written in UTF-8.`);
    return { column, text: text.replace(guarded, '') };
  }

  #email(row: TableRow): string | undefined {
    if (!this.#places.has('email')) return undefined;
    const { column, text } = this.#cell(row, 'email', formulaOfName);
    const given = { email: text };
    if (checkEmail(given) === true) return given.email;
    this.#note(row.line, column, 'email', 'A valid email address is required.');
    return undefined;
  }

  #name(row: TableRow, guess: 'first_name' | 'last_name'): string | null {
    const { column, text } = this.#cell(row, guess, formulaOfName);
    const given = { name: text };
    const verdict = checkName(given);
    const [problem] = verdict === true ? [] : verdict;
    if (problem) this.#note(row.line, column, problem.type, `${column} ${problem.message}.`);
    return given.name || null;
  }

  #tracks(row: TableRow): string[] {
    const { column, text } = this.#cell(row, 'track', formulaOfName);
    if (text === '') return [];
    const whole = this.#track(text);
    if (whole) return [whole];
    const found = text.split(/[;,]/).map((part) => [part.trim(), this.#track(part.trim())] as const);
    for (const [name, id] of found) {
      const message = `${column} names ${name.slice(0, 100) || 'nothing'}, which is no track of this hackathon.`;
      if (!id) this.#note(row.line, column, 'unknownTrack', message);
    }
    return [...new Set(found.flatMap(([, id]) => id ?? []))];
  }

  #track(text: string): string | undefined {
    const wanted = text.toLowerCase();
    return this.#form.tracks.find(
      ({ id, name, slug }) => name.toLowerCase() === wanted || slug === wanted || id === wanted,
    )?.id;
  }

  #answers(row: TableRow): Answers {
    const { fields } = this.#form;
    const given: Answers = {};
    for (const field of fields) {
      const { text } = this.#cell(row, `field:${field.id}`, formula);
      if (text !== '') given[field.id] = answerOf(field, text);
    }
    const { answers, problems } = checkAnswers(fields, given, { isDemanding: false });
    for (const { field, code, message } of problems) {
      this.#note(row.line, this.#columnOf(field), code, `${message}.`);
    }
    const isLong = JSON.stringify(answers).length > answersAtMost;
    if (isLong) this.#note(row.line, null, 'jsonMax', `The answers must have at most ${answersAtMost} characters.`);
    return answers;
  }

  /** @param field As `checkAnswers` names it. */
  #columnOf(field: string): string | null {
    const guess = field.replace(/^answers_json\./, 'field:');
    return this.#columns[this.#places.get(guess) ?? -1]?.name ?? null;
  }

  #note(line: number, column: string | null, code: string, message: string): void {
    this.problems.push({ line, column, code, message });
  }
}
