/** Fields that filter lists and offer choices, which the desk shows first; `form.tsx` has the other parts of forms. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Field } from '../../shared/field.tsx';
import { lists } from '../texts/en.ts';

interface Bar {
  /** The name of the view, which the tab that is open shows already. */
  readonly title: string;
  readonly children?: ComponentChildren;
}
/** The filters and the first acts of a view, in one row above it. */
export const Toolbar = ({ title, children }: Bar) => (
  <div class="toolbar">
    <h1 class="unseen">{title}</h1>
    {children}
  </div>
);

interface Choosing<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly name: string }[];
  readonly onChoose: (value: T) => void;
}

/** One of several, with its label. */
export function Choose<T extends string>({ label, value, options, onChoose }: Choosing<T>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Options of a choice, from the names of its values. */
export const optionsOf = <T extends string>(names: Readonly<Record<T, string>>) =>
  Object.entries<string>(names).map(([value, name]) => ({ value: value as T, name }));

const all = { value: '', name: lists.allTracks };

/** A choice of one track, or of all. */
export const ChooseTrack = ({
  tracks,
  ...props
}: Pick<Choosing<string>, 'value' | 'onChoose'> & { readonly tracks: readonly { id: string; name: string }[] }) => (
  <Choose label={lists.track} options={[all, ...tracks.map(({ id, name }) => ({ value: id, name }))]} {...props} />
);

interface Searching {
  readonly label: string;
  readonly testId?: string;
  /** The text to search for; replaces the text that was typed where the page changes it. */
  readonly text: string;
  /** Called when the person has stopped typing. */
  readonly onSearch: (text: string) => void;
}

/** Milliseconds without a key after which the search begins. */
const patience = 250;

export function Search({ label, testId, text: sought, onSearch }: Searching) {
  const text = useSignal(sought);
  const sent = useRef(sought);
  useEffect(() => {
    if (sought !== sent.current) text.value = sought;
  }, [sought]);
  useEffect(() => {
    const send = () => {
      const typed = text.value.trim();
      if (typed === sent.current) return;
      sent.current = typed;
      onSearch(typed);
    };
    const timer = setTimeout(send, patience);
    return () => clearTimeout(timer);
  }, [text.value]);
  return (
    <Field
      label={label}
      placeholder={label}
      aria-keyshortcuts="/"
      type="search"
      autocomplete="off"
      value={text.value}
      onInput={(event) => (text.value = event.currentTarget.value)}
      data-testid={testId}
    />
  );
}
