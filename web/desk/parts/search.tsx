import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Field } from '../../shared/field.tsx';

interface Props {
  readonly label: string;
  readonly testId?: string;
  /** Called when the person has stopped typing. */
  readonly onSearch: (text: string) => void;
}

/** Milliseconds without a key after which the search begins. */
const patience = 250;

export function Search({ label, testId, onSearch }: Props) {
  const text = useSignal('');
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.value.trim()), patience);
    return () => clearTimeout(timer);
  }, [text.value]);
  return (
    <Field
      label={label}
      type="search"
      autocomplete="off"
      value={text.value}
      onInput={(event) => (text.value = event.currentTarget.value)}
      data-testid={testId}
    />
  );
}
