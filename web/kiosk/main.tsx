import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { version } from '../../package.json';
import { Frame } from '../shared/frame.tsx';
import { Loading } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { keepPage } from '../shared/offline-page.ts';
import { usePairing, type PairingState } from '../shared/pairing.tsx';
import { show } from '../shared/show.tsx';
import { Door } from './door.tsx';
import { Kiosk } from './kiosk.ts';
import type { Parts } from './parts/parts.ts';
import { Server } from './server.ts';
import { Store } from './store.ts';
import { page } from './texts/en.ts';
import '../shared/asking.css';
import './kiosk.css';

const reportEveryMs = 30_000;

async function begin(): Promise<void> {
  const store = await Store.open();
  const tabs = new BroadcastChannel('muster kiosk');
  tabs.addEventListener('message', () => location.reload());
  const kiosk = new Kiosk({
    ...{ store, version },
    connect: (key, listener) => new Server(key, listener),
    onReplaced: () => tabs.postMessage('replaced'),
  });
  await kiosk.open();
  show(<KioskPage kiosk={kiosk} />);
  setInterval(() => void kiosk.contact(), reportEveryMs);
  addEventListener('online', () => void kiosk.contact());
  await kiosk.contact();
}

const unfit = (what: string) =>
  show(
    <main class="page narrow">
      <h1>{page.title}</h1>
      <Notice kind="bad">{what}</Notice>
    </main>,
  );

if (!isSecureContext) unfit(page.needsHttps);
else {
  void keepPage('/kiosk');
  // Asks the browser not to make room at the cost of what waits here.
  void navigator.storage.persist();
  begin().catch(() => unfit(page.keepsNothing));
}

function KioskPage({ kiosk }: { readonly kiosk: Kiosk }) {
  const parts = useParts();
  const pairing = usePairing({
    kind: 'kiosk',
    present: () => kiosk.present(),
    leave: () => kiosk.leave(),
    onPaired: (paired) => kiosk.pair(paired),
  });
  return (
    <>
      <KioskPhase kiosk={kiosk} pairing={pairing} parts={parts} />
      {parts && <parts.PairingAnew pairing={pairing} />}
    </>
  );
}

interface Props {
  readonly kiosk: Kiosk;
  readonly pairing: PairingState;
  readonly parts: Parts | undefined;
}
function KioskPhase({ kiosk, pairing, parts }: Props) {
  if (pairing.isUnderWay.value)
    return (
      <Frame width="narrow">
        <Loading what={page.isPairing} />
      </Frame>
    );
  switch (kiosk.phase.value) {
    case 'unpaired':
      return (
        <Frame width="narrow">
          <h1>{page.pair}</h1>
          {parts ? <parts.Pairing pairing={pairing} /> : <Loading />}
        </Frame>
      );
    case 'choosing':
      return parts ? <parts.Choosing kiosk={kiosk} /> : <Coming />;
    case 'ended':
      return parts ? <parts.Ended kiosk={kiosk} pairing={pairing} /> : <Coming />;
    case 'door':
      return <Door kiosk={kiosk} parts={parts} />;
  }
}

const Coming = () => (
  <Frame width="narrow">
    <Loading />
  </Frame>
);

/** Loads the parts behind the first paint. Where they do not come, they are there the next time that the page is opened. */
function useParts() {
  const parts = useSignal<Parts | undefined>(undefined);
  useEffect(() => {
    void import('./parts/parts.ts').then(
      (loaded) => (parts.value = loaded.parts),
      () => undefined,
    );
  }, []);
  return parts.value;
}
