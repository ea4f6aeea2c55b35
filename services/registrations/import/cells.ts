/** Converts a cell of a table to an answer. Invalid cells stay unchanged, so that the check of answers reports them. */
import type { FieldType } from '../../../shared/contract/vocabulary.ts';
import type { AskedField } from '../tables.sql.ts';

const yes = /^(yes|y|true|t|1|x|on|checked|ticked|✓|ja|oui|si|sí)$/i;
const no = /^(no|n|false|f|0|off|unchecked|nein|non)$/i;

type Read = (text: string, field: AskedField) => unknown;

function tick(text: string): unknown {
  if (yes.test(text)) return true;
  return no.test(text) ? false : text;
}

/** In the spelling of the form, whatever that of the table. */
const chosen: Read = (text, { options }) =>
  options.find((option) => option === text) ??
  options.find((option) => option.toLowerCase() === text.toLowerCase()) ??
  text;

/** Our own tables separate choices by semicolons, other forms by commas, which a choice may contain too. */
const separators = [/[;\n]/, /,/];

const several: Read = (text, field) => {
  const isKnown = (one: unknown) => field.options.some((option) => option === one);
  const whole = chosen(text, field);
  if (isKnown(whole)) return [whole];
  const ways = separators.map((separator) =>
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => chosen(part, field)),
  );
  const fitting = ways.find((parts) => parts.every(isKnown)) ?? ways.find((parts) => parts.length > 1) ?? [text];
  return [...new Set(fitting)];
};

/** A time is a day with more. */
const day: Read = (text) => /^\d{4}-\d\d-\d\d(?=[T ]\d\d:)/.exec(text)?.[0] ?? text;

const readers: Partial<Record<FieldType, Read>> = {
  checkbox: tick,
  select: chosen,
  radio: chosen,
  multiselect: several,
  date: day,
};

export const answerOf = (field: AskedField, text: string): unknown => readers[field.field_type]?.(text, field) ?? text;
