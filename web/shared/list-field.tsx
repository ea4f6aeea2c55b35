/** A text field that suggests values of a list and takes others as well: the combobox of the ARIA practices. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { MusterError } from '../../clients/typescript/src/index.ts';
import { stranger } from './client.ts';

interface Props {
  /** Of the input, which a label names. */
  readonly id: string;
  readonly label: string;
  /** The hackathon, by its id or slug, and the list that its form chooses from. */
  readonly hackathon: string;
  readonly list: string;
  readonly value: string;
  readonly placeholder: string;
  readonly required: boolean;
  readonly testId: string;
  readonly give: (value: string) => void;
  readonly 'aria-invalid'?: 'true' | undefined;
  readonly 'aria-describedby'?: string | undefined;
}

/** Milliseconds of rest after a key before the list is asked. */
const restMs = 150;

/** Entries of the list that match a text, asked for shortly after it was typed; none without a network. */
function useSuggestions(hackathon: string, name: string) {
  const found = useSignal<readonly string[]>([]);
  const asking = useRef<AbortController>(undefined);
  const end = () => asking.current?.abort();
  useEffect(() => end, []);
  const look = (q: string) => {
    end();
    const { signal } = (asking.current = new AbortController());
    setTimeout(() => void (signal.aborted || ask(q, signal)), restMs);
  };
  const ask = async (q: string, signal: AbortSignal) => {
    try {
      const { values } = await stranger.events.searchList({ slug: hackathon, name, q: q.slice(0, 100) }, { signal });
      if (!signal.aborted) found.value = values;
    } catch (error) {
      if (!(error instanceof MusterError) && !signal.aborted) throw error;
      if (!signal.aborted) found.value = [];
    }
  };
  return { found, look };
}

const wrapped = (index: number, count: number) => (index >= count ? 0 : index < 0 ? count - 1 : index);

/** Which of the options are shown, which one is active, and what keys do with them. */
function useCombobox({ id, hackathon, list, value, give }: Props) {
  const { found, look } = useSuggestions(hackathon, list);
  const isOpen = useSignal(false);
  const active = useSignal(-1);
  const options = found.value.filter((option) => option !== value);
  const isShown = isOpen.value && options.length > 0;
  const optionId = (index: number) => `${id}-${index}`;
  const close = () => {
    isOpen.value = false;
    active.value = -1;
  };
  const search = (text: string) => {
    isOpen.value = true;
    active.value = -1;
    look(text);
  };
  const choose = (option: string) => {
    give(option);
    close();
  };
  const move = (by: 1 | -1) => {
    active.value = wrapped(active.value + by, options.length);
    document.getElementById(optionId(active.value))?.scrollIntoView({ block: 'nearest' });
  };
  const open = (by: 1 | -1) => (isShown ? move(by) : search(value));
  const option = isShown ? options[active.value] : undefined;
  const keys: Readonly<Record<string, (() => void) | false>> = {
    ArrowDown: () => open(1),
    ArrowUp: () => open(-1),
    Enter: option !== undefined && (() => choose(option)),
    Escape: isShown && close,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return { options, isShown, active: active.value, optionId, onKeyDown, search, choose, close };
}

export function ListField(props: Props) {
  const combobox = useCombobox(props);
  const { isShown, active, optionId, onKeyDown, search, close } = combobox;
  const { id, value, testId, give } = props;
  return (
    <div class="list-field">
      <input
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        maxLength={200}
        placeholder={props.placeholder}
        required={props.required}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && active >= 0 ? optionId(active) : undefined}
        aria-invalid={props['aria-invalid']}
        aria-describedby={props['aria-describedby']}
        data-testid={testId}
        value={value}
        onInput={({ currentTarget }) => {
          give(currentTarget.value);
          search(currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <Suggestions {...props} {...combobox} />
    </div>
  );
}

type Suggested = Pick<Props, 'id' | 'label' | 'testId'> &
  Pick<ReturnType<typeof useCombobox>, 'options' | 'isShown' | 'active' | 'optionId' | 'choose'>;
const Suggestions = ({ id, label, testId, options, isShown, active, optionId, choose }: Suggested) => (
  <ul id={`${id}-list`} role="listbox" aria-label={label} hidden={!isShown} data-testid={`${testId}-list`}>
    {options.map((option, index) => (
      <li
        key={option}
        id={optionId(index)}
        role="option"
        aria-selected={index === active}
        // The input keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => choose(option)}
      >
        {option}
      </li>
    ))}
  </ul>
);
