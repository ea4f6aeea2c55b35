import { useSignal } from '@preact/signals';
import type { ComponentChild, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { fields } from './texts/en.ts';

type Props = JSX.IntrinsicElements['input'] & {
  readonly label: string;
  readonly hint?: ComponentChild;
  /** The error in the text that was typed. */
  readonly wrong?: string | undefined;
  /** A button that stands at the end of the input. */
  readonly end?: ComponentChild;
  /** Takes the focus when it is shown. `autofocus` does so once in the life of a page. */
  readonly isFirst?: boolean;
};

/** An input with its label, a hint, and what is wrong with it. */
export function Field({ label, hint, wrong, end, isFirst, ...input }: Props) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) own.current?.focus();
  }, []);
  const described = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="input">
        <input
          {...input}
          ref={own}
          id={id}
          aria-invalid={wrong ? 'true' : undefined}
          {...(described && { 'aria-describedby': described })}
        />
        {end}
      </div>
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

interface Password extends Pick<Props, 'label' | 'hint' | 'wrong'> {
  readonly name?: string;
  readonly autocomplete?: 'current-password' | 'new-password';
  readonly minLength?: number;
}
/** A password, which its owner may look at while typing. */
export function PasswordField(props: Password) {
  const isShown = useSignal(false);
  const end = (
    <Button kind="bare" aria-pressed={isShown.value} onClick={() => (isShown.value = !isShown.value)}>
      {isShown.value ? fields.hide : fields.show}
      <span class="unseen">{fields.typed}</span>
    </Button>
  );
  const input = {
    name: 'password',
    required: true,
    maxLength: 200,
    autocapitalize: 'off' as const,
    spellcheck: false,
    ...props,
  };
  return isShown.value ? <Field {...input} type="text" end={end} /> : <Field {...input} type="password" end={end} />;
}

/** A password that is chosen now. */
export const NewPasswordField = (props: Password) => (
  <PasswordField minLength={10} autocomplete="new-password" hint={fields.tenCharacters} {...props} />
);
