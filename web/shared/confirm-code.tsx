/** Asks for the code of the email that came after signing up, and signs in with it. */
import { useSignal } from '@preact/signals';
import { isRefusal, UnreachableError } from '../../clients/typescript/src/index.ts';
import { Button } from './button.tsx';
import { digitsIn, EmailCode } from './code-field.tsx';
import { Notice } from './notice.tsx';
import { inWords } from './refused.ts';
import { useSending } from './sending.ts';
import { stranger } from './client.ts';
import { verifyCode } from './session.ts';
import { codes } from './people/texts/en.ts';

interface Props {
  readonly email: string;
  /** The password of the sign-up, to have the email sent again; a page that was loaded anew does not know it. */
  readonly password: string;
  readonly testId?: string;
  /** It takes the focus; false where a heading that says that an email is on its way does. */
  readonly isFirst?: boolean;
  readonly onDone: () => unknown;
}

export function ConfirmCode({ email, password, testId = 'code', isFirst = true, onDone }: Props) {
  /** A try whose answer was lost may have been the one for which the code was good. */
  const wasLost = useSignal(false);
  const { refused, isSending, onSubmit } = useSending(async ({ code = '' }) => {
    await verifyCode(email, digitsIn(code)).catch((error: unknown) => {
      wasLost.value ||= error instanceof UnreachableError;
      throw error;
    });
    await onDone();
  });
  const isWrong = isRefusal(refused, 'INVALID_CODE');
  return (
    <>
      <form class="card" onSubmit={onSubmit}>
        <Notice kind="good">{codes.isOnItsWay(email)}</Notice>
        <EmailCode
          isFirst={isFirst}
          data-testid={testId}
          hint={codes.linkWorksToo}
          wrong={isWrong ? (wasLost.value ? codes.spent : codes.wrong) : undefined}
        />
        {refused && !isWrong && <Notice kind="bad">{inWords(refused)}</Notice>}
        <Button data-testid={`${testId}-send`} disabled={isSending}>
          {codes.confirm}
        </Button>
      </form>
      <SendAgain email={email} password={password} />
    </>
  );
}

function SendAgain({ email, password }: Pick<Props, 'email' | 'password'>) {
  const isSent = useSignal(false);
  const { refused, isSending, onSubmit } = useSending(async () => {
    isSent.value = false;
    await stranger.identity.resendVerification({ email, password });
    isSent.value = true;
  });
  return (
    <form class="stack tight" onSubmit={onSubmit}>
      <p class="quiet small">{codes.last}</p>
      {isSent.value && <Notice kind="good">{codes.isSentAgain}</Notice>}
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      {password && (
        <Button kind="bare" disabled={isSending}>
          {codes.again}
        </Button>
      )}
    </form>
  );
}
