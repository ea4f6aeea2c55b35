/** Keeps an account that was to be erased, by the link of the email about it. */
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
import { restore as texts } from './texts/en.ts';

const token = inLink('token');

function Restore() {
  const kept = useSignal('');
  const { refused, isSending, onSubmit } = useSending(async () => {
    kept.value = (await stranger.identity.restoreMe({ token })).email;
    forgetLink();
  });
  if (isRefusal(refused, 'INVALID_LINK')) return <Broken why={texts.isOld} />;
  return (
    <form class="card" onSubmit={onSubmit}>
      {kept.value ? (
        <>
          <Notice kind="good">{texts.isKept(kept.value)}</Notice>
          <Go to="/account">{texts.myAccount}</Go>
        </>
      ) : (
        <>
          <p>{texts.mayStay}</p>
          {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
          <Button data-testid="restore" disabled={isSending}>
            {texts.title}
          </Button>
        </>
      )}
    </form>
  );
}

show(<LinkPage title={texts.title}>{token ? <Restore /> : <Broken why={links.incomplete} />}</LinkPage>);
