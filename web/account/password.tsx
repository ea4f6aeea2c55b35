/** Changes one's own password; every other session ends with it. */
import { useSignal } from '@preact/signals';
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { NewPasswordField, PasswordField } from '../shared/field.tsx';
import { Go } from '../shared/link.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending, wrongWith } from '../shared/sending.ts';
import { api } from '../shared/session.ts';
import { again } from './sessions.tsx';
import { address, password as texts } from './texts/en.ts';

export function Password({ email }: { readonly email: string }) {
  const isDone = useSignal(false);
  const { refused, isSending, onSubmit } = useSending(async ({ current_password = '', new_password = '' }) => {
    await api.identity.updatePassword({ current_password, new_password });
    isDone.value = true;
    again.value++;
  });
  const isWrong = isRefusal(refused, 'INVALID_CREDENTIALS');
  return (
    <section class="card" aria-labelledby="password">
      <h2 id="password">{texts.title}</h2>
      {isDone.value ? (
        <Notice kind="good">{texts.isChanged}</Notice>
      ) : (
        <details>
          <summary>{address.change}</summary>
          <form class="stack" onSubmit={onSubmit}>
            <input type="hidden" autocomplete="username" value={email} />
            <PasswordField
              label={texts.present}
              name="current_password"
              autocomplete="current-password"
              wrong={isWrong ? address.isWrong : undefined}
            />
            <NewPasswordField label={texts.another} name="new_password" wrong={wrongWith(refused, 'new_password')} />
            {refused && !isWrong && <Notice kind="bad">{inWords(refused)}</Notice>}
            <Button data-testid="password-change" disabled={isSending}>
              {texts.change}
            </Button>
          </form>
        </details>
      )}
      <Go to={`/auth/reset#${new URLSearchParams({ email }).toString()}`} kind="bare">
        {texts.forgot}
      </Go>
    </section>
  );
}
