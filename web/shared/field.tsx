import type { ComponentChild, JSX } from 'preact';
import { useId } from 'preact/hooks';

type Props = JSX.IntrinsicElements['input'] & {
  readonly label: string;
  readonly hint?: ComponentChild;
  /** What is wrong with what was typed. */
  readonly wrong?: string | undefined;
};

/** An input with its label, a hint, and what is wrong with it. */
export function Field({ label, hint, wrong, ...input }: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={wrong ? 'true' : undefined}
        {...(described && { 'aria-describedby': described })}
      />
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
