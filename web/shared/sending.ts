/** A form that is sent to the service. */
import { useSignal } from '@preact/signals';
import { isRefusal, MusterError } from '../../clients/typescript/src/index.ts';
import { faultInWords } from './refused.ts';

type Sent = SubmitEvent & { currentTarget: HTMLFormElement };

export interface Sending {
  /** Why the last try failed. */
  readonly refused: MusterError | undefined;
  readonly isSending: boolean;
  readonly onSubmit: (event: Sent) => void;
}

/**
 * Sends a form once at a time, and keeps what the service said of it.
 * @param send Gets what was typed, by the names of the fields.
 */
export function useSending(send: (typed: Readonly<Record<string, string>>) => Promise<unknown>): Sending {
  const refused = useSignal<MusterError | undefined>(undefined);
  const isSending = useSignal(false);
  const submit = async (form: HTMLFormElement) => {
    isSending.value = true;
    refused.value = undefined;
    try {
      await send(textsIn(form));
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      refused.value = error;
    } finally {
      isSending.value = false;
    }
  };
  return {
    refused: refused.value,
    isSending: isSending.value,
    onSubmit: (event) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}

const textsIn = (form: HTMLFormElement): Readonly<Record<string, string>> =>
  Object.fromEntries([...new FormData(form)].filter((entry) => typeof entry[1] === 'string') as [string, string][]);

/** Returns what is wrong with one field of a form. */
export function wrongWith(error: MusterError | undefined, field: string): string | undefined {
  if (!isRefusal(error, 'VALIDATION_FAILED')) return undefined;
  const found = error.extras.errors.find((each) => each.field === field);
  return found && faultInWords(found);
}
