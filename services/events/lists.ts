/** Lists of an organization, from which fields of forms take their choices. */
import { wordsOf } from '../../shared/base/folding.ts';
import { instant } from '../../shared/base/instant.ts';
import { unpack } from '../../shared/base/packed.ts';
import {
  maxListBytes,
  listedValues,
  maxValueLength,
  maxListValues,
} from '../../shared/contract/events/registration-form.ts';
import { listName } from '../../shared/contract/fields.ts';
import { countryList } from '../../shared/contract/forms.ts';
import { checkOfFields, checkOfRule, fieldProblems, type FieldProblem } from '../../shared/contract/validator.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { choiceList } from './entities.ts';
import { fieldsWith, lockList, listsOf, searchLists, writeList, type ChoiceList } from './lists.sql.ts';

const shapeOf = ({ name, value_count, updated_at }: ChoiceList) => ({
  ...{ name, value_count, updated_at: instant(updated_at) },
});

export const listLists: Action<'events.listLists'> = async (ctx) => {
  const { rows } = await readList(ctx, listsOf(ctx.resource.id));
  return { lists: rows.map(shapeOf) };
};

export const putList: Action<'events.putList'> = async (ctx) => {
  const { name } = ctx.params;
  const read = readValues(await unpack(ctx.params.list, maxListBytes));
  const errors = [...nameProblems(name), ...('problems' in read ? read.problems : [])];
  if (errors.length > 0 || 'problems' in read) return ctx.fail('VALIDATION_FAILED', { errors });
  const { values, repeated } = read;
  const written = await writeList(ctx.db, { organization_id: ctx.resource.id, name, values });
  const { former, value_count } = written;
  ctx.changed(null, { list: name }, former === null ? {} : { value_count: former }, { value_count });
  return { list: shapeOf(written), repeated };
};

const checkName = checkOfRule(listName());

function nameProblems(name: string): FieldProblem[] {
  if (checkName(name) !== true) {
    const message = 'name must be lower case letters and digits joined by hyphens, such as schools';
    return [{ field: 'name', code: 'stringPattern', message }];
  }
  const isTaken = name === countryList;
  return isTaken ? [{ field: 'name', code: 'reserved', message: `name must not be ${name}, which are known` }] : [];
}

export const deleteList: Action<'events.deleteList'> = async (ctx) => {
  const { id: organization_id } = ctx.resource;
  const { name } = ctx.params;
  const list = (await lockList(ctx.db, organization_id, name)) ?? ctx.fail('NOT_FOUND');
  const field_ids = await fieldsWith(ctx.db, organization_id, name);
  if (field_ids.length > 0) return ctx.fail('LIST_IN_USE', { field_ids });
  await ctx.db.nativeDelete(choiceList, { id: list.id });
  ctx.changed(null, { list: name }, { value_count: list.value_count }, {});
  return { deleted: true };
};

/** Words beyond these add nothing to a search. */
const wordsAtMost = 8;

/** Lists that the form does not choose from are 404, as hackathons are that nobody may see. */
export const searchList: Action<'events.searchList'> = async (ctx) => {
  const { slug: reference, name, q } = ctx.params;
  const words = wordsOf(q).slice(0, wordsAtMost);
  const [found, another] = await searchLists(ctx.db, { reference, name, words });
  if (another !== undefined) return ctx.fail('AMBIGUOUS_SLUG');
  return { values: [...(found ?? ctx.fail('NOT_FOUND'))] };
};

/** The distinct values in their order and the number of repeated ones; or the problem. */
type Values = { readonly values: readonly string[]; readonly repeated: number } | { readonly problems: FieldProblem[] };

const check = checkOfFields(listedValues, 'refuse');
/** Maximum number of reported problems of one text. */
const problemsAtMost = 100;

/** A text that begins as an object does is JSON. */
export function readValues(text: string): Values {
  const read = /^\s*\{/.test(text) ? fromJson(text) : fromCsv(text);
  if (!('values' in read)) return { problems: read.problems.slice(0, problemsAtMost) };
  const values = [...new Set(read.values)];
  return { values, repeated: read.values.length - values.length };
}

type Read = { readonly values: readonly string[] } | { readonly problems: FieldProblem[] };
const wrong = (field: string, code: string, message: string): FieldProblem => ({
  ...{ field, code, message: `${field} ${message}` },
});

function fromJson(text: string): Read {
  const body = parsed(text);
  if (body === undefined) return { problems: [wrong('body', 'json', 'is not valid JSON')] };
  const verdict = check(body);
  if (verdict !== true) return { problems: fieldProblems(verdict) };
  const { values } = body as { values: string[] };
  const nul = values.findIndex((value) => value.includes('\0'));
  if (nul >= 0) return { problems: [wrong(`values[${nul}]`, 'nul', 'must not contain the NUL character')] };
  return { values: values.map((value) => value.toWellFormed()) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A line with its value in quotes, or without; what follows a value in quotes belongs to another column. */
const line = /(?:"((?:[^"\r\n]|"")*)"([^"\r\n][^\r\n]*|)|([^\r\n]*))(\r\n|\n|\r|$)/y;

/** Empty lines are skipped. A value with a comma has to be quoted, because a list has one column. */
function fromCsv(text: string): Read {
  const values: string[] = [];
  const problems: FieldProblem[] = [];
  line.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  for (let number = 1; line.lastIndex < text.length && problems.length < problemsAtMost; number++) {
    const [, quoted, rest = '', plain = ''] = line.exec(text) ?? [];
    const value = (quoted?.replaceAll('""', '"') ?? plain).trim();
    const place = `line ${number}`;
    if (rest.trim() !== '' || /,|^\s*"/.test(plain)) {
      problems.push(wrong(place, 'columns', 'must have one value; one with a comma or a quote stands in quotes'));
    } else if (value.length > maxValueLength) {
      problems.push(wrong(place, 'stringMax', `must have at most ${maxValueLength} characters`));
    } else if (value !== '') values.push(value);
  }
  if (values.length > maxListValues)
    problems.push(wrong('list', 'arrayMax', `must have at most ${maxListValues} values`));
  return problems.length > 0 ? { problems } : { values };
}
