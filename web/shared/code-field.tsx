/** A code of an app or a recovery code, and what is wrong with it. */
import { isRefusal, type MusterError } from '../../clients/typescript/src/index.ts';
import { Field } from './field.tsx';
import { Notice } from './notice.tsx';
import { inWords } from './refused.ts';
import { fields } from './texts/en.ts';
import { codes } from './people/texts/en.ts';

interface Props {
  readonly refused: MusterError | undefined;
  readonly testId: string;
  readonly hint?: string;
}
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
