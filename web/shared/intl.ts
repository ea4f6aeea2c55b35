/** Numbers, words and dates in the language of this page, in which the gateway served it. */
import type { Locale } from '../../shared/contract/values.ts';

// Specs that run modules without a page get English.
const { document } = globalThis as { readonly document?: { readonly documentElement: { readonly lang: string } } };
export const language = (document?.documentElement.lang ?? 'en') as Locale;

/** As this browser's region writes the language, for dates and numbers: `de-AT`. English elsewhere is that of Britain. */
export const region =
  navigator.languages.find((each) => each.startsWith(`${language}-`)) ?? (language === 'en' ? 'en-GB' : language);

/** The zone of this device, for what belongs to no event. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const numbers = new Intl.NumberFormat(region);
export const number = (n: number): string => numbers.format(n);

const percents = new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 2 });
/** `35%`, `33.33%` */
export const percent = (share: number): string => percents.format(share);

const rules = new Intl.PluralRules(language);
/** The form of a word for so many: `plural(1, 'place', 'places')`. */
export const plural = <T>(n: number, one: T, other: T): T => (rules.select(n) === 'one' ? one : other);
/** The form of an ordinal: `1` has `one` in English and French, `2` has `two` in English. */
export const ordinalForm = (n: number): Intl.LDMLPluralRule =>
  new Intl.PluralRules(language, { type: 'ordinal' }).select(n);
/** The number with its word: `3 places`. */
export const counted = (n: number, one: string, other: string): string => `${number(n)} ${plural(n, one, other)}`;

/** An amount of a unit, such as `3 days`. */
export const measured = (n: number, unit: string): string =>
  new Intl.NumberFormat(region, { style: 'unit', unit, unitDisplay: 'long' }).format(n);

const lists = new Intl.ListFormat(region, { type: 'conjunction' });
/** `Ants, Bees and Cats` */
export const listed = (names: readonly string[]): string => lists.format(names);
