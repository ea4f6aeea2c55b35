/** Registration fields, and the answers participants give to them. */
import { faultsOf, isMissing, type Field } from '../../../services/registrations/event-file.ts';
import type { Finding, Review } from '../review.ts';
import type { Path } from '../source.ts';
import { distinct, entriesOf, type Entry, type RegistrationField, type SuperEvent } from './entries.ts';

type Fields = ReadonlyMap<string, Entry<RegistrationField>>;

export function checkForms({ path, item }: Entry<SuperEvent>, review: Review): void {
  const entries = entriesOf(item.registration_fields, [...path, 'registration_fields']);
  const fields = distinct(review, entries, { by: 'key', identity: ({ key }) => key, among: 'per super event' });
  for (const field of entries) checkOptions(field, review);
  for (const participant of entriesOf(item.participants, [...path, 'participants'])) {
    const { answers } = participant.item;
    if (answers) checkAnswers(fields, answers, [...participant.path, 'answers'], review);
  }
}

function checkOptions({ path, item }: Entry<RegistrationField>, review: Review): void {
  const { field_type: type, options } = item;
  const at = [...path, 'options'];
  if (type === undefined || review.isWrong(at)) return;
  const isChoice = type === 'select' || type === 'multiselect' || type === 'radio';
  if (isChoice && !options?.length) {
    review.report(at, { code: 'required', message: `is required: a ${type} needs at least one option` });
  }
  if (!isChoice && options?.length) {
    review.report(at, {
      code: 'options',
      isName: true,
      message: `belongs to select, multiselect and radio, not to ${type}`,
    });
  }
  for (const [index, option] of (options ?? []).entries()) {
    if (option === undefined || options?.indexOf(option) === index) continue;
    review.report([...at, index], { code: 'duplicate', message: `repeats the option ${option}` });
  }
}

/**
 * A participant without `answers` was enrolled without being asked; one with them answers what is required, or says null:
 * it became required afterwards.
 */
function checkAnswers(fields: Fields, answers: Record<string, unknown>, path: Path, review: Review): void {
  for (const key of Object.keys(answers)) if (!fields.has(key)) reportUnknownKey(fields, [...path, key], review);
  const missing: string[] = [];
  for (const [key, { item }] of fields) {
    const field = askedBy(item);
    if (!field) continue;
    const answer = answers[key];
    if (isMissing(field, answer)) {
      if (field.is_required && field.field_type !== 'file' && answer !== null) missing.push(key);
    } else {
      const finding = misfit(field, answer);
      if (finding) review.report([...path, key], { code: 'answer', written: answer, ...finding });
    }
  }
  if (missing.length === 0) return;
  review.report(path, { code: 'missingAnswer', message: `must answer what is required: ${missing.join(', ')}` });
}

function reportUnknownKey(fields: Fields, path: Path, review: Review): void {
  const keys = [...fields.keys()];
  const message = `is no registration field; known are ${keys.join(', ') || 'none'}`;
  review.report(path, { code: 'unknownField', isName: true, message, written: path.at(-1), candidates: keys });
}

/** The field as the service will know it; undefined where the file is too wrong to tell. */
function askedBy({ key = '', field_type, label = '', options, is_required, validation_rules }: RegistrationField) {
  if (field_type === undefined) return undefined;
  const field: Field = {
    id: key,
    field_type,
    label,
    options: (options ?? []).filter((option) => option !== undefined),
    is_required: is_required ?? false,
    validation_rules: validation_rules ?? {},
  };
  return field;
}

/** What the service would refuse, in words for a file. */
function misfit(field: Field, answer: unknown): Pick<Finding, 'message' | 'candidates'> | undefined {
  if (field.field_type === 'file') {
    const isFile = typeof answer === 'object' && answer !== null && 'file_id' in answer;
    const message = 'must be a file as exported, with its file_id: a file cannot be uploaded from here';
    return isFile ? undefined : { message };
  }
  const [fault] = faultsOf(field, answer);
  if (!fault) return undefined;
  return { message: inWords(field, fault.code) ?? fault.message, candidates: field.options };
}

/** Where YAML is the likely cause, or the service says no more than that the form is wrong. */
function inWords({ field_type: type, validation_rules: { pattern } }: Field, code: string): string | undefined {
  if (code === 'string') return 'must be text: write it in quotes';
  const isForm = code === 'date' || (code === 'stringPattern' && pattern === undefined);
  if (!isForm) return undefined;
  return type === 'date' ? 'must be a date such as 2027-03-06' : `must be a ${type} number, such as +49 6131 123456`;
}
