/** Parts of the desk's forms, beside those in `fields.tsx`. They are loaded later. */
import { useSignal } from '@preact/signals';
import type { ComponentChild, ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { isRefusal, type MusterError } from '../../../clients/typescript/src/index.ts';
import { faultInWords } from '../../shared/refused.ts';
import { useEdited } from './edited.ts';
import { attempt, explain } from './said.tsx';
import { forms } from './texts/en.ts';

interface Sending {
  readonly onSend: () => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** A field that is folded away takes no focus, from the browser's own checks either. */
const unfold = (field: HTMLElement) => field.closest('details')?.setAttribute('open', '');

/**
 * A form that is sent once, however often somebody presses while the answer is awaited; one that was changed meanwhile is sent again
 * afterwards. It leads to the first field that is wrong.
 */
export function Form({ onSend, children }: Sending) {
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const [isChanged, isPressed] = [useRef(false), useRef(false)];
  useEffect(() => {
    if (isBusy.value) return;
    if (isPressed.current) return form.current?.requestSubmit();
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) unfold(wrong);
    wrong?.focus();
  }, [isBusy.value]);
  const send = async () => {
    if (isBusy.value) {
      isPressed.current ||= isChanged.current;
      return;
    }
    isBusy.value = true;
    isChanged.current = isPressed.current = false;
    try {
      await onSend();
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      ref={form}
      class="stack"
      aria-busy={isBusy.value}
      onInputCapture={() => (isChanged.current = true)}
      onInvalidCapture={({ target }) => unfold(target as HTMLElement)}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
    </form>
  );
}

/** All that a field needs to show and write one text. */
export interface Typed {
  readonly value: string;
  readonly wrong?: string | undefined;
  readonly onInput: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

/** Texts of fields, by the service's names, so that a refusal is shown below its field. */
export function useTexts<N extends string>(first: Readonly<Record<N, string>>) {
  const { now: texts, change, former, learn } = useEdited(first);
  const wrong = useSignal<Problems>({});
  const field = (name: N): Typed => ({
    value: texts.value[name],
    wrong: wrong.value[name],
    onInput: ({ currentTarget: { value } }) => {
      change({ [name]: value } as Partial<Record<N, string>>);
      wrong.value = { ...wrong.value, [name]: undefined };
    },
  });
  /** Like `attempt`. */
  const send = async <T,>(work: () => Promise<T>, done?: string | ((answer: T) => string), why = explain) => {
    wrong.value = {};
    const sent = texts.value;
    const isDone = await attempt(work, done, (error) => {
      wrong.value = problemsIn(error);
      const isShown = Object.keys(wrong.value).some((name) => name in texts.value);
      return isShown ? forms.nothingSaved : why(error);
    });
    if (isDone) learn(sent);
    return isDone;
  };
  return { texts, former, field, send };
}

type Problems = Readonly<Record<string, string | undefined>>;

/** Returns the last part of a member's name, without a place in a list, and of a text in a language the one before it: `options_i18n.de`. */
function nameIn(field: string): string {
  const [former = '', last = field] = field
    .replace(/\[\d+\]$/, '')
    .split('.')
    .slice(-2);
  return former.endsWith('_i18n') ? `${former}.${last}` : last;
}

/** Problems by the last part of their member's name: that of `letters.accepted` is `accepted`. */
function problemsIn(error: MusterError): Problems {
  if (!isRefusal(error, 'VALIDATION_FAILED')) return {};
  return Object.fromEntries(
    error.extras.errors.map(({ field, code, message }) => {
      const about = message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
      const text = code === 'period' ? forms.period : about;
      const sentence = `${text[0]?.toUpperCase()}${text.slice(1)}.`;
      return [nameIn(field), faultInWords({ code, message: sentence })];
    }),
  );
}

interface Writing extends Typed {
  readonly label: string;
  readonly lang?: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly rows?: number;
}
/** A text of several lines. */
export function Area({ label, hint, wrong, ...area }: Writing) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea id={id} aria-invalid={wrong ? 'true' : undefined} aria-describedby={described || undefined} {...area} />
      {hint && (
        <div id={`${id}-hint`} class="quiet small">
          {hint}
        </div>
      )}
      {wrong && (
        <div id={`${id}-wrong`} class="wrong small">
          {wrong}
        </div>
      )}
    </div>
  );
}

interface Switch {
  readonly label: string;
  readonly isOn: boolean;
  /** The form is sent only while it is ticked. */
  readonly required?: boolean;
  readonly onChange: (isOn: boolean) => void;
}
export const Box = ({ label, isOn, required, onChange }: Switch) => (
  <label class="row tick">
    <input
      type="checkbox"
      checked={isOn}
      required={required}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
);

export const toggled = (ticked: readonly string[], id: string): readonly string[] =>
  ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id];

/** Which of several are ticked, by their ids. */
export function useTicks(first: readonly string[] = []) {
  const ticked = useSignal(first);
  const toggle = (id: string) => void (ticked.value = toggled(ticked.value, id));
  return { ticked: ticked.value, toggle, clear: () => (ticked.value = []) };
}

interface Ticking {
  readonly legend: string;
  readonly hint?: string;
  readonly options: readonly { readonly id: string; readonly name: string; readonly more?: ComponentChild }[];
  readonly ticked: readonly string[];
  readonly onToggle: (id: string) => void;
}

/** Several of several, each with a box. */
export const Ticks = ({ legend, hint, options, ticked, onToggle }: Ticking) => (
  <fieldset class="ticks">
    <legend>{legend}</legend>
    {hint && <p class="quiet small">{hint}</p>}
    {options.map(({ id, name, more }) => (
      <label key={id}>
        <input type="checkbox" checked={ticked.includes(id)} onChange={() => onToggle(id)} />
        <span>
          {name} {more}
        </span>
      </label>
    ))}
  </fieldset>
);
