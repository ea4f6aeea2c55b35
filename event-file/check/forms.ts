/** Registration fields, and the answers participants give to them. */
import { someNames } from '../../shared/base/words.ts';
import { optionProblems } from '../../services/events/portable.ts';
import { faultsOf, fileIdOf, isMissing, type Field } from '../../services/registrations/portable.ts';
import { choiceTypes } from '../../shared/contract/vocabulary.ts';
import { closestWord } from '../../shared/base/words.ts';
import type { Path } from '../format/source.ts';
import { below, namesIn, type Entry, type Names, type SuperEvent } from './entries.ts';
import type { Finding, Review } from './review.ts';

interface Form {
  readonly names: Names;
  /** By key, where the file is not too wrong to tell what is asked. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Tells it from those of other super events. */
  readonly path: Path;
}
type Asked = NonNullable<NonNullable<SuperEvent['registration_fields']>[number]>;

export function checkForm(superEvent: Entry<SuperEvent>, review: Review): void {
  const asked = below([superEvent], 'registration_fields');
  for (const field of asked) checkOptions(field, review);
  // Of several with one key the first is meant.
  const fields = new Map(asked.toReversed().flatMap((entry) => fieldOf(entry, review)));
  const form = { names: namesIn(review, [superEvent], 'registration_fields', 'key'), fields, path: superEvent.path };
  for (const { path, item } of below([superEvent], 'participants')) {
    if (item.answers) checkAnswers(form, item.answers, [...path, 'answers'], review);
  }
}

const choices = new Intl.ListFormat('en-GB').format(choiceTypes);

function checkOptions({ path, item }: Entry<Asked>, review: Review): void {
  const { field_type: type, options = [] } = item;
  const at = [...path, 'options'];
  if (type === undefined || review.isWrong(at)) return;
  const given = options.filter((option) => option !== undefined);
  for (const { code } of optionProblems({ field_type: type, options: given })) {
    if (code === 'required') review.report(at, { code, message: `is required: a ${type} needs at least one option` });
    else if (code === 'options') {
      review.report(at, { code, isName: true, message: `belongs to ${choices}, not to ${type}` });
    } else {
      for (const [index, option] of options.entries()) {
        if (option === undefined || options.indexOf(option) === index) continue;
        review.report([...at, index], { code: 'duplicate', message: `repeats the option ${option}` });
      }
    }
  }
}

/** As the service will know it. */
function fieldOf({ path, item }: Entry<Asked>, review: Review): [key: string, Field][] {
  const { key, field_type, options } = item;
  const isWrong = field_type === undefined || review.isWrong([...path, 'options']) || options?.includes(undefined);
  if (key === undefined || isWrong) return [];
  const silent = { label: '', options: [], is_required: false, validation_rules: {} };
  return [[key, { ...silent, ...item, id: key } as Field]];
}

/** Looking for near names takes time, and somebody of whom more is wrong has another form in mind. */
const nearAtMost = 20;

/**
 * A participant without `answers` was enrolled without being asked; one with them answers what is required, or says null:
 * it became required afterwards.
 */
function checkAnswers(form: Form, answers: Record<string, unknown>, path: Path, review: Review): void {
  const { names, fields } = form;
  const known = someNames([...names.known], 20) || 'none';
  for (const key of Object.keys(answers)) {
    const alike = JSON.stringify([...form.path, key]);
    const message = `is no registration field; known are ${known}`;
    review.checkName([...path, key], key, names, { code: 'unknownField', isName: true, message, alike });
  }
  const missing: string[] = [];
  for (const [key, field] of fields) {
    const answer = answers[key];
    if (!isMissing(field, answer)) {
      const alike = JSON.stringify([...form.path, key, answer]);
      const finding = misfit(field, answer);
      if (finding) review.report([...path, key], { code: 'answer', written: answer, alike, ...finding });
    } else if (field.is_required && field.field_type !== 'file' && answer !== null) missing.push(key);
  }
  const unknown = Object.keys(answers).filter((key) => !names.known.has(key) && !names.mayMeanWrong(key));
  const mayLook = missing.length <= nearAtMost && unknown.length <= nearAtMost;
  const unanswered = missing.filter((key) => !mayLook || !unknown.some((other) => closestWord(other, [key])));
  if (unanswered.length === 0) return;
  review.report(path, { code: 'missingAnswer', message: `must answer what is required: ${someNames(unanswered, 20)}` });
}

/** What the service would refuse, in words for a file. */
function misfit(field: Field, answer: unknown): Pick<Finding, 'message' | 'candidates'> | undefined {
  if (field.field_type === 'file') {
    const message = 'must be a file as exported, with its file_id: a file cannot be uploaded from here';
    return fileIdOf(answer) === undefined ? { message } : undefined;
  }
  const [fault] = faultsOf(field, answer);
  return fault && { message: inWords(field, fault.code) ?? fault.message, candidates: field.options };
}

/** Where YAML is the likely cause, or the service says no more than that the form is wrong. */
function inWords({ field_type: type, validation_rules: { pattern } }: Field, code: string): string | undefined {
  if (code === 'string') return 'must be text: write it in quotes';
  const isForm = code === 'date' || (code === 'stringPattern' && pattern === undefined);
  if (!isForm) return undefined;
  return type === 'date' ? 'must be a date such as 2027-03-06' : `must be a ${type} number, such as +49 6131 123456`;
}
