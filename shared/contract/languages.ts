/** Texts of a hackathon in several languages: the plain one in its first language, and beside it `…_i18n` in each. */
import { t, type Fields, type Input, type Optional, type Output } from './schema.ts';
import { locale, locales, type Locale } from './vocabulary.ts';

export type Texts<T = string> = { [L in Locale]?: T | undefined };

/** The name of the member that has a text in each language. */
export const inLanguages = <Name extends string>(name: Name) => `${name}_i18n` as const;

/** The languages of a hackathon, the one of its plain texts first. */
export const languages = () => t.array(locale(), { max: locales.length, unique: true });

/** The members beside these texts, which may be left out. */
export const translated = <F extends Fields>(texts: F) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [inLanguages(name), t.optional(t.someOf(locales, text))]),
  ) as unknown as {
    [Name in keyof F & string as `${Name}_i18n`]: Optional<Texts<Input<F[Name]>>, Texts<Output<F[Name]>>>;
  };

const texts = () => t.named('Texts', t.someOf(locales, t.string()));

/** The members of an answer beside these texts, where the hackathon has several languages. */
export const inEach = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [inLanguages(name), t.optional(texts())])) as unknown as {
    [N in Name as `${N}_i18n`]: Optional<Texts, Texts>;
  };

/** The same for the options of a field. */
export const optionsInEach = () => t.optional(t.named('OptionTexts', t.someOf(locales, t.array(t.string()))));

type Row = Readonly<Record<string, unknown>>;
type Composed<R, Name extends string> = {
  [N in Name & keyof R & string as `${N}_i18n`]?: Texts<NonNullable<R[N]>>;
};

/**
 * Returns the texts of a row in each language of its hackathon, by the names of their members; none where it has no more than
 * one language. The row has the texts in its other languages.
 */
export function textsOf<R extends object, const Name extends keyof R & string>(
  row: R,
  names: readonly Name[],
  spoken: readonly Locale[],
): Composed<R, Name> {
  if (spoken.length < 2) return {};
  const { [0]: first } = spoken;
  const composed = names.map((name) => {
    const others = ((row as Row)[inLanguages(name)] ?? {}) as Texts<unknown>;
    const entries = spoken.map((language) => [language, language === first ? row[name] : others[language]] as const);
    return [inLanguages(name), Object.fromEntries(entries.filter(([, text]) => text !== null && text !== undefined))];
  });
  return Object.fromEntries(composed) as Composed<R, Name>;
}

/** Returns the texts that a view published, by the name of their member; none where it has null. */
export const published = <const Name extends string>(
  name: Name,
  texts: Texts | null | undefined,
): { [N in Name]?: Texts } => (texts ? ({ [name]: texts } as { [N in Name]?: Texts }) : {});
