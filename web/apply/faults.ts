/** Errors in a form, by field, and by name in the account: those that the browser finds, and those of the service. */
import { isRefusal, type MusterError } from '../../clients/typescript/src/index.ts';
import { formFaults, requiredFault, tooShort, type Fault } from '../../shared/contract/answers.ts';
import { faultsOf, type Faults } from '../shared/form-field.tsx';
import { faultInWords } from '../shared/refused.ts';
import { draft } from './draft.ts';
import { shownFields, type Hackathon } from './hackathon.ts';

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns all errors that are known before anything is sent. */
export function faultsBefore(form: HTMLFormElement, hackathon: Hackathon): Faults {
  const { answers } = draft.value;
  return { ...faultsIn(form), ...faultsOf(shownFields(hackathon, answers), answers, hackathon.max_file_bytes) };
}

/** Inputs that are empty or have the wrong form, in the language of the page instead of the browser's. */
function faultsIn(form: HTMLFormElement): Faults {
  const wrong = ([...form.elements] as Input[]).filter((input) => input.willValidate && !input.validity.valid);
  const nameOf = (input: Input) => input.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? input.name;
  return Object.fromEntries(wrong.map((input) => [nameOf(input), inWords(input)]));
}

function inWords(input: Input): string {
  const { code, message } = faultIn(input);
  return faultInWords({ code, message: `${labelOf(input)} ${message}`.trim() });
}

function faultIn(input: Input): Fault {
  const { validity, type } = input;
  if (validity.tooShort && 'minLength' in input) return tooShort(input.minLength);
  const isOfAnotherForm = validity.badInput || validity.typeMismatch;
  return (isOfAnotherForm && formFaults[type as keyof typeof formFaults]) || requiredFault;
}

/** The label of a tick is a sentence. */
const labelOf = ({ type, labels }: Input) => (type === 'checkbox' ? '' : (labels?.[0]?.textContent ?? ''));

/** Returns the errors of the service in answers to these questions, and in the consent. */
export function faultsSaid(error: MusterError | undefined, { fields }: Hackathon): Faults {
  if (!isRefusal(error, 'VALIDATION_FAILED')) return {};
  const said = error.extras.errors.map(
    (each) => [each.field.replace(/^(answers_json\.|file_)/, ''), faultInWords(each)] as const,
  );
  return Object.fromEntries(said.filter(([id]) => id === 'consent' || fields.some((field) => field.id === id)));
}

/**
 * Returns the errors that are left once a field has another answer. A file is whole as soon as it is chosen, and counts together
 * with the others; what is typed may become right while it grows.
 */
export function faultsAfter(faults: Faults, id: string, value: unknown, hackathon: Hackathon): Faults {
  const answers = { ...draft.value.answers, [id]: value };
  const files = hackathon.fields.filter((field) => answers[field.id] instanceof File);
  const others = Object.entries(faults).filter(([name]) => name !== id && !files.some((file) => file.id === name));
  return { ...Object.fromEntries(others), ...faultsOf(files, answers, hackathon.max_file_bytes) };
}

/** Leads to the first thing that is wrong. */
export function focusFirst(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid], .options:has(.wrong) input, input[name]:invalid');
  if (!first || !form?.querySelector('.notice.bad')) return;
  first.focus();
  first.scrollIntoView({ block: 'center' });
}
