/** Stops the announcements of an organization, by the link of one. Opening the page changes nothing. */
import { useSignal } from '@preact/signals';
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { namedBelow } from '../shared/address.ts';
import { Button } from '../shared/button.tsx';
import { stranger } from '../shared/client.ts';
import { Broken, LinkPage } from '../shared/link.tsx';
import { Show, useLoaded } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending } from '../shared/sending.ts';
import { show } from '../shared/show.tsx';
import { unsubscribe as texts } from './texts/en.ts';

const token = namedBelow('/unsubscribe/');

function Subscription() {
  const found = useLoaded((signal) => stranger.mail.readSubscription({ token }, { signal }), []);
  if (isRefusal(found.error, 'NOT_FOUND')) return <Broken why={texts.leadsNowhere} />;
  return <Show of={found}>{(data) => <Choice {...data} />}</Show>;
}

interface Props {
  readonly organization_name: string;
  readonly unsubscribed: boolean;
}
function Choice({ organization_name, unsubscribed }: Props) {
  const isStopped = useSignal(unsubscribed);
  const { refused, isSending, onSubmit } = useSending(async () => {
    const change = isStopped.value ? stranger.mail.resubscribe : stranger.mail.unsubscribe;
    isStopped.value = (await change({ token })).unsubscribed;
  });
  return (
    <form class="card" onSubmit={onSubmit}>
      {isStopped.value ? (
        <Notice kind="good">{texts.isStopped(organization_name)}</Notice>
      ) : (
        <p>{texts.question(organization_name)}</p>
      )}
      <p class="quiet">{texts.othersCome}</p>
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      <Button kind={isStopped.value ? 'calm' : undefined} disabled={isSending} data-testid="unsubscribe">
        {isStopped.value ? texts.again : texts.stop}
      </Button>
    </form>
  );
}

show(
  <LinkPage title={texts.title}>
    <Subscription />
  </LinkPage>,
);
