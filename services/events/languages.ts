/** Texts in the languages of a hackathon: the plain one in its first, and those in the others beside it. */
import { isDeepStrictEqual } from 'node:util';
import { inLanguages, textsOf, type Texts } from '../../shared/contract/languages.ts';
import type { DecisionLetters } from '../../shared/contract/fields.ts';
import { projectQuestionTexts } from '../../shared/contract/questions.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import { locales as known, toldStatuses, type Locale } from '../../shared/contract/values.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { InsertedRow } from '../../shared/database/bulk.ts';
import type { Sections } from './public.sql.ts';

/** The texts of each that may be in several languages. */
export const translatedIn = {
  super_event: ['name', 'description'],
  event: ['name'],
  field: ['label', 'description', 'placeholder', 'options'],
  prize: ['name', 'description'],
  letters: toldStatuses,
  section: ['title'],
  question: projectQuestionTexts,
} as const;

interface Settled<Sent> {
  /** As they are stored: without texts in the first language, which are the plain ones. */
  readonly values: Sent;
  readonly problems: readonly FieldProblem[];
}

/**
 * Takes what was sent of these texts. The plain one follows the one in the first language, and other languages than these are
 * problems.
 * @param within What stands before the names of members in problems, such as `letters.`.
 */
export function settleTexts<Sent extends object>(
  sent: Sent,
  names: readonly string[],
  locales: readonly Locale[],
  within = '',
): Settled<Sent> {
  const values = { ...sent } as Record<string, unknown>;
  const problems = names.flatMap((name) => {
    const sentTexts = values[inLanguages(name)] as Texts<unknown> | undefined;
    if (sentTexts === undefined) return [];
    const [first] = locales;
    const texts = Object.entries(sentTexts).filter(([, text]) => text !== undefined);
    const own = first && sentTexts[first];
    const plain = values[name];
    values[inLanguages(name)] = Object.fromEntries(texts.filter(([language]) => language !== first));
    if (own !== undefined) values[name] = own;
    const field = `${within}${inLanguages(name)}`;
    const isOther = own !== undefined && plain !== undefined && !isDeepStrictEqual(own, plain);
    const message = `${field}.${first} must be the same as ${within}${name}, which is in that language`;
    const said = texts.map(([language]) => language);
    return [
      ...strangers(said, locales, field),
      ...(isOther ? [{ field: `${field}.${first}`, code: 'plain', message }] : []),
    ];
  });
  return { values: values as Sent, problems };
}

/**
 * Takes the texts of a list, such as the sections of a form.
 * @param within The path of the list.
 */
export function settleEach<Sent extends object>(
  list: readonly Sent[],
  names: readonly string[],
  locales: readonly Locale[],
  within: string,
): Settled<Sent[]> {
  const each = list.map((sent, place) => settleTexts(sent, names, locales, `${within}[${place}].`));
  return { values: each.map(({ values }) => values), problems: each.flatMap(({ problems }) => problems) };
}

/** Refuses a request with such problems. */
export function refuseTexts(
  { fail }: Pick<Ctx<unknown, 'VALIDATION_FAILED'>, 'fail'>,
  problems: readonly FieldProblem[],
): void {
  if (problems.length > 0) fail('VALIDATION_FAILED', { errors: [...problems] });
}

/** Takes what a request sent of these texts, or refuses it. */
export function takeTexts<Sent extends object>(
  ctx: Pick<Ctx<Sent, 'VALIDATION_FAILED'>, 'params' | 'fail'>,
  names: readonly string[],
  locales: readonly Locale[],
): Sent {
  const { values, problems } = settleTexts(ctx.params, names, locales);
  refuseTexts(ctx, problems);
  return values;
}

/** Leaves out texts in other languages where there are none, as facts of new rows do. */
export const withoutBlanks = (row: object): InsertedRow =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => !name.endsWith('_i18n') || Object.keys(value as object).length > 0),
  );

/** Texts in languages that the hackathon does not name. */
function strangers(languages: readonly string[], locales: readonly Locale[], within: string): FieldProblem[] {
  const known = locales.length > 0 ? `which are ${locales.join(', ')}` : 'and it names none';
  return languages
    .filter((language) => !locales.some((each) => each === language))
    .map((language) => {
      const field = `${within}.${language}`;
      return { field, code: 'locale', message: `${field} is in no language of the hackathon's locales, ${known}` };
    });
}

interface Form {
  readonly sections?: Sections;
}
interface SentHackathon {
  readonly letters?: DecisionLetters | undefined;
  readonly config_json?: { readonly form?: Form } | undefined;
}

/** The same for a hackathon, with its paragraphs of emails and the sections of its form. Stored sections may be sent back. */
export function settleSuperEvent<Sent extends SentHackathon>(
  sent: Sent,
  locales: readonly Locale[],
  stored: Form | undefined,
): Settled<Sent> {
  const { letters, config_json: config } = sent;
  const sections = isDeepStrictEqual(config?.form, stored) ? undefined : config?.form?.sections;
  const texts = settleTexts(sent, translatedIn.super_event, locales);
  const own = letters && settleTexts(letters, translatedIn.letters, locales, 'letters.');
  const titled = sections && settleEach(sections, translatedIn.section, locales, 'config_json.form.sections');
  const form = titled && { ...config?.form, sections: titled.values };
  return {
    values: { ...texts.values, ...(own && { letters: own.values }), ...(form && { config_json: { ...config, form } }) },
    problems: [texts, own, titled].flatMap((settled) => settled?.problems ?? []),
  };
}

/**
 * Refuses another first language while there are several: the plain texts are in the first, and people's answers are the plain
 * texts of options.
 */
export function localeProblems(stored: readonly Locale[], locales: readonly Locale[] | undefined): FieldProblem[] {
  const [first] = stored;
  if (stored.length < 2 || !locales?.length || locales[0] === first) return [];
  const message = `locales must begin with ${first}, the language of the plain texts, as long as there are several`;
  return [{ field: 'locales', code: 'firstLocale', message }];
}

/** Returns the paragraphs of emails in each language of a hackathon. */
export function lettersIn(locales: readonly Locale[], letters: DecisionLetters): DecisionLetters {
  const names = translatedIn.letters;
  const plain = names.flatMap((name) => (letters[name] === undefined ? [] : [[name, letters[name]] as const]));
  const texts = Object.entries(textsOf(letters, names, locales)).filter(
    ([, each]) => Object.keys(each ?? {}).length > 0,
  );
  return Object.fromEntries<unknown>([...plain, ...texts]);
}

/** Returns a row with its texts in the other languages of a hackathon alone. */
export const spokenOnly = (row: object, names: readonly string[], others: readonly Locale[]): InsertedRow =>
  Object.fromEntries(
    Object.entries(row).flatMap(([member, value]) => {
      if (value === undefined) return [];
      if (!names.some((name) => inLanguages(name) === member)) return [[member, value]];
      const texts = Object.entries((value ?? {}) as Texts<unknown>).filter(([language]) =>
        others.some((locale) => locale === language),
      );
      return texts.length > 0 ? [[member, Object.fromEntries(texts)]] : [];
    }),
  );

/** The same for a configuration: the titles of sections of a hackathon, and the questions of a track to its projects. */
function spokenConfig(config: unknown, others: readonly Locale[]): unknown {
  const { form, submissions } = (config ?? {}) as { form?: Form; submissions?: { questions?: unknown } };
  const each = (list: unknown, names: readonly string[]) => {
    const isList = Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null);
    return isList ? (list as object[]).map((one) => spokenOnly(one, names, others)) : list;
  };
  const sections = form?.sections && { form: { ...form, sections: each(form.sections, translatedIn.section) } };
  const questions = submissions?.questions && {
    submissions: { ...submissions, questions: each(submissions.questions, translatedIn.question) },
  };
  return (sections ?? questions) ? { ...(config as object), ...sections, ...(questions as object) } : config;
}

/** Tells whether a file says the stored configuration, apart from texts in languages that the hackathon does not have now. */
export function isSameConfig(stored: unknown, said: unknown, locales: readonly Locale[]): boolean {
  // The languages that a file may add are those of its hackathon: it has been checked.
  const inEach = (config: unknown, others: readonly Locale[]): unknown =>
    JSON.parse(JSON.stringify(spokenConfig(config, others) ?? null));
  return isDeepStrictEqual(inEach(stored, locales.slice(1)), inEach(said, known));
}

interface Offered {
  readonly options: readonly string[];
  readonly options_i18n: Texts<readonly string[]>;
}

/** Returns options in the other languages after a change: one that stays keeps its texts, a new one is as in the first language. */
export const carriedOptions = (former: Offered, options: readonly string[]): Texts<string[]> =>
  options.length === 0
    ? {}
    : Object.fromEntries(
        Object.entries(former.options_i18n).map(([language, texts]) => [
          language,
          options.map((option) => texts[former.options.indexOf(option)] ?? option),
        ]),
      );

/** Options in another language are as many as the plain ones, in their order. */
export const lengthProblems = ({ options, options_i18n }: Offered): FieldProblem[] =>
  Object.entries(options_i18n).flatMap(([language, texts]): FieldProblem[] => {
    const field = `options_i18n.${language}`;
    if (texts.length === options.length) return [];
    return [{ field, code: 'length', message: `${field} must have ${options.length} items, as options has` }];
  });
