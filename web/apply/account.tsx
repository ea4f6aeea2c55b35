/** The account of an applicant, below the form: made or signed in to there. */
import { useSignal, type Signal } from '@preact/signals';
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { pathOf } from '../shared/address.ts';
import { Button } from '../shared/button.tsx';
import { Field, NewPasswordField, PasswordField } from '../shared/field.tsx';
import { Providers } from '../shared/providers.tsx';
import { wrongWith, type Sending } from '../shared/sending.ts';
import { user } from '../shared/session.ts';
import { change, draft, isPersonKnown, slug } from './draft.ts';
import { account as texts } from './texts/en.ts';

/** The form makes a new account, or takes the one that there is. */
export const useAccount = () => useSignal<'new' | 'known'>(draft.value.isKnown ? 'known' : 'new');

/** Somebody is signed in, as far as this device knows without a network. */
export const isSignedIn = (): boolean => user.value !== undefined || isPersonKnown.value;

interface Props {
  readonly way: Signal<'new' | 'known'>;
  /** Errors that the browser finds, by the name of the input. */
  readonly faults: Signal<Readonly<Record<string, string>>>;
  readonly refused: Sending['refused'];
}

export function Account({ way, faults, refused }: Props) {
  if (isSignedIn()) return <Applicant />;
  const isNew = way.value === 'new';
  const isWrong = isRefusal(refused, 'INVALID_CREDENTIALS');
  const of = (name: string) => faults.value[name] ?? wrongWith(refused, name);
  const kept = (name: 'name' | 'email') => ({ ...keptIn(name), wrong: of(name) });
  const clear = ({ target }: Event) => {
    const { [(target as HTMLInputElement).name]: _, ...others } = faults.value;
    faults.value = others;
  };
  return (
    <section class="stack" onInput={clear}>
      <h2>{isNew ? texts.yours : texts.signIn}</h2>
      <Providers next={`/apply/${encodeURIComponent(slug)}`} />
      {isNew && <Field label={texts.name} autocomplete="name" maxLength={200} {...kept('name')} />}
      <Field label={texts.email} type="email" autocomplete="username" maxLength={254} {...kept('email')} />
      {isNew ? (
        <NewPasswordField label={texts.password} wrong={of('password')} />
      ) : (
        <PasswordField
          label={texts.password}
          autocomplete="current-password"
          wrong={isWrong ? texts.isWrong : of('password')}
        />
      )}
      <div class="row">
        <Button kind="bare" type="button" onClick={() => (way.value = isNew ? 'known' : 'new')}>
          {isNew ? texts.hasAccount : texts.hasNone}
        </Button>
        {!isNew && (
          <a class="button bare" href={pathOf('/auth/reset')}>
            {texts.newPassword}
          </a>
        )}
      </div>
    </section>
  );
}

function Applicant() {
  const own = user.value;
  return <p class="small quiet">{own ? texts.applyAs(own.name, own.email) : texts.applyAsHere}</p>;
}

/** The part of the account that the draft stores: everything but the password. */
const keptIn = (name: 'name' | 'email') => ({
  name,
  required: true,
  value: draft.value[name] ?? '',
  onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
    void change({ [name]: currentTarget.value }),
});
