/** Limits of the answers to a question: which ones there are depends on its type. */
import type { FieldType } from '../../../../shared/contract/values.ts';
import { Field } from '../../../shared/field.tsx';
import type { Typed } from '../../parts/form.tsx';
import { limits as words } from './texts/en.ts';

export const limitNames = ['min_length', 'max_length', 'min', 'max', 'pattern'] as const;
type Name = (typeof limitNames)[number];
type Rules = Readonly<Record<string, unknown>>;

const ofType: Readonly<Partial<Record<FieldType, readonly Name[]>>> = {
  text: limitNames,
  textarea: ['min_length', 'max_length'],
  ...{ url: ['pattern'], email: ['pattern'], phone: ['pattern'] },
  multiselect: ['min', 'max'],
  date: ['min', 'max'],
};
const shownOf = (type: FieldType): readonly Name[] => ofType[type] ?? [];

const isText = (type: FieldType, name: Name) => name === 'pattern' || type === 'date';

/** The limits as a form shows them; empty where there is none. */
export const typedLimits = (rules: Rules = {}): Record<Name, string> => {
  const texts = limitNames.map((name) => {
    const rule = rules[name];
    return [name, typeof rule === 'number' || typeof rule === 'string' ? String(rule) : ''];
  });
  return Object.fromEntries(texts) as Record<Name, string>;
};

/**
 * Returns the rules that a form writes. Rules that it does not show stay; those of a former type go with it.
 * @param former As the question has them; undefined where its type is changed.
 */
export function limitsOf(typed: Readonly<Record<Name, string>>, type: FieldType, former: Rules | undefined): Rules {
  const shown = shownOf(type);
  const kept = Object.entries(former ?? {}).filter(([name]) => !shown.some((each) => each === name));
  const written = shown.flatMap((name) => {
    const text = typed[name].trim();
    return text === '' ? [] : [[name, isText(type, name) ? text : Number(text)] as const];
  });
  return Object.fromEntries([...kept, ...written]);
}

interface Limiting {
  readonly type: FieldType;
  readonly field: (name: Name) => Typed;
  /** How many can be chosen. */
  readonly optionCount: number;
}

/** Folded away, because few questions have any. */
export function Limits({ type, field, optionCount }: Limiting) {
  const shown = shownOf(type);
  if (shown.length === 0) return null;
  const bounds = type === 'date' ? words.days : type === 'multiselect' ? words.choices : words.numbers;
  return (
    <details>
      <summary>{words.title}</summary>
      <div class="stack">
        {shown.includes('min_length') && (
          <Pair least={field('min_length')} most={field('max_length')} {...words.characters} min={1} />
        )}
        {shown.includes('min') && (
          <Pair
            least={field('min')}
            most={field('max')}
            {...bounds}
            type={type === 'date' ? 'date' : 'number'}
            min={type === 'multiselect' ? 1 : undefined}
            max={type === 'multiselect' ? optionCount : undefined}
            step={type === 'text' ? 'any' : undefined}
          />
        )}
        {shown.includes('pattern') && (
          <Field
            label={words.pattern}
            hint={words.patternHint}
            maxLength={200}
            autocomplete="off"
            spellcheck={false}
            {...field('pattern')}
          />
        )}
      </div>
    </details>
  );
}

interface Between {
  readonly least: Typed;
  readonly most: Typed;
  readonly from: string;
  readonly to: string;
  readonly hint?: string;
  readonly type?: 'number' | 'date';
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: 'any' | undefined;
}
/** The browser refuses a greatest that is below the least. */
const Pair = ({ least, most, from, to, hint, type = 'number', min, max, step }: Between) => (
  <div class="filters">
    <Field label={from} hint={hint} {...{ type, min, max, step }} {...least} />
    <Field label={to} {...{ type, max, step }} min={least.value || min} {...most} />
  </div>
);
