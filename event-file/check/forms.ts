/** Checks registration fields and the answers of participants. */
import { someNames } from '../../shared/base/words.ts';
import { flawOf, formField, problemsOf, questionProblems } from '../../services/events/portable.ts';
import { faultsOf, fileIdOf, isMissing, type Field } from '../../services/registrations/portable.ts';
import { own } from '../../shared/contract/answers.ts';
import { isUuid } from '../../shared/contract/formats.ts';
import { isShown } from '../../shared/contract/forms.ts';
import type { SentQuestion } from '../../shared/contract/questions.ts';
import { choiceTypes, type FieldType } from '../../shared/contract/vocabulary.ts';
import { closestWord } from '../../shared/base/words.ts';
import type { Path } from '../format/source.ts';
import { below, namesIn, type Entry, type EntryNames, type SuperEventEntry, type TrackEntry } from './entries.ts';
import type { FieldFinding, ProblemList } from './review.ts';

interface Form {
  readonly names: EntryNames;
  /** Fields by key, as far as the file is correct enough. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The path, which distinguishes forms of different super events. */
  readonly path: Path;
}
type Asked = NonNullable<NonNullable<SuperEventEntry['registration_fields']>[number]>;

export function checkForm(superEvent: Entry<SuperEventEntry>, review: ProblemList): void {
  const asked = below([superEvent], 'registration_fields');
  for (const field of asked) checkOptions(field, review);
  checkConditions(superEvent, asked, review);
  checkSections(superEvent, review);
  for (const track of below([superEvent], 'tracks')) checkQuestions(track, review);
  // Of several with one key the first is used.
  const fields = new Map(asked.toReversed().flatMap((entry) => fieldOf(entry, review)));
  const form = { names: namesIn(review, [superEvent], 'registration_fields', 'key'), fields, path: superEvent.path };
  for (const { path, item } of below([superEvent], 'participants')) {
    if (item.answers) checkAnswers(form, item.answers, [...path, 'answers'], review);
  }
}

const withOptions = new Intl.ListFormat('en-GB').format(choiceTypes);
const sentences: Readonly<Record<string, (type: FieldType) => string>> = {
  required: (type) => `is required: a ${type} needs at least one option`,
  options: (type) =>
    type === 'select' ? 'belongs to a field without choices' : `belongs to ${withOptions}, not to ${type}`,
  choices: (type) => `belongs to select, not to ${type}`,
  atDoor: (type) => `is for answers of a few words, not for those of a ${type}`,
};

/** The questions of a track to its projects. */
function checkQuestions({ path, item }: Entry<TrackEntry>, review: ProblemList): void {
  const at = [...path, 'config_json', 'submissions', 'questions'];
  const { questions } = (item.config_json?.submissions ?? {}) as { readonly questions?: readonly SentQuestion[] };
  const isClear = questions?.every(
    (question, place) =>
      question && !['id', 'field_type', 'options'].some((name) => review.isWrong([...at, place, name])),
  );
  if (!questions || !isClear || review.isWrong(at)) return;
  for (const { place, field, code, message } of questionProblems(questions)) {
    review.report([...at, place, ...field.split('.')], { code, message: message.slice(field.length + 1) });
  }
}

function checkOptions({ path, item }: Entry<Asked>, review: ProblemList): void {
  const { field_type: type, options = [], choices = null, at_door = false } = item;
  const { options_i18n } = formField(item);
  const isUnclear = ['options', 'choices'].some((name) => review.isWrong([...path, name]));
  if (type === undefined || isUnclear) return;
  const given = options.filter((option) => option !== undefined);
  const asked = { field_type: type, options: given, options_i18n, choices, at_door };
  for (const { field, code, message: told } of problemsOf(asked)) {
    const message = sentences[code]?.(type);
    if (code === 'length') {
      review.report([...path, ...field.split('.')], { code, message: told.slice(field.length + 1) });
    } else if (message)
      review.report([...path, field], { code, isName: code === 'options' || code === 'choices', message });
    else {
      for (const [index, option] of options.entries()) {
        if (option === undefined || options.indexOf(option) === index) continue;
        review.report([...path, 'options', index], { code: 'duplicate', message: `repeats the option ${option}` });
      }
    }
  }
}

/** Checks the conditions for showing fields. */
function checkConditions(
  superEvent: Entry<SuperEventEntry>,
  asked: readonly Entry<Asked>[],
  review: ProblemList,
): void {
  const known = asked.filter(({ item }) => item.key !== undefined && item.field_type !== undefined);
  const form = new Map(known.toReversed().map(({ item }) => [String(item.key), formField(item)]));
  const names = namesIn(review, [superEvent], 'registration_fields', 'key');
  for (const { path, item } of known) {
    const { field } = item.show_if ?? {};
    const at = [...path, 'show_if'];
    if (field === undefined || ['equals', 'includes'].some((name) => review.isWrong([...at, name]))) continue;
    const target = asked.find(({ item: { key } }) => key === field);
    if (target && ['field_type', 'options', 'choices'].some((name) => review.isWrong([...target.path, name]))) continue;
    const flaw = flawOf(formField(item), form);
    if (flaw?.code === 'unknownField') {
      const message = `is no registration field; known are ${someNames([...names.known], 20) || 'none'}`;
      review.checkName([...at, 'field'], field, names, { code: flaw.code, message });
    } else if (flaw) {
      const member = flaw.member === 'field_id' ? 'field' : flaw.member;
      const isAbsent = item.show_if?.[member] === undefined;
      review.report(isAbsent ? at : [...at, member], {
        ...{ code: flaw.code, message: isAbsent ? `needs ${member}: it ${flaw.message}` : flaw.message },
      });
    }
  }
}

/** A field is named by its key, or by its id, as over HTTP, if it is not in the file. */
function checkSections(superEvent: Entry<SuperEventEntry>, review: ProblemList): void {
  const { path, item } = superEvent;
  const sections = (item.config_json as { form?: { sections?: { field_ids?: unknown[] }[] } } | undefined)?.form
    ?.sections;
  if (!Array.isArray(sections)) return;
  const names = namesIn(review, [superEvent], 'registration_fields', 'key');
  const taken = new Set<unknown>();
  for (const [section, written] of sections.entries()) {
    for (const [place, name] of (written?.field_ids ?? []).entries()) {
      const at = [...path, 'config_json', 'form', 'sections', section, 'field_ids', place];
      const message = `is no registration field; known are ${someNames([...names.known], 20) || 'none'}`;
      if (typeof name !== 'string') continue;
      if (!isUuid(name)) review.checkName(at, name, names, { code: 'unknownField', message });
      if (taken.has(name)) review.report(at, { code: 'duplicate', message: 'is in a section already' });
      taken.add(name);
    }
  }
}

/** Returns the field in the form of the service. */
function fieldOf({ path, item }: Entry<Asked>, review: ProblemList): [key: string, Field][] {
  const { key, field_type, options } = item;
  const isUnclear = ['options', 'choices', 'show_if'].some((name) => review.isWrong([...path, name]));
  if (key === undefined || field_type === undefined || isUnclear || options?.includes(undefined)) return [];
  const silent = { is_required: false, validation_rules: {} };
  return [[key, { ...silent, ...item, ...formField(item) }]];
}

/** Limit of suggestions for one person, because they take time, and more mistakes have another cause. */
const nearAtMost = 20;

/**
 * A participant without `answers` was enrolled without being asked; one with them answers what is required, or says null:
 * it became required afterwards.
 */
function checkAnswers(form: Form, answers: Record<string, unknown>, path: Path, review: ProblemList): void {
  const { names, fields } = form;
  const known = someNames([...names.known], 20) || 'none';
  for (const key of Object.keys(answers)) {
    const alike = JSON.stringify([...form.path, key]);
    const message = `is no registration field; known are ${known}`;
    review.checkName([...path, key], key, names, { code: 'unknownField', isName: true, message, alike });
  }
  const unknown = Object.keys(answers).filter((key) => !names.known.has(key) && !names.mayMeanWrong(key));
  const missing: string[] = [];
  for (const [key, field] of fields) {
    const answer = own(answers, key);
    if (!isShown(field, answers)) {
      const isSaid = answer !== undefined && answer !== null && isCertain(field, { fields, answers, unknown });
      if (isSaid) review.report([...path, key], { code: 'notShown', message: 'is not asked with these answers' });
      continue;
    }
    if (!isMissing(field, answer)) {
      const alike = JSON.stringify([...form.path, key, answer]);
      const finding = misfit(field, answer);
      if (finding) review.report([...path, key], { code: 'answer', written: answer, alike, ...finding });
    } else if (field.is_required && field.field_type !== 'file' && answer !== null) missing.push(key);
  }
  const mayLook = missing.length <= nearAtMost && unknown.length <= nearAtMost;
  const unanswered = missing.filter((key) => !mayLook || !unknown.some((other) => closestWord(other, [key])));
  if (unanswered.length === 0) return;
  review.report(path, { code: 'missingAnswer', message: `must answer what is required: ${someNames(unanswered, 20)}` });
}

interface Given {
  readonly fields: Form['fields'];
  readonly answers: Readonly<Record<string, unknown>>;
  /** Keys of answers without a field, which may be typing errors. */
  readonly unknown: readonly string[];
}

/** Whether the answer that hides a field is correct itself, because a mistake there is reported once. */
function isCertain({ show_if }: Field, { fields, answers, unknown }: Given): boolean {
  const target = show_if && fields.get(show_if.field_id);
  if (!target) return false;
  const answer = answers[target.id];
  return answer === undefined ? unknown.length === 0 : misfit(target, answer) === undefined;
}

/** Returns the refusal that the service would give, worded for a file. */
function misfit(field: Field, answer: unknown): Pick<FieldFinding, 'message' | 'candidates'> | undefined {
  if (field.field_type === 'file') {
    const message = 'must be a file as exported, with its file_id: a file cannot be uploaded from here';
    return fileIdOf(answer) === undefined ? { message } : undefined;
  }
  const [fault] = faultsOf(field, answer);
  return fault && { message: inWords(field, fault.code) ?? fault.message, candidates: field.options };
}

/** Explains mistakes that YAML probably caused, or for which the service only reports a wrong format. */
function inWords({ field_type: type, validation_rules: { pattern } }: Field, code: string): string | undefined {
  if (code === 'string') return 'must be text: write it in quotes';
  const isForm = code === 'date' || (code === 'stringPattern' && pattern === undefined);
  if (!isForm) return undefined;
  return type === 'date' ? 'must be a date such as 2027-03-06' : `must be a ${type} number, such as +49 6131 123456`;
}
