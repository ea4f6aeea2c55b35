/** Checks the fields of a form: each by itself, and its condition on another field. Plain values in, problems out. */
import { isDeepStrictEqual } from 'node:util';
import { countries, isCountry } from '../../shared/base/countries.ts';
import { countryList, type Condition } from '../../shared/contract/forms.ts';
import { carriedOptions, lengthProblems } from './languages.ts';
import { textsOf, type Texts } from '../../shared/contract/languages.ts';
import type { SentQuestion } from '../../shared/contract/questions.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import { choiceTypes, type FieldType, type Locale } from '../../shared/contract/vocabulary.ts';

/** The members that decide whether a field is valid. */
export interface FormField {
  readonly id: string;
  readonly field_type: FieldType;
  readonly label: string;
  readonly options: readonly string[];
  /** In the other languages of the hackathon. */
  readonly options_i18n: Texts<readonly string[]>;
  readonly choices: string | null;
  readonly at_door: boolean;
  readonly show_if: Condition | null;
}

/** Tells whether a field of this type has options. */
const isChoice = (field_type: FieldType) => choiceTypes.includes(field_type);

/** Returns the options of a field that has its own. */
export const optionsOf = ({ choices, options }: Pick<FormField, 'choices' | 'options'>): readonly string[] =>
  choices === countryList ? countries : options;

/** The types whose answers are too long to be read at a door. */
const longTypes: readonly FieldType[] = ['textarea', 'url', 'file'];

type Kind = Pick<FormField, 'field_type' | 'options' | 'options_i18n' | 'choices' | 'at_door'>;
type Given = Partial<Kind>;

/**
 * Completes a change with what follows from it: a type takes away what does not belong to it, and options and a list take each
 * other's place. The countries that were read as options may be sent back. Options that stay keep their other languages.
 */
export function completed<Sent extends Given>(stored: Kind, sent: Sent): Sent & Partial<Kind> {
  const field_type = sent.field_type ?? stored.field_type;
  const hasOptions = sent.options !== undefined && !isDeepStrictEqual(sent.options, countries);
  const keepsChoices = field_type === 'select' && !(hasOptions && sent.options?.length);
  const { choices = keepsChoices ? stored.choices : null } = sent;
  const kept = isChoice(field_type) && choices === null ? stored.options : [];
  const options = hasOptions ? (sent.options ?? []) : kept;
  const { at_door = stored.at_door && !longTypes.includes(field_type) } = sent;
  const { options_i18n = carriedOptions(stored, options) } = sent;
  return { ...sent, options, options_i18n, choices, at_door };
}

/** Checks what a field is by itself: a choice has distinct options or a list, and no other field has any. */
export const problemsOf = (field: Kind): FieldProblem[] => [
  ...optionProblems(field),
  ...lengthProblems(field),
  ...doorProblems(field),
];

function optionProblems({
  field_type,
  options,
  choices,
}: Pick<Kind, 'field_type' | 'options' | 'choices'>): FieldProblem[] {
  const problem = (code: string, message: string, field = 'options') => [
    { field, code, message: `${field} ${message}` },
  ];
  if (choices !== null) {
    if (field_type !== 'select') return problem('choices', `belongs to select, not to ${field_type}`, 'choices');
    return options.length > 0 ? problem('options', 'belong to a field without choices') : [];
  }
  if (!isChoice(field_type)) {
    return options.length > 0 ? problem('options', `belong to ${choiceTypes.join(', ')}, not to ${field_type}`) : [];
  }
  if (options.length === 0) return problem('required', `are required: a ${field_type} needs at least one`);
  return new Set(options).size < options.length ? problem('arrayUnique', 'must not repeat an option') : [];
}

interface QuestionProblem extends FieldProblem {
  /** Of the question in its list. */
  readonly place: number;
}

/** Checks the questions of a track to its projects: the options of each, and that no two have the same id. */
export const questionProblems = (questions: readonly SentQuestion[]): QuestionProblem[] =>
  questions.flatMap(({ id, field_type, options = [], options_i18n = {} }, place) => {
    const isTwice = questions.findIndex((other) => other.id === id) < place;
    return [
      ...optionProblems({ field_type, options, choices: null }),
      ...lengthProblems({ options, options_i18n }),
      ...(isTwice ? [{ field: 'id', code: 'arrayUnique', message: 'id must not be that of another question' }] : []),
    ].map((problem) => ({ ...problem, place }));
  });

function doorProblems({ field_type, at_door }: Kind): FieldProblem[] {
  if (!at_door || !longTypes.includes(field_type)) return [];
  const message = `at_door is for answers of a few words, not for those of a ${field_type}`;
  return [{ field: 'at_door', code: 'atDoor', message }];
}

/** The types by whose answers other fields are shown. */
const decidingTypes: readonly FieldType[] = ['select', 'multiselect', 'radio', 'checkbox'];

/** Why a condition cannot be: a member of it, or of the field that it names, which would have to be another. */
interface Flaw {
  readonly member: 'field_id' | 'equals' | 'includes';
  readonly code: string;
  /** Without its subject. */
  readonly message: string;
  /** The member of the named field that brings it about. */
  readonly cause: 'field_type' | 'show_if' | 'options';
}

/** Returns what speaks against the condition of a field, in a form that has these fields beside it. */
export function flawOf({ id, show_if }: FormField, form: ReadonlyMap<string, FormField>): Flaw | undefined {
  if (!show_if) return undefined;
  const target = form.get(show_if.field_id);
  const of = (code: string, message: string, cause: Flaw['cause']): Flaw => ({
    ...{ member: 'field_id', code, message, cause },
  });
  if (!target) return of('unknownField', 'is no field of this hackathon', 'field_type');
  if (target.id === id) return of('ownField', 'is the field itself', 'show_if');
  if (!decidingTypes.includes(target.field_type)) {
    const allowed = decidingTypes.join(', ');
    return of('fieldType', `must be one of these: ${allowed}; ${target.label} is a ${target.field_type}`, 'field_type');
  }
  if (target.show_if) return of('chain', `is shown by the answer to another field itself`, 'show_if');
  return answerFlaw(show_if, target);
}

function answerFlaw({ equals, includes }: Condition, target: FormField): Flaw | undefined {
  const isList = target.field_type === 'multiselect';
  const [member, other] = isList ? (['includes', equals] as const) : (['equals', includes] as const);
  const value = isList ? includes : equals;
  const flaw = (code: string, message: string, cause: Flaw['cause']): Flaw => ({ member, code, message, cause });
  if (value === undefined || other !== undefined) {
    return flaw('required', `alone says by which answer to a ${target.field_type} a field is shown`, 'field_type');
  }
  const isTick = target.field_type === 'checkbox';
  if (isTick !== (typeof value === 'boolean')) {
    return flaw('enumValue', isTick ? 'must be true or false' : 'must be one of the options', 'field_type');
  }
  if (isTick || isOffered(target, value)) return undefined;
  const offered = target.choices === null ? target.options.join(', ') : 'countries by their English names';
  return flaw('enumValue', `must be one of: ${offered}`, 'options');
}

/** People may type values that are not on an organization's list, so all values are allowed. */
function isOffered({ choices, options }: FormField, value: unknown): boolean {
  if (choices === null) return options.some((option) => option === value);
  return choices !== countryList || isCountry(value);
}

/**
 * Checks a field as it is going to be, in the form that it belongs to: its own condition, and those of fields which are shown by
 * its answer.
 */
export function conditionProblems(next: FormField, others: readonly FormField[]): FieldProblem[] {
  const form = new Map([...others.filter(({ id }) => id !== next.id), next].map((field) => [field.id, field]));
  const own = flawOf(next, form);
  const named = own && `show_if.${own.member}`;
  const dependents = dependentsOf(next.id, others).flatMap(({ id, label, ...field }): FieldProblem[] => {
    const flaw = flawOf({ id, label, ...field }, form);
    if (!flaw || id === next.id) return [];
    const message = `${flaw.cause} must stay as it is: by the answer to this field, ${label} is shown`;
    return [{ field: flaw.cause, code: 'inUse', message }];
  });
  return [
    ...(own && named ? [{ field: named, code: own.code, message: `${named} ${own.message}` }] : []),
    ...dependents,
  ];
}

/** Returns the fields that are shown by the answer to this one. */
export const dependentsOf = (id: string, form: readonly FormField[]): FormField[] =>
  form.filter(({ show_if }) => show_if?.field_id === id);

interface Section {
  readonly title: string;
  readonly title_i18n?: Texts | undefined;
  readonly field_ids: readonly string[];
}
type NamedField = Pick<FormField, 'id'> & { readonly key: string | null };

/** Names are ids, or keys of an event file. */
const idsBy = (form: readonly NamedField[]) =>
  new Map(form.flatMap(({ id, key }) => [[id, id] as const, ...(key === null ? [] : [[key, id] as const])]));

/** Returns sections by the ids of their fields. A field that was deleted since is left out, and so is a section of such alone. */
export function sectionsOf(sections: readonly Section[], form: readonly NamedField[], locales: readonly Locale[]) {
  const ids = idsBy(form);
  return sections
    .map(({ field_ids, ...section }) => ({
      title: section.title,
      field_ids: field_ids.flatMap((name) => ids.get(name) ?? []),
      ...textsOf(section, ['title'], locales),
    }))
    .filter(({ field_ids }) => field_ids.length > 0);
}

/** Checks that sections have fields of this form, each of them in one section at most. */
export function sectionProblems(sections: readonly Section[], form: readonly NamedField[]): FieldProblem[] {
  const ids = idsBy(form);
  const taken = new Set<string>();
  return sections.flatMap(({ field_ids }, section) =>
    field_ids.flatMap((name, place): FieldProblem[] => {
      const field = `config_json.form.sections[${section}].field_ids[${place}]`;
      const id = ids.get(name);
      if (id === undefined) return [{ field, code: 'unknownField', message: `${field} is no field of this hackathon` }];
      if (taken.has(id)) return [{ field, code: 'arrayUnique', message: `${field} is in a section already` }];
      taken.add(id);
      return [];
    }),
  );
}
