/** Confirms an address by the link of an email, and signs in. */
import { useSignal } from '@preact/signals';
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { PasswordField } from '../shared/field.tsx';
import { Broken, forgetLink, Go, incomplete, inLink, LinkPage } from '../shared/link.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending } from '../shared/sending.ts';
import { user, verify } from '../shared/session.ts';
import { show } from '../shared/show.tsx';

const token = inLink('token');

const Welcome = () => (
  <LinkPage title={`Welcome, ${user.value?.name}`}>
    <div class="card">
      <Notice kind="good">Your email address is confirmed, and you are signed in.</Notice>
      <Go to="/me">Go to my tickets</Go>
    </div>
  </LinkPage>
);

const Gone = () => (
  <LinkPage title="Confirm your email">
    <Broken why={token ? 'This link has been used already, or is older than an hour.' : incomplete}>
      <Go to="/signin">Sign in</Go>
      <Go to="/signin#up" kind="bare">
        Sign up again
      </Go>
    </Broken>
  </LinkPage>
);

function Verify() {
  const isDone = useSignal(false);
  const { refused, isSending, onSubmit } = useSending(async ({ password = '' }) => {
    await verify(token, password);
    forgetLink();
    isDone.value = true;
  });
  if (isDone.value) return <Welcome />;
  if (!token || isRefusal(refused, 'INVALID_LINK')) return <Gone />;
  const isWrong = isRefusal(refused, 'INVALID_CREDENTIALS');
  return (
    <LinkPage title="Confirm your email">
      <form class="card" onSubmit={onSubmit}>
        <PasswordField
          label="Your password"
          hint="The one you chose when you signed up."
          autocomplete="current-password"
          wrong={isWrong ? 'This is not the password you chose when you signed up.' : undefined}
        />
        {refused && !isWrong && <Notice kind="bad">{inWords(refused)}</Notice>}
        <Button disabled={isSending}>Confirm my email</Button>
        {isWrong && (
          <Go to="/auth/reset" kind="bare">
            Choose a new password
          </Go>
        )}
      </form>
    </LinkPage>
  );
}

show(<Verify />);
