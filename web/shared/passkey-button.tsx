/** Shows a passkey, to sign in or to prove that it is one's own account, where the browser has any. */
import { useSignal } from '@preact/signals';
import { MusterError } from '../../clients/typescript/src/index.ts';
import { Button } from './button.tsx';
import { stranger } from './client.ts';
import { later } from './later.ts';
import { Notice } from './notice.tsx';
import { inWords } from './refused.ts';
import { passkeys } from './people/texts/en.ts';

export const hasPasskeys = 'PublicKeyCredential' in globalThis;

interface Props {
  /** Takes what the browser signed. */
  readonly onSigned: (credential: Record<string, unknown>) => Promise<void>;
  readonly label?: string;
  readonly testId?: string;
  readonly kind?: 'calm' | 'danger';
}
export function PasskeyButton({ onSigned, label = passkeys.use, testId = 'passkey-sign-in', kind = 'calm' }: Props) {
  const wrong = useSignal('');
  if (!hasPasskeys) return null;
  const sign = async () => {
    wrong.value = '';
    try {
      const { usePasskey } = await later(import('./passkey-browser.ts'));
      const { options } = await stranger.identity.beginPasskeySignIn();
      await onSigned(await usePasskey(options));
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      wrong.value = inWords(error);
    }
  };
  return (
    <>
      <Button kind={kind} data-testid={testId} onClick={sign}>
        {label}
      </Button>
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
    </>
  );
}
