/** Changes one's own address: asks for the password, then for the code of the email to the new one. */
import { useSignal } from '@preact/signals';
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { digitsIn, EmailCode } from '../shared/code-field.tsx';
import { Field, PasswordField } from '../shared/field.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending, wrongWith } from '../shared/sending.ts';
import { api, changeUser, type User } from '../shared/session.ts';
import { codes } from '../shared/people/texts/en.ts';
import { address } from './texts/en.ts';

export function Address({ of }: { readonly of: User }) {
  /** The new address, while its code is awaited. */
  const sentTo = useSignal('');
  const isDone = useSignal(false);
  const done = (email: string) => {
    changeUser({ ...of, email });
    sentTo.value = '';
    isDone.value = true;
  };
  return (
    <section class="card" aria-labelledby="address">
      <h2 id="address">{address.title}</h2>
      <p data-testid="account-email">{of.email}</p>
      {isDone.value && <Notice kind="good">{address.isChanged}</Notice>}
      {sentTo.value ? (
        <Code email={sentTo.value} onDone={done} back={() => (sentTo.value = '')} />
      ) : (
        <New
          onSent={(email) => {
            isDone.value = false;
            sentTo.value = email;
          }}
        />
      )}
    </section>
  );
}

function New({ onSent }: { readonly onSent: (email: string) => unknown }) {
  const { refused, isSending, onSubmit } = useSending(async ({ email = '', password = '' }) =>
    onSent((await api.identity.changeEmail({ email, password })).email),
  );
  const isWrong = isRefusal(refused, 'INVALID_CREDENTIALS');
  return (
    <details>
      <summary>{address.change}</summary>
      <form class="stack" onSubmit={onSubmit}>
        <Field
          label={address.another}
          name="email"
          type="email"
          autocomplete="email"
          required
          maxLength={254}
          data-testid="email-new"
          wrong={wrongWith(refused, 'email')}
        />
        <PasswordField
          label={address.yourPassword}
          autocomplete="current-password"
          wrong={isWrong ? address.isWrong : undefined}
        />
        {refused && !isWrong && <Notice kind="bad">{inWords(refused)}</Notice>}
        <Button data-testid="email-change" disabled={isSending}>
          {address.changeAddress}
        </Button>
      </form>
    </details>
  );
}

interface Coding {
  readonly email: string;
  readonly onDone: (email: string) => unknown;
  readonly back: () => unknown;
}
function Code({ email, onDone, back }: Coding) {
  const { refused, isSending, onSubmit } = useSending(async ({ code = '' }) =>
    onDone((await api.identity.confirmEmail({ email, code: digitsIn(code) })).email),
  );
  const isWrong = isRefusal(refused, 'INVALID_CODE');
  return (
    <form class="stack" onSubmit={onSubmit}>
      <Notice>{address.isOnItsWay(email)}</Notice>
      <EmailCode isFirst data-testid="email-code" wrong={isWrong ? address.isNoCode : undefined} />
      {refused && !isWrong && <Notice kind="bad">{inWords(refused)}</Notice>}
      <div class="row">
        <Button data-testid="email-confirm" disabled={isSending}>
          {codes.confirm}
        </Button>
        <Button kind="bare" onClick={back}>
          {address.notNow}
        </Button>
      </div>
    </form>
  );
}
