/** The languages of a hackathon, and its texts in those beside the first. Where it has one language, nothing of it is shown. */
import type { ComponentChild } from 'preact';
import { inLanguages, type Texts } from '../../../shared/contract/languages.ts';
import { locales, type Locale } from '../../../shared/contract/values.ts';
import { Field } from '../../shared/field.tsx';
import { language } from '../../shared/intl.ts';
import { Choose } from '../parts/fields.tsx';
import { Area, Ticks, toggled, type Typed } from '../parts/form.tsx';
import { languages as words } from './texts/en.ts';

const names = new Intl.DisplayNames(language, { type: 'language' });
const nameOf = (locale: Locale): string => names.of(locale) ?? locale;

interface Choosing {
  /** The one of the texts first. */
  readonly spoken: readonly Locale[];
  readonly choose: (spoken: readonly Locale[]) => void;
}

export function Languages({ spoken, choose }: Choosing) {
  const [first, ...others] = spoken;
  const rest = locales.filter((each) => each !== first);
  const toggle = (id: string) => {
    const ticked = toggled(others, id);
    choose([...spoken.slice(0, 1), ...rest.filter((each) => ticked.includes(each))]);
  };
  return (
    <fieldset class="part">
      <legend>{words.title}</legend>
      <Choose
        label={words.textsAreIn}
        value={first ?? ''}
        options={[{ value: '', name: words.one }, ...locales.map((each) => ({ value: each, name: nameOf(each) }))]}
        onChoose={(next) => choose(next === '' ? [] : [next, ...others.filter((each) => each !== next)])}
      />
      {first && (
        <Ticks
          legend={words.alsoIn}
          hint={words.alsoHint}
          options={rest.map((id) => ({ id, name: nameOf(id) }))}
          ticked={others}
          onToggle={toggle}
        />
      )}
    </fieldset>
  );
}

type Translated<Name extends string> = `${Name}_i18n.${Locale}`;

/** The texts of a form in every language, as they are typed: by `name_i18n.de`, as refusals name them. */
export function typedTexts<const Name extends string>(
  row: object | undefined,
  texts: readonly Name[],
  write: (text: unknown) => string = String,
): Record<Translated<Name>, string> {
  const typed = texts.flatMap((name) => {
    const said = ((row ?? {}) as Readonly<Record<string, Texts<unknown> | undefined>>)[inLanguages(name)];
    return locales.map((each) => [`${inLanguages(name)}.${each}`, said?.[each] === undefined ? '' : write(said[each])]);
  });
  return Object.fromEntries(typed) as Record<Translated<Name>, string>;
}

/** Returns a text as it was typed in the other languages of a hackathon; none where it has one language. */
export function translations<Name extends string, T = string>(
  typed: Readonly<Record<Translated<Name>, string>>,
  name: Name,
  spoken: readonly Locale[],
  read: (text: string) => T = (text) => text as T,
): { [N in Name as `${N}_i18n`]?: Texts<T> } {
  if (spoken.length < 2) return {};
  const texts = spoken.slice(1).flatMap((each) => {
    const text = typed[`${name}_i18n.${each}`].trim();
    return text === '' ? [] : [[each, read(text)] as const];
  });
  return { [inLanguages(name)]: Object.fromEntries(texts) } as { [N in Name as `${N}_i18n`]?: Texts<T> };
}

interface Translating<Name extends string> {
  readonly spoken: readonly Locale[];
  /** The texts of the form, each with the label of its plain field. */
  readonly texts: readonly {
    readonly name: Name;
    readonly label: string;
    readonly hint?: string;
    readonly maxLength?: number;
    /** Of several lines. */
    readonly isLong?: boolean;
  }[];
  readonly field: (name: Translated<NoInfer<Name>>) => Typed;
}

/** The fields of texts in the other languages, folded away. */
export function InOtherLanguages<Name extends string>({ spoken, texts, field }: Translating<Name>): ComponentChild {
  if (spoken.length < 2) return null;
  return (
    <details>
      <summary>{words.inOthers}</summary>
      <div class="stack">
        {spoken.slice(1).map((locale) =>
          texts.map(({ name, label, isLong, ...further }) => {
            const props = {
              label: `${label}: ${nameOf(locale)}`,
              ...further,
              lang: locale,
              ...field(`${name}_i18n.${locale}`),
            };
            return isLong ? (
              <Area key={`${name} ${locale}`} {...props} />
            ) : (
              <Field key={`${name} ${locale}`} autocomplete="off" {...props} />
            );
          }),
        )}
      </div>
    </details>
  );
}
