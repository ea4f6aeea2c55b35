/** The account of an applicant, below the form: made or signed in to there. */
import { useSignal, type Signal } from '@preact/signals';
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { pathOf } from '../shared/address.ts';
import { Button } from '../shared/button.tsx';
import { Field, NewPasswordField, PasswordField } from '../shared/field.tsx';
import { Providers } from '../shared/providers.tsx';
import { wrongWith, type Sending } from '../shared/sending.ts';
import { lastUserId, user } from '../shared/session.ts';
import { change, draft, slug } from './draft.ts';
import { account as texts } from './texts/en.ts';

/** The form makes a new account, or takes the one that there is. */
export const useAccount = () => useSignal<'new' | 'known'>(draft.value.isKnown ? 'known' : 'new');

/** Somebody is signed in, as far as this device knows without a network. */
export const isSignedIn = (): boolean => user.value !== undefined || lastUserId() !== null;

export function Account({
  way,
  refused,
}: {
  readonly way: Signal<'new' | 'known'>;
  readonly refused: Sending['refused'];
}) {
  if (isSignedIn()) return <Applicant />;
  const isNew = way.value === 'new';
  const isWrong = isRefusal(refused, 'INVALID_CREDENTIALS');
  return (
    <section class="stack">
      <h2>{isNew ? texts.yours : texts.signIn}</h2>
      <Providers next={`/apply/${encodeURIComponent(slug)}`} />
      {isNew && <Field label={texts.name} autocomplete="name" maxLength={200} {...kept('name', refused)} />}
      <Field label={texts.email} type="email" autocomplete="username" maxLength={254} {...kept('email', refused)} />
      {isNew ? (
        <NewPasswordField label={texts.password} wrong={wrongWith(refused, 'password')} />
      ) : (
        <PasswordField
          label={texts.password}
          autocomplete="current-password"
          wrong={isWrong ? texts.isWrong : undefined}
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
const kept = (name: 'name' | 'email', refused: Sending['refused']) => ({
  name,
  required: true,
  defaultValue: draft.value[name] ?? '',
  wrong: wrongWith(refused, name),
  onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
    void change({ [name]: currentTarget.value }),
});
