/** Codes: those of an app, of recovery, and of emails. */
import { isRefusal, type MusterError } from '../../clients/typescript/src/index.ts';
import type { ComponentProps } from 'preact';
import { Field } from './field.tsx';
import { Notice } from './notice.tsx';
import { inWords } from './refused.ts';
import { fields } from './texts/en.ts';
import { codes } from './people/texts/en.ts';

type EmailCodeProps = Pick<ComponentProps<typeof Field>, 'hint' | 'wrong' | 'isFirst'> & {
  readonly 'data-testid': string;
};
/** The code of an email: six digits. */
export const EmailCode = (props: EmailCodeProps) => (
  <Field
    {...props}
    label={fields.code}
    name="code"
    inputMode="numeric"
    autocomplete="one-time-code"
    pattern="[0-9 ]{6,}"
    title={fields.sixDigits}
    maxLength={7}
    required
  />
);

/** The digits of a code, as it was typed. */
export const digitsIn = (typed: string): string => typed.replaceAll(' ', '');

interface Props {
  readonly refused: MusterError | undefined;
  readonly testId: string;
  readonly hint?: string;
}
/** A code of an app or a recovery code, and what is wrong with it. */
export function CodeField({ refused, testId, ...more }: Props) {
  const isWrong = isRefusal(refused, 'SECOND_FACTOR_INVALID');
  return (
    <>
      <Field
        {...more}
        label={fields.code}
        name="code"
        autocomplete="one-time-code"
        autocapitalize="characters"
        spellcheck={false}
        minLength={6}
        maxLength={40}
        required
        data-testid={testId}
        wrong={isWrong ? codes.wrongFactor : undefined}
      />
      {refused && !isWrong && <Notice kind="bad">{inWords(refused)}</Notice>}
    </>
  );
}
