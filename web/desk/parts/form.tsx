import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface Props {
  readonly onSend: () => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** Texts that fields write, by their names. */
export function useTexts<N extends string>(first: Readonly<Record<N, string>>) {
  const texts = useSignal(first);
  return {
    texts,
    /** What a field needs to show and write one. */
    field: (name: N) => ({
      value: texts.value[name],
      onInput: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) =>
        (texts.value = { ...texts.value, [name]: value }),
    }),
  };
}

/** A form that is sent once, however often somebody presses while the answer is awaited. */
export function Form({ onSend, children }: Props) {
  const isBusy = useSignal(false);
  const send = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      await onSend();
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      class="stack"
      aria-busy={isBusy.value}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
    </form>
  );
}
