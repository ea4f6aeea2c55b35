/** Signs people in and up, and leads each to where they belong. */
import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { pathOf } from '../shared/address.ts';
import { Button } from '../shared/button.tsx';
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { stranger } from '../shared/client.ts';
import { Field, NewPasswordField, PasswordField } from '../shared/field.tsx';
import { Frame, Heading } from '../shared/frame.tsx';
import { goOn } from '../shared/home.ts';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending, wrongWith } from '../shared/sending.ts';
import { resume, signIn } from '../shared/session.ts';

/** What the address says: `up` to sign up, `to` the page to go on to, `email` whose account it is. */
const said = signal(new URLSearchParams(location.hash.slice(1)));
addEventListener('hashchange', () => (said.value = new URLSearchParams(location.hash.slice(1))));

const toHome = () => goOn(said.value.get('to') ?? '');

/** Goes to the other form, which has an address of its own. */
function swap(): void {
  const next = new URLSearchParams(said.value);
  if (next.has('up')) next.delete('up');
  else next.set('up', '');
  location.hash = next.toString().replace(/\bup=/, 'up');
}

export function SignIn() {
  const isUp = said.value.has('up');
  const title = isUp ? 'Sign up' : 'Sign in';
  useEffect(() => {
    void resume().then(
      (isKnown) => (isKnown ? toHome() : undefined),
      // Whoever is offline may still type; signing in says so.
      () => undefined,
    );
  }, []);
  return (
    <Frame width="narrow" title={title}>
      <Heading>{title}</Heading>
      {isUp ? <Up /> : <In />}
    </Frame>
  );
}

const Email = ({ wrong }: { readonly wrong?: string | undefined }) => (
  <Field
    label="Email"
    name="email"
    type="email"
    autocomplete="username"
    required
    maxLength={254}
    defaultValue={said.value.get('email') ?? ''}
    wrong={wrong}
  />
);

const ChoosePassword = ({ children }: { readonly children: string }) => (
  <a class="button bare" href={pathOf('/auth/reset')}>
    {children}
  </a>
);

function In() {
  const { refused, isSending, onSubmit } = useSending(async ({ email = '', password = '' }) => {
    await signIn(email, password);
    await toHome();
  });
  const isWrong = isRefusal(refused, 'INVALID_CREDENTIALS');
  return (
    <form class="card" onSubmit={onSubmit}>
      <Email />
      <PasswordField label="Password" autocomplete="current-password" />
      {refused && (
        <Notice kind="bad" action={isWrong && <ChoosePassword>Choose a new password</ChoosePassword>}>
          {inWords(refused)}
        </Notice>
      )}
      <Button data-testid="sign-in" disabled={isSending}>
        Sign in
      </Button>
      <div class="stack tight">
        <Button kind="bare" onClick={swap}>
          New here? Sign up
        </Button>
        {!isWrong && <ChoosePassword>Forgot it, or none yet?</ChoosePassword>}
      </div>
    </form>
  );
}

function Up() {
  const sentTo = useSignal('');
  const { refused, isSending, onSubmit } = useSending(async ({ email = '', password = '', name = '' }) => {
    sentTo.value = (await stranger.identity.signUp({ email, password, name })).email;
  });
  const back = (
    <Button kind="bare" onClick={swap}>
      I have an account
    </Button>
  );
  if (sentTo.value) {
    return (
      <div class="card">
        <Notice kind="good">A link is on its way to {sentTo.value}. Open it to confirm the address.</Notice>
        {back}
      </div>
    );
  }
  return (
    <form class="card" onSubmit={onSubmit}>
      <Field label="Name" name="name" autocomplete="name" required maxLength={200} wrong={wrongWith(refused, 'name')} />
      <Email wrong={wrongWith(refused, 'email')} />
      <NewPasswordField label="Password" wrong={wrongWith(refused, 'password')} />
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      <Button disabled={isSending}>Sign up</Button>
      {back}
    </form>
  );
}
