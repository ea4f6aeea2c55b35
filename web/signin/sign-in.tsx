/** Signs people in and up, and opens the first page of each. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { pathOf } from '../shared/address.ts';
import { Button } from '../shared/button.tsx';
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { stranger } from '../shared/client.ts';
import { ConfirmCode } from '../shared/confirm-code.tsx';
import { Field, NewPasswordField, PasswordField } from '../shared/field.tsx';
import { Frame, Heading } from '../shared/frame.tsx';
import { goOn } from '../shared/home.ts';
import { language } from '../shared/intl.ts';
import { Notice } from '../shared/notice.tsx';
import { Providers, refusedWords } from '../shared/providers.tsx';
import { PasskeyButton } from '../shared/passkey-button.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending, wrongWith, type Sending } from '../shared/sending.ts';
import { resume, signIn } from '../shared/session.ts';
import { joinBy, leadToSecondFactor, signInByPasskey } from '../shared/signing-in.ts';
import { SecondFactor } from './second-factor.tsx';
import { signIn as texts } from './texts/en.ts';

/**
 * The query of the address: `up` to sign up, `sent` once the code was sent, also after a reload, `to` the page to go on
 * to, `email` the account's, `ticket` of a sign-in that waits for the second factor.
 */
const said = signal(new URLSearchParams(location.hash.slice(1)));
addEventListener('hashchange', () => (said.value = new URLSearchParams(location.hash.slice(1))));

const toHome = () => goOn(said.value.get('to') ?? '');

/** Goes to the other form, which has an address of its own. */
function swap(): void {
  const next = new URLSearchParams(said.value);
  if (next.has('up') || next.has('sent')) next.delete('up');
  else next.set('up', '');
  next.delete('sent');
  location.hash = next.toString().replace(/\bup=/, 'up');
}

export function SignIn() {
  const isUp = said.value.has('up');
  const joining = said.value.get('join');
  const ticket = said.value.get('ticket');
  const sentTo = said.value.has('sent') && said.value.get('email');
  const title = joining || ticket ? texts.oneMore : sentTo ? texts.checkEmail : isUp ? texts.signUp : texts.signIn;
  useEffect(() => {
    void resume().then(
      (isKnown) => (isKnown ? toHome() : undefined),
      // One may type offline as well; signing in shows the error.
      () => undefined,
    );
  }, []);
  return (
    <Frame width="narrow" title={title}>
      <Heading>{title}</Heading>
      {ticket ? (
        <SecondFactor ticket={ticket} onDone={toHome} back={begin} />
      ) : joining ? (
        <Join id={joining} />
      ) : sentTo ? (
        <Sent email={sentTo} />
      ) : isUp ? (
        <Up />
      ) : (
        <In />
      )}
    </Frame>
  );
}

/** Begins again, for the same page to go on to. */
const begin = () => (location.hash = new URLSearchParams({ to: said.value.get('to') ?? '' }).toString());

/** Signs in, or asks for the second factor. */
async function enter(attempt: Promise<void>): Promise<void> {
  try {
    await attempt;
  } catch (error) {
    if (leadToSecondFactor(error, said.value.get('to') ?? '')) return;
    throw error;
  }
  await toHome();
}

/** The page that sent somebody here, as the path of the address to come back to. */
const nextPath = () => `/${said.value.get('to') ?? 'signin'}`;

/** Asks for the password of the account that has the address, once. */
function Join({ id }: { readonly id: string }) {
  const by = said.value.get('by') ?? '';
  const { refused, isSending, onSubmit } = useSending(async ({ password = '' }) => {
    await enter(joinBy(by, id, { password }));
  });
  const isWrong = isRefusal(refused, 'INVALID_CREDENTIALS');
  return (
    <form class="card" onSubmit={onSubmit}>
      <Notice>{texts.exists}</Notice>
      <PasswordField
        label={texts.password}
        autocomplete="current-password"
        wrong={isWrong ? texts.isWrong : undefined}
      />
      {refused && !isWrong && <Notice kind="bad">{inWords(refused)}</Notice>}
      <Button data-testid="join" disabled={isSending}>
        {texts.signIn}
      </Button>
      <PasskeyButton onSigned={(credential) => enter(joinBy(by, id, { credential }))} />
      <ChoosePassword>{texts.forgot}</ChoosePassword>
    </form>
  );
}

const Email = ({ wrong }: { readonly wrong?: string | undefined }) => (
  <Field
    label={texts.email}
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
  const tried = useRef({ email: '', password: '' });
  const { refused, isSending, onSubmit } = useSending(async ({ email = '', password = '' }) => {
    tried.current = { email, password };
    await enter(signIn(email, password));
  });
  return (
    <>
      {isRefusal(refused, 'EMAIL_NOT_CONFIRMED') && <Unconfirmed {...tried.current} />}
      <form class="card" onSubmit={onSubmit}>
        <Credentials refused={refused} isSending={isSending} />
      </form>
    </>
  );
}

function Credentials({ refused, isSending }: Pick<Sending, 'refused' | 'isSending'>) {
  const isWrong = isRefusal(refused, 'INVALID_CREDENTIALS');
  const failed = said.value.get('refused');
  return (
    <>
      {failed && <Notice kind="bad">{refusedWords(failed)}</Notice>}
      <Providers next={nextPath()} />
      <Email />
      <PasswordField label={texts.password} autocomplete="current-password" />
      {refused && !isRefusal(refused, 'EMAIL_NOT_CONFIRMED') && (
        <Notice kind="bad" action={isWrong && <ChoosePassword>{texts.newPassword}</ChoosePassword>}>
          {inWords(refused)}
        </Notice>
      )}
      <Button data-testid="sign-in" disabled={isSending}>
        {texts.signIn}
      </Button>
      <PasskeyButton onSigned={(credential) => enter(signInByPasskey(credential))} />
      <div class="stack tight">
        <Button kind="bare" onClick={swap}>
          {texts.newHere}
        </Button>
        {!isWrong && <ChoosePassword>{texts.forgotPassword}</ChoosePassword>}
      </div>
    </>
  );
}

/** Says that the address is not confirmed, and has the email of the sign-up sent again. */
function Unconfirmed({ email, password }: { readonly email: string; readonly password: string }) {
  const { refused, isSending, onSubmit } = useSending(async () => {
    awaitCode((await stranger.identity.resendVerification({ email, password })).email, password);
  });
  return (
    <form class="card" onSubmit={onSubmit}>
      <Notice kind="warn">{texts.unconfirmed(email)}</Notice>
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      <Button data-testid="send-again" disabled={isSending}>
        {texts.sendAgain}
      </Button>
    </form>
  );
}

/** With what the address was signed up, to have the email sent again. A page that was loaded anew does not know it. */
const chosen = signal('');

/** Goes to the form for the code that was sent, which has an address of its own. */
function awaitCode(email: string, password: string): void {
  chosen.value = password;
  const next = new URLSearchParams(said.value);
  next.set('email', email);
  next.set('sent', '');
  location.hash = next.toString().replace(/\b(up|sent)=/g, '$1');
}

const Back = () => (
  <Button kind="bare" onClick={swap}>
    {texts.hasAccount}
  </Button>
);

/** Back to the form to sign up with, which still has the address. */
function changeAddress(): void {
  const next = new URLSearchParams(said.value);
  next.delete('sent');
  next.set('up', '');
  location.hash = next.toString().replace(/\bup=/, 'up');
}

const Sent = ({ email }: { readonly email: string }) => (
  <>
    <ConfirmCode email={email} password={chosen.value} isFirst={false} onDone={toHome} />
    <div class="stack tight">
      <Button kind="bare" onClick={changeAddress}>
        {texts.changeAddress}
      </Button>
      <Back />
    </div>
  </>
);

function Up() {
  const { refused, isSending, onSubmit } = useSending(async ({ email = '', password = '', name = '' }) => {
    awaitCode((await stranger.identity.signUp({ email, password, name, locale: language })).email, password);
  });
  return (
    <form class="card" onSubmit={onSubmit}>
      <Providers next={nextPath()} />
      <Field
        label={texts.name}
        name="name"
        autocomplete="name"
        required
        maxLength={200}
        wrong={wrongWith(refused, 'name')}
      />
      <Email wrong={wrongWith(refused, 'email')} />
      <NewPasswordField label={texts.password} wrong={wrongWith(refused, 'password')} />
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      <Button disabled={isSending}>{texts.signUp}</Button>
      <Back />
    </form>
  );
}
