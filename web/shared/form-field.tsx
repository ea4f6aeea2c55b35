/** One question of a form, with its answer and problem. */
import type { Signal } from '@preact/signals';
import type { ComponentChild, JSX } from 'preact';
import { useId } from 'preact/hooks';
import {
  fileBytes,
  fileEndings,
  filesTooLarge,
  inMegabytes,
  isMissing,
  isNumeric,
  limitFaults,
  own,
  requiredFault,
  sizeFaults,
  type Fault,
  type Limited,
} from '../../shared/contract/answers.ts';
import { Button } from './button.tsx';
import { Tick } from './tick.tsx';
import { number } from './intl.ts';
import { ListField } from './list-field.tsx';
import { faultInWords } from './refused.ts';
import { optionsOf } from './spoken.ts';
import { files } from './people/texts/en.ts';
import { fields } from './texts/en.ts';

/** A question of the form, as pages have it. */
export interface Asked extends Limited {
  readonly id: string;
  readonly label: string;
  readonly description?: string | null;
  readonly placeholder?: string | null;
  readonly options: readonly string[];
  readonly is_required: boolean;
  readonly choices: string | null;
}
interface Props {
  readonly field: Asked;
  /** The hackathon of the form, by its id or slug. */
  readonly hackathon: string;
  /** A `File` that was chosen, or an answer as the service has it. */
  readonly value: unknown;
  readonly wrong?: string | undefined;
  /** Bytes of the largest file that is taken. */
  readonly largestFile?: number;
  readonly testId: string;
  /** Gets text, a boolean, a list of texts or a `File`; undefined for a file that was taken away. */
  readonly give: (value: unknown) => void;
}

/**
 * Returns what is missing or beyond the limits of its question, in words, by the id of the question. The browser finds answers that
 * are not written as an address is.
 */
export function faultsOf(
  fields: readonly Asked[],
  answers: Readonly<Record<string, unknown>>,
  largestFile: number = fileBytes.each,
): Faults {
  const sizes = fields.flatMap(({ id }) => (answers[id] instanceof File ? answers[id].size : []));
  const isTooMuch = sizes.reduce((sum, size) => sum + size, 0) > fileBytes.inAll;
  const faultOf = (answer: unknown, field: Asked): Fault | undefined => {
    if (isMissing(field, answer)) return field.is_required ? requiredFault : undefined;
    if (!(answer instanceof File)) return limitFaults(field, answer)[0];
    return sizeFaults(answer.size, largestFile)[0] ?? (isTooMuch ? filesTooLarge : undefined);
  };
  return Object.fromEntries(
    fields.flatMap((field) => {
      const fault = faultOf(own(answers, field.id), field);
      return fault ? [[field.id, faultInWords({ code: fault.code, message: `${field.label} ${fault.message}` })]] : [];
    }),
  );
}

export type Faults = Readonly<Record<string, string>>;

/** Returns a handler that sends a form in which nothing is wrong, and shows what is in any other. */
export const unlessWrong =
  <E extends Event>(faults: Signal<Faults>, find: (event: E) => Faults, send: (event: E) => unknown) =>
  (event: E): void => {
    event.preventDefault();
    faults.value = find(event);
    if (Object.keys(faults.value).length === 0) send(event);
  };

/** Leads to the first answer of a form with an error beside it. */
export const focusWrong = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid], .options:has(.wrong) input')?.focus();

const inputs: Readonly<Record<string, JSX.IntrinsicElements['input']>> = {
  text: { type: 'text' },
  url: { type: 'url', inputMode: 'url', placeholder: 'https://' },
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
  date: { type: 'date' },
};

type Part = (
  props: Props,
  own: {
    readonly id: string;
    readonly 'aria-invalid'?: 'true' | undefined;
    readonly 'aria-describedby'?: string | undefined;
  },
) => ComponentChild;
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const endings = Object.values(fileEndings).flat().join();

const parts: Readonly<Record<string, Part>> = {
  textarea: ({ field, value, give, testId }, own) => (
    <textarea
      {...own}
      data-testid={testId}
      placeholder={field.placeholder ?? ''}
      required={field.is_required}
      value={textOf(value)}
      onInput={({ currentTarget }) => give(currentTarget.value)}
    />
  ),
  select: (props, own) =>
    isFromList(props.field) ? <FromList {...props} own={own} /> : <Select {...props} own={own} />,
  file: ({ field, value, give, testId }, own) => (
    <>
      <input
        {...own}
        // The browser goes on to show a file that was taken away.
        ref={(input) => void (input && value === undefined && (input.value = ''))}
        data-testid={testId}
        type="file"
        accept={endings}
        required={field.is_required && nameOf(value) === undefined}
        onChange={({ currentTarget }) => give(currentTarget.files?.[0])}
      />
      {nameOf(value) !== undefined && (
        <span class="row small">
          ✓ {nameOf(value)}
          <Button kind="bare" onClick={() => give(undefined)}>
            {files.remove}
            <span class="unseen">{files.theFile(nameOf(value) ?? '')}</span>
          </Button>
        </span>
      )}
    </>
  ),
};

/** Countries come as options. */
const isFromList = ({ choices, options }: Asked) => choices !== null && options.length === 0;

type Own = Parameters<Part>[1];

const FromList = ({ field, hackathon, value, own, ...rest }: Props & { readonly own: Own }) => (
  <ListField
    {...own}
    {...rest}
    label={field.label}
    hackathon={hackathon}
    list={field.choices ?? ''}
    value={textOf(value)}
    placeholder={field.placeholder ?? ''}
    required={field.is_required}
  />
);

const Select = ({ field, value, give, testId, own }: Props & { readonly own: Own }) => (
  <select
    {...own}
    data-testid={testId}
    required={field.is_required}
    value={textOf(value)}
    onChange={({ currentTarget }) => give(currentTarget.value)}
  >
    <option value="">{field.placeholder ?? fields.choose}</option>
    {optionsOf(field).map(({ option, text }) => (
      <option key={option} value={option}>
        {text}
      </option>
    ))}
  </select>
);

/** Returns the name of a file: a chosen one, or one that the service has. */
function nameOf(value: unknown): string | undefined {
  if (value instanceof File) return value.name;
  return typeof value === 'object' && value !== null && 'filename' in value ? String(value.filename) : undefined;
}

export function FormField(props: Props) {
  const { field, wrong, largestFile = fileBytes.each } = props;
  const id = useId();
  const limit = field.field_type === 'file' ? files.atMost(number(inMegabytes(largestFile))) : '';
  const hint = [field.description, limit].filter(Boolean).join(' ');
  const described = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  const own = { id, 'aria-invalid': wrong ? ('true' as const) : undefined, 'aria-describedby': described || undefined };
  const label = field.is_required ? field.label : fields.optional(field.label);
  const notes = (
    <>
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
    </>
  );
  if (field.field_type === 'checkbox') return <YesOrNo {...props} label={label} own={own} notes={notes} />;
  if (field.field_type === 'radio' || field.field_type === 'multiselect') {
    return <Choice {...props} label={label} described={described} notes={notes} />;
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {(parts[field.field_type] ?? line)(props, own)}
      {notes}
    </div>
  );
}

const line: Part = ({ field, value, give, testId }, own) => (
  <input
    {...inputs[field.field_type]}
    {...own}
    {...(field.placeholder && { placeholder: field.placeholder })}
    {...(isNumeric(field) && { inputMode: 'decimal' as const })}
    data-testid={testId}
    required={field.is_required}
    value={textOf(value)}
    // A comma stands before decimals in most languages.
    onInput={({ currentTarget: { value } }) => give(isNumeric(field) ? value.replace(',', '.') : value)}
  />
);

interface Labelled extends Props {
  readonly label: string;
  readonly notes: ComponentChild;
}

const YesOrNo = ({ value, give, testId, label, notes, own, field }: Labelled & { readonly own: Own }) => (
  <div class="field">
    <Tick {...own} data-testid={testId} required={field.is_required} checked={value === true} give={give}>
      {label}
    </Tick>
    {notes}
  </div>
);

/** Some of several: one of them, or as many as one likes. */
function Choice({ field, value, give, testId, label, notes, described }: Labelled & { readonly described: string }) {
  const name = useId();
  const isOne = field.field_type === 'radio';
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
  const pick = (option: string, isOn: boolean) => {
    if (isOne) return give(option);
    give(field.options.filter((each) => (each === option ? isOn : chosen.includes(each))));
  };
  return (
    <fieldset class="field options" aria-describedby={described || undefined} data-testid={testId}>
      <legend>{label}</legend>
      {optionsOf(field).map(({ option, text }) => (
        <Tick
          key={option}
          type={isOne ? 'radio' : 'checkbox'}
          name={name}
          required={isOne && field.is_required}
          checked={chosen.includes(option)}
          give={(isOn) => pick(option, isOn)}
        >
          {text}
        </Tick>
      ))}
      {notes}
    </fieldset>
  );
}
