/** Confirms a new address by the link of its email, or stops the change by that of the former one. */
import { useSignal } from '@preact/signals';
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { stranger } from '../shared/client.ts';
import { Broken, forgetLink, Go, inLink, LinkPage } from '../shared/link.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending } from '../shared/sending.ts';
import { show } from '../shared/show.tsx';
import { links } from '../shared/people/texts/en.ts';
import { address as texts } from './texts/en.ts';

const [token, stop] = [inLink('token'), inLink('stop')];

function Confirm() {
  const changed = useSignal('');
  const { refused, isSending, onSubmit } = useSending(async () => {
    changed.value = (await stranger.identity.confirmEmail({ token })).email;
    forgetLink();
  });
  if (isRefusal(refused, 'INVALID_LINK')) return <Gone why={links.usedOrOlderThanHour} />;
  return (
    <form class="card" onSubmit={onSubmit}>
      {changed.value ? (
        <>
          <Notice kind="good">{texts.isYours(changed.value)}</Notice>
          <Go to="/account">{texts.myAccount}</Go>
        </>
      ) : (
        <>
          <p>{texts.fromNowOn}</p>
          {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
          <Button data-testid="address-confirm" disabled={isSending}>
            {texts.confirm}
          </Button>
        </>
      )}
    </form>
  );
}

function Stop() {
  const kept = useSignal('');
  const { refused, isSending, onSubmit } = useSending(async () => {
    kept.value = (await stranger.identity.stopEmail({ token: stop })).email;
    forgetLink();
  });
  if (isRefusal(refused, 'INVALID_LINK')) return <Gone why={texts.isOld} />;
  return (
    <form class="card" onSubmit={onSubmit}>
      {kept.value ? (
        <>
          <Notice kind="good">{texts.isKept(kept.value)}</Notice>
          <Go to={`/auth/reset#${new URLSearchParams({ email: kept.value }).toString()}`} kind="bare">
            {texts.another}
          </Go>
        </>
      ) : (
        <>
          <p>{texts.former}</p>
          {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
          <Button kind="danger" data-testid="address-stop" disabled={isSending}>
            {texts.stop}
          </Button>
        </>
      )}
    </form>
  );
}

const Gone = ({ why }: { readonly why: string }) => (
  <Broken why={why}>
    <Go to="/account">{texts.myAccount}</Go>
  </Broken>
);

show(
  <LinkPage title={texts.title}>{stop ? <Stop /> : token ? <Confirm /> : <Gone why={links.incomplete} />}</LinkPage>,
);
