/** Asks for a code of the app, or a recovery code, to complete a sign-in. */
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { CodeField } from '../shared/code-field.tsx';
import { Notice } from '../shared/notice.tsx';
import { useSending } from '../shared/sending.ts';
import { completeSignIn } from '../shared/signing-in.ts';
import { secondFactor as texts } from './texts/en.ts';

interface Props {
  readonly ticket: string;
  readonly onDone: () => Promise<void>;
  /** Begins again. */
  readonly back: () => unknown;
}
export function SecondFactor({ ticket, onDone, back }: Props) {
  const { refused, isSending, onSubmit } = useSending(async ({ code = '' }) => {
    await completeSignIn(ticket, code);
    await onDone();
  });
  const again = (
    <Button kind="bare" onClick={back}>
      {texts.again}
    </Button>
  );
  if (isRefusal(refused, 'TICKET_INVALID')) {
    return (
      <div class="card">
        <Notice kind="bad">{texts.tookLong}</Notice>
        {again}
      </div>
    );
  }
  return (
    <form class="card" onSubmit={onSubmit}>
      <p>{texts.asks}</p>
      <CodeField refused={refused} testId="second-factor-code" hint={texts.hint} />
      <Button data-testid="second-factor-send" disabled={isSending}>
        {texts.signIn}
      </Button>
      {again}
    </form>
  );
}
