/** Accepts an invitation by the link of an email, and signs in. */
import { useSignal } from '@preact/signals';
import { RefusedError, type MusterError } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { Field, NewPasswordField } from '../shared/field.tsx';
import { goOn } from '../shared/home.ts';
import { Broken, forgetLink, Go, incomplete, inLink, LinkPage } from '../shared/link.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending, wrongWith } from '../shared/sending.ts';
import { acceptInvite } from '../shared/session.ts';
import { show } from '../shared/show.tsx';

const token = inLink('token');

const sentences: Readonly<Record<string, string>> = {
  PASSWORD_REQUIRED: 'You have an account already. Enter its password.',
  INVALID_CREDENTIALS: 'You have an account already, and this is not its password.',
  RATE_LIMITED: 'That was too often. Try again later.',
  MAX_PARTICIPANTS_REACHED: 'The hackathon is full at the moment. Keep the link: it works as soon as a place is free.',
};
const codeOf = (error: MusterError | undefined) => (error instanceof RefusedError ? error.code : '');

function Invite() {
  const isDone = useSignal(false);
  const { refused, isSending, onSubmit } = useSending(async ({ name = '', password = '' }) => {
    await acceptInvite({ token, ...(name && { name }), password });
    forgetLink();
    isDone.value = true;
  });
  if (isDone.value) {
    return (
      <LinkPage title="You are in">
        <div class="card">
          <Notice kind="good">The invitation is accepted, and you are signed in.</Notice>
          <Button onClick={() => goOn()}>Go on</Button>
        </div>
      </LinkPage>
    );
  }
  const code = codeOf(refused);
  if (!token || code === 'INVITE_NOT_FOUND') {
    return (
      <LinkPage title="You are invited">
        <Broken why={token ? 'This link does not work any more. If you have accepted before, you are in.' : incomplete}>
          <Go to="/signin">Sign in</Go>
        </Broken>
      </LinkPage>
    );
  }
  const isPassword = code === 'PASSWORD_REQUIRED' || code === 'INVALID_CREDENTIALS';
  return (
    <LinkPage title="You are invited">
      <form class="card" onSubmit={onSubmit}>
        <p>Say who you are, so that you have your ticket.</p>
        <Field label="Name" name="name" autocomplete="name" maxLength={200} wrong={wrongWith(refused, 'name')} />
        <NewPasswordField
          label="Password"
          hint="At least 10 characters. If you have an account already, its password."
          wrong={isPassword ? sentences[code] : wrongWith(refused, 'password')}
        />
        {refused && !isPassword && <Notice kind="bad">{sentences[code] ?? inWords(refused)}</Notice>}
        <Button disabled={isSending}>Accept the invitation</Button>
        {code === 'INVALID_CREDENTIALS' && (
          <Go to="/auth/reset" kind="bare">
            Choose a new password
          </Go>
        )}
      </form>
    </LinkPage>
  );
}

show(<Invite />);
