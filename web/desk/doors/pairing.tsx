import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../../shared/button.tsx';
import { later } from '../../shared/later.ts';
import { Loading, Show, useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { clock } from '../../shared/time.ts';
import { useEvery } from '../live.ts';
import type { Paired } from './requests.ts';

interface Props {
  readonly pairing: Paired['pairing'];
  readonly kind: Paired['device']['kind'];
  readonly isPaired: boolean;
  /** Asks how the devices are. */
  readonly again: () => Promise<void>;
  /** Gives the code up and makes another. */
  readonly anew: () => Promise<void>;
  readonly zone: string;
}

/** The address that pairs a device, as a code to scan, to open and to copy, until it has been used or is out of date. */
export function Pairing({ pairing, kind, isPaired, again, anew, zone }: Props) {
  const isOver = useSignal(Date.parse(pairing.expires_at) <= Date.now());
  useEvery(2, again);
  useEffect(() => {
    const timer = setTimeout(() => (isOver.value = true), Date.parse(pairing.expires_at) - Date.now());
    return () => clearTimeout(timer);
  }, [pairing.expires_at]);
  if (isPaired) return <Notice kind="good">It is paired. You find it in the list from now on.</Notice>;
  if (isOver.value) {
    return (
      <Notice kind="warn" action={<Button onClick={anew}>Make another code</Button>}>
        Nobody used this code in time.
      </Notice>
    );
  }
  return (
    <>
      <p>
        Open this on the {kind}: scan the code with its camera, or type the address. It works once, until{' '}
        {clock(pairing.expires_at, zone)}.
      </p>
      <Picture text={pairing.url} />
      <div class="row">
        <a class="address" href={pairing.url} target="_blank" rel="noreferrer" data-testid="pairing-url">
          {pairing.url}
        </a>
        <Button kind="calm" onClick={() => navigator.clipboard?.writeText(pairing.url)}>
          Copy
        </Button>
      </div>
      <Loading what={`Waiting for the ${kind}`} />
    </>
  );
}

/** What draws codes is loaded when the first is shown. */
function Picture({ text }: { readonly text: string }) {
  const code = useLoaded(async () => (await later(import('../../shared/qr-code.tsx'))).QrCode, []);
  return <Show of={code}>{(QrCode) => <QrCode text={text} label="Code that opens the address below" />}</Show>;
}
