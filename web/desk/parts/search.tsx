import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Field } from '../../shared/field.tsx';

interface Props {
  readonly label: string;
  readonly testId?: string;
  /** What is looked for; it takes the place of what was typed where the page changes it. */
  readonly text: string;
  /** Called when the person has stopped typing. */
  readonly onSearch: (text: string) => void;
}

/** Milliseconds without a key after which the search begins. */
const patience = 250;

/** Leads from anywhere on the page to the search, but not out of a field or a window. */
function focusOnSlash(event: KeyboardEvent): void {
  const isTyped = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
  if (event.key !== '/' || isTyped) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('input[type=search]')?.focus();
}

export function Search({ label, testId, text: sought, onSearch }: Props) {
  const text = useSignal(sought);
  const sent = useRef(sought);
  useEffect(() => {
    if (sought !== sent.current) text.value = sought;
  }, [sought]);
  useEffect(() => {
    addEventListener('keydown', focusOnSlash);
    return () => removeEventListener('keydown', focusOnSlash);
  }, []);
  useEffect(() => {
    const send = () => {
      sent.current = text.value.trim();
      onSearch(sent.current);
    };
    const timer = setTimeout(send, patience);
    return () => clearTimeout(timer);
  }, [text.value]);
  return (
    <Field
      label={label}
      aria-keyshortcuts="/"
      type="search"
      autocomplete="off"
      value={text.value}
      onInput={(event) => (text.value = event.currentTarget.value)}
      data-testid={testId}
    />
  );
}
