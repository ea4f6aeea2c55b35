/** Signs people in and up, and leads each to where they belong. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { pathOf } from '../shared/address.ts';
import { Button } from '../shared/button.tsx';
import { isRefusal, MusterError } from '../../clients/typescript/src/index.ts';
import { stranger } from '../shared/client.ts';
import { Field } from '../shared/field.tsx';
import { Frame } from '../shared/frame.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { resume, signIn } from '../shared/session.ts';
import { goOn } from './home.ts';

type Way = 'in' | 'up';

export function SignIn() {
  const way = useSignal<Way>('in');
  useEffect(() => {
    void resume().then(
      (isKnown) => (isKnown ? goOn() : undefined),
      // Whoever is offline may still type; signing in says so.
      () => undefined,
    );
  }, []);
  return (
    <Frame width="narrow">
      <h1>{way.value === 'in' ? 'Sign in' : 'Sign up'}</h1>
      {way.value === 'in' ? <In way={way} /> : <Up way={way} />}
    </Frame>
  );
}

function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

/** Sends a form once, and keeps what the service said of it. */
function useSending(send: (form: HTMLFormElement) => Promise<void>) {
  const refused = useSignal<MusterError | undefined>(undefined);
  const isSending = useSignal(false);
  const onSubmit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    isSending.value = true;
    refused.value = undefined;
    try {
      await send(event.currentTarget);
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      refused.value = error;
    } finally {
      isSending.value = false;
    }
  };
  return { refused: refused.value, isSending: isSending.value, onSubmit };
}

function In({ way }: { readonly way: Signal<Way> }) {
  const { refused, isSending, onSubmit } = useSending(async (form) => {
    await signIn(textOf(form, 'email'), textOf(form, 'password'));
    await goOn();
  });
  return (
    <form class="card" onSubmit={(event) => void onSubmit(event)}>
      <Field label="Email" name="email" type="email" autocomplete="username" required maxLength={254} />
      <Field
        label="Password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        maxLength={200}
        hint={<a href={pathOf('/auth/reset')}>Forgot it, or none yet?</a>}
      />
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      <Button data-testid="sign-in" disabled={isSending}>
        Sign in
      </Button>
      <Button kind="bare" onClick={() => (way.value = 'up')}>
        New here? Sign up
      </Button>
    </form>
  );
}

function Up({ way }: { readonly way: Signal<Way> }) {
  const sentTo = useSignal('');
  const { refused, isSending, onSubmit } = useSending(async (form) => {
    const [email, password, name] = [textOf(form, 'email'), textOf(form, 'password'), textOf(form, 'name')];
    sentTo.value = (await stranger.identity.signUp({ email, password, name })).email;
  });
  const back = (
    <Button kind="bare" onClick={() => (way.value = 'in')}>
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
    <form class="card" onSubmit={(event) => void onSubmit(event)}>
      <NewAccount wrong={(field) => wrongWith(refused, field)} />
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      <Button disabled={isSending}>Sign up</Button>
      {back}
    </form>
  );
}

/** What is wrong with one field of a form. */
function wrongWith(error: MusterError | undefined, field: string): string | undefined {
  if (!isRefusal(error, 'VALIDATION_FAILED')) return undefined;
  return error.extras.errors.find((each) => each.field === field)?.message;
}

const NewAccount = ({ wrong }: { readonly wrong: (field: string) => string | undefined }) => (
  <>
    <Field label="Name" name="name" autocomplete="name" required maxLength={200} wrong={wrong('name')} />
    <Field
      label="Email"
      name="email"
      type="email"
      autocomplete="username"
      required
      maxLength={254}
      wrong={wrong('email')}
    />
    <Field
      label="Password"
      name="password"
      type="password"
      autocomplete="new-password"
      required
      minLength={10}
      maxLength={200}
      hint="At least 10 characters."
      wrong={wrong('password')}
    />
  </>
);
