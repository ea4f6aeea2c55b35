/** Confirms an address by the link of an email, and signs in. */
import { useSignal } from '@preact/signals';
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { PasswordField } from '../shared/field.tsx';
import { Broken, forgetLink, Go, inLink, LinkPage } from '../shared/link.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending } from '../shared/sending.ts';
import { user, verify } from '../shared/session.ts';
import { show } from '../shared/show.tsx';
import { links } from '../shared/people/texts/en.ts';
import { verify as texts } from './texts/en.ts';

const token = inLink('token');

const Welcome = () => (
  <LinkPage title={texts.welcome(user.value?.name ?? '')}>
    <div class="card">
      <Notice kind="good">{texts.isConfirmed}</Notice>
      <Go to="/me">{texts.myTickets}</Go>
    </div>
  </LinkPage>
);

const Gone = () => (
  <LinkPage title={texts.title}>
    <Broken why={token ? links.usedOrOlderThanHour : links.incomplete}>
      <Go to="/signin">{texts.signIn}</Go>
      <Go to="/signin#up" kind="bare">
        {texts.signUpAgain}
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
    <LinkPage title={texts.title}>
      <form class="card" onSubmit={onSubmit}>
        <PasswordField
          label={texts.password}
          hint={texts.chosen}
          autocomplete="current-password"
          wrong={isWrong ? texts.isWrong : undefined}
        />
        {refused && !isWrong && <Notice kind="bad">{inWords(refused)}</Notice>}
        <Button disabled={isSending}>{texts.confirm}</Button>
        {isWrong && (
          <Go to="/auth/reset" kind="bare">
            {texts.newPassword}
          </Go>
        )}
      </form>
    </LinkPage>
  );
}

show(<Verify />);
