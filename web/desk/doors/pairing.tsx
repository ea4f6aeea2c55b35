import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../../shared/button.tsx';
import { later } from '../../shared/later.ts';
import { Loading, Show, useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { clock } from '../../shared/time.ts';
import { useEvery } from '../live.ts';
import type { Paired } from './requests.ts';
import { pairing as texts } from './texts/en.ts';

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
  if (isPaired) return <Notice kind="good">{texts.isPaired}</Notice>;
  if (isOver.value) {
    return (
      <Notice kind="warn" action={<Button onClick={anew}>{texts.makeAnother}</Button>}>
        {texts.tooLate}
      </Notice>
    );
  }
  return (
    <>
      <p>{(kind === 'kiosk' ? texts.openKiosk : texts.openBoard)(clock(pairing.expires_at, zone))}</p>
      <Reachable url={pairing.url} kind={kind} />
      <Picture text={pairing.url} />
      <div class="row">
        <a class="address" href={pairing.url} target="_blank" rel="noreferrer" data-testid="pairing-url">
          {pairing.url}
        </a>
        <Copy text={pairing.url} />
      </div>
      <Loading what={kind === 'kiosk' ? texts.waitingKiosk : texts.waitingBoard} />
    </>
  );
}

/** Says where other devices cannot open the address, or not use their camera there, and what to set. */
function Reachable({ url, kind }: { readonly url: string; readonly kind: Props['kind'] }) {
  const { protocol, hostname, origin } = new URL(url);
  const isHere = /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
  if (!isHere && (protocol === 'https:' || kind === 'board')) return null;
  return <Notice kind="warn">{(isHere ? texts.onlyHere : texts.notHttps)(origin)}</Notice>;
}

/** Milliseconds for which it is said that something was copied. */
const copiedMs = 3_000;

export function Copy({ text }: { readonly text: string }) {
  const label = useSignal(texts.copy);
  const copy = async () => {
    // Browsers have a clipboard on https alone, and may refuse it.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    label.value = isCopied ? texts.copied : texts.select;
    setTimeout(() => (label.value = texts.copy), copiedMs);
  };
  return (
    <Button kind="calm" onClick={() => void copy()} aria-live="polite">
      {label.value}
    </Button>
  );
}

/** The code that draws QR codes is loaded when the first is shown. */
function Picture({ text }: { readonly text: string }) {
  const code = useLoaded(async () => (await later(import('../../shared/qr-code.tsx'))).QrCode, []);
  return <Show of={code}>{(QrCode) => <QrCode text={text} label={texts.code} />}</Show>;
}
