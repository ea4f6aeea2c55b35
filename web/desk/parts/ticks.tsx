import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';

export const toggled = (ticked: readonly string[], id: string): readonly string[] =>
  ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id];

/** Which of several are ticked, by their ids. */
export function useTicks(first: readonly string[] = []) {
  const ticked = useSignal(first);
  const toggle = (id: string) => void (ticked.value = toggled(ticked.value, id));
  return { ticked: ticked.value, toggle, clear: () => (ticked.value = []) };
}

interface Props {
  readonly legend: string;
  readonly hint?: string;
  readonly options: readonly { readonly id: string; readonly name: string; readonly more?: ComponentChild }[];
  readonly ticked: readonly string[];
  readonly onToggle: (id: string) => void;
}

/** Several of several, each with a box. */
export const Ticks = ({ legend, hint, options, ticked, onToggle }: Props) => (
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
