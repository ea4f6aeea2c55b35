/** Texts in several languages as a file writes them, `name: { en: …, de: … }`, and as the interface has them. */
import { translatedIn } from '../../services/events/portable.ts';
import { inLanguages, textsOf } from '../../shared/contract/languages.ts';
import { locales as known, type Locale } from '../../shared/contract/vocabulary.ts';
import type { Path } from './source.ts';

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value stands for texts in several languages. */
export const isTexts = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).every((name) => known.some((locale) => locale === name));

/** Notes where in the file a member of the interface stands. */
export type Stands = (member: Path, inFile: Path) => void;

type Change = (value: Members, path: Path) => Members;

/** Changes the objects at this place of an object, one or a list of them; the rest is shared with the former object. */
function changedAt(owner: Members, [name = '', ...inner]: readonly string[], path: Path, change: Change): Members {
  const [value, at] = [owner[name], [...path, name]];
  const next = (each: unknown, place: Path): unknown => {
    if (!isObject(each)) return each;
    return inner.length > 0 ? changedAt(each, inner, place, change) : change(each, place);
  };
  if (Array.isArray(value)) return { ...owner, [name]: value.map((each, index) => next(each, [...at, index])) };
  return isObject(value) ? { ...owner, [name]: next(value, at) } : owner;
}

/** Parts of a super event that have texts, beside itself. */
const places = [
  [['tracks'], translatedIn.event],
  [['tracks', 'config_json', 'submissions', 'questions'], translatedIn.question],
  [['registration_fields'], translatedIn.field],
  [['prizes'], translatedIn.prize],
  [['letters'], translatedIn.letters],
  [['config_json', 'form', 'sections'], translatedIn.section],
] as const;

/** Changes a super event and every part of it that has texts. The change gets the names of the texts of each part. */
export function eachPart(superEvent: Members, path: Path, changeOf: (names: readonly string[]) => Change): Members {
  const own = changeOf(translatedIn.super_event)(superEvent, path);
  return places.reduce((whole, [at, names]) => changedAt(whole, at, path, changeOf(names)), own);
}

/** Returns a file with the members of the interface in place of texts in several languages. */
export function unfolded(file: Members, stands: Stands): Members {
  return changedAt(file, ['super_events'], [], (superEvent, path) => {
    const { locales } = superEvent;
    const [first] = (Array.isArray(locales) ? locales : []) as unknown[];
    if (typeof first !== 'string') return superEvent;
    return eachPart(superEvent, path, (names) => (part, at) => {
      const texts = names.filter((name) => isObject(part[name]) && part[inLanguages(name)] === undefined);
      const members = texts.flatMap((name) => {
        const { [first]: plain, ...others } = part[name] as Members;
        stands([...at, name], [...at, name, first]);
        stands([...at, inLanguages(name)], [...at, name]);
        return [[name, plain] as const, [inLanguages(name), others] as const];
      });
      return { ...part, ...Object.fromEntries(members) };
    });
  });
}

/** Returns a super event as a file writes it, from the members of the interface. */
export const folded = (superEvent: Members): Members => {
  const locales = superEvent['locales'] as readonly Locale[];
  return eachPart(superEvent, [], (names) => (part) => {
    const texts = textsOf(part, names, locales) as Readonly<Record<string, object | undefined>>;
    const plain = Object.entries(part).filter(([member]) => !names.some((name) => inLanguages(name) === member));
    const several = names.flatMap((name) => {
      const own = texts[inLanguages(name)] ?? {};
      return Object.keys(own).some((language) => language !== locales[0]) ? [[name, own] as const] : [];
    });
    return Object.fromEntries([...plain, ...several]);
  });
};
