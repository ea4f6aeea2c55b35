/** Asks for a link to choose a new password, and chooses it with that link. */
import { useSignal } from '@preact/signals';
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { stranger } from '../shared/client.ts';
import { Field, NewPasswordField } from '../shared/field.tsx';
import { ownHome, type Home } from '../shared/home.ts';
import { Broken, forgetLink, Go, inLink, LinkPage } from '../shared/link.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending, wrongWith } from '../shared/sending.ts';
import { signIn } from '../shared/session.ts';
import { show } from '../shared/show.tsx';
import { homes, links } from '../shared/people/texts/en.ts';
import { reset as texts } from './texts/en.ts';

const [token, email] = [inLink('token'), inLink('email')];
const signInPath = `/signin${email && `#${new URLSearchParams({ email }).toString()}`}`;

/** Asks where the link is to go. The answer is the same for an address that nobody has. */
function Ask() {
  const isDone = useSignal(false);
  const { refused, isSending, onSubmit } = useSending(async ({ email: typed = '' }) => {
    await stranger.identity.resetPassword({ email: typed });
    isDone.value = true;
  });
  if (isDone.value) {
    return (
      <div class="card">
        <Notice kind="good">{texts.isOnItsWay}</Notice>
        <Go to="/signin" kind="calm">
          {texts.back}
        </Go>
      </div>
    );
  }
  return (
    <form class="card" onSubmit={onSubmit}>
      <Field
        label={texts.address}
        name="email"
        type="email"
        autocomplete="email"
        required
        maxLength={254}
        defaultValue={email}
        wrong={wrongWith(refused, 'email')}
      />
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      <Button disabled={isSending}>{texts.send}</Button>
      <Go to="/signin" kind="bare">
        {texts.back}
      </Go>
    </form>
  );
}

/** Chooses the password, and signs in with it where the link says whose it is. */
function Choose() {
  const done = useSignal<{ readonly home: Home | undefined } | undefined>(undefined);
  const { refused, isSending, onSubmit } = useSending(async ({ new_password = '' }) => {
    await stranger.identity.updatePassword({ token, new_password });
    forgetLink();
    // The password is changed all the same; signing in is then one step more.
    const home = email && signIn(email, new_password).then(ownHome, () => undefined);
    done.value = { home: (await home) || undefined };
  });
  if (done.value) {
    const { home } = done.value;
    return (
      <div class="card">
        <Notice kind="good">{texts.isChanged(home !== undefined)}</Notice>
        {home ? <Go to={home}>{homes[home]}</Go> : <Go to={signInPath}>{texts.signIn}</Go>}
      </div>
    );
  }
  if (isRefusal(refused, 'INVALID_LINK')) {
    return (
      <Broken why={links.usedOrOlderThanHour}>
        <Button onClick={forgetAndAsk}>{texts.sendNew}</Button>
        <Go to={signInPath} kind="bare">
          {texts.back}
        </Go>
      </Broken>
    );
  }
  return (
    <form class="card" onSubmit={onSubmit}>
      <input type="hidden" autocomplete="username" value={email} />
      <NewPasswordField label={texts.password} name="new_password" wrong={wrongWith(refused, 'new_password')} />
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      <Button disabled={isSending}>{texts.change}</Button>
    </form>
  );
}

const forgetAndAsk = () => (location.hash = new URLSearchParams({ ...(email && { email }) }).toString());

show(<LinkPage title={texts.title}>{token ? <Choose /> : <Ask />}</LinkPage>);
