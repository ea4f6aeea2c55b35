/** One's own account: name, address, password, passkeys, second factor, sessions. */
import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { writeChanges } from '../shared/changes.ts';
import { Button } from '../shared/button.tsx';
import { Field } from '../shared/field.tsx';
import { Frame, Heading } from '../shared/frame.tsx';
import { language } from '../shared/intl.ts';
import { languages, speak } from '../shared/language.ts';
import { Go } from '../shared/link.tsx';
import { Show, useLoaded } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending, wrongWith, type Sending } from '../shared/sending.ts';
import { api, changeUser, leadToSignIn, resume, user, type User } from '../shared/session.ts';
import { Address } from './address.tsx';
import { Codes } from './codes.tsx';
import { Passkeys } from './passkeys.tsx';
import { Data } from './data.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';
import { account } from './texts/en.ts';
import './account.css';

/** A person who is not signed in is led to the sign-in page. */
export function Account() {
  const known = useLoaded(async () => {
    if (await resume()) return true;
    leadToSignIn();
    return undefined;
  }, []);
  return (
    <Frame width="narrow" title={account.title} spoken={[]}>
      <Heading>{account.title}</Heading>
      <Show of={known}>{() => user.value && <Sections of={user.value} />}</Show>
    </Frame>
  );
}

const Sections = ({ of }: { readonly of: User }) => (
  <>
    <Profile key={of.id} of={of} />
    <Address of={of} />
    <Password email={of.email} />
    <Passkeys />
    <Codes />
    <Sessions />
    <Data email={of.email} />
    <Go to="/me" kind="bare">
      {account.myTickets}
    </Go>
  </>
);

const links = [
  ['linkedin_url', 'LinkedIn'],
  ['github_url', 'GitHub'],
] as const;

/** The members of a person that the form writes, as it shows them at first. */
const shownOf = ({ name, locale, linkedin_url, github_url }: User) => ({
  ...{ name, linkedin_url, github_url },
  locale: spokenBy(locale),
});
const spokenBy = (locale: string | null | undefined) => languages.find(([code]) => code === locale)?.[0] ?? language;

const typedIn = ({ name = '', locale, linkedin_url, github_url }: Readonly<Record<string, string>>) => ({
  ...{ name, locale: spokenBy(locale) },
  ...{ linkedin_url: linkedin_url?.trim() || null, github_url: github_url?.trim() || null },
});

function Profile({ of }: { readonly of: User }) {
  const former = useRef(shownOf(of));
  const isDone = useSignal(false);
  const { refused, isSending, onSubmit } = useSending(async (typed) => {
    isDone.value = false;
    const after = typedIn(typed);
    await writeChanges({
      ...{ before: former.current, after },
      write: async (part) => changeUser((await api.identity.updateMe(part)).user),
    });
    former.current = after;
    isDone.value = true;
    speak(after.locale);
  });
  return (
    <form class="card" onSubmit={onSubmit} aria-labelledby="profile">
      <h2 id="profile">{account.about}</h2>
      <Field
        label={account.name}
        name="name"
        autocomplete="name"
        required
        maxLength={200}
        defaultValue={of.name}
        data-testid="account-name"
        wrong={wrongWith(refused, 'name')}
      />
      <Language of={of} />
      <Links of={of} refused={refused} />
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      {isDone.value && <Notice kind="good">{account.isSaved}</Notice>}
      <Button data-testid="account-save" disabled={isSending}>
        {account.save}
      </Button>
    </form>
  );
}

function Language({ of }: { readonly of: User }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{account.language}</label>
      <select id={id} name="locale" data-testid="language">
        {languages.map(([code, name]) => (
          <option key={code} value={code} lang={code} selected={code === (of.locale ?? language)}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface Linking {
  readonly of: User;
  readonly refused: Sending['refused'];
}
const Links = ({ of, refused }: Linking) =>
  links.map(([name, label]) => (
    <Field
      key={name}
      label={label}
      name={name}
      type="url"
      autocomplete="url"
      placeholder="https://"
      maxLength={2_000}
      defaultValue={of[name] ?? ''}
      wrong={wrongWith(refused, name)}
    />
  ));
