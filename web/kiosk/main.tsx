import { Notice } from '../shared/notice.tsx';
import { keepPage } from '../shared/offline-page.ts';
import { show } from '../shared/show.tsx';
import { version } from '../../package.json';
import { Kiosk } from './kiosk.ts';
import { KioskPage } from './page.tsx';
import { Server } from './server.ts';
import { Store } from './store.ts';

/** Milliseconds between two reports. */
const often = 30_000;

async function begin(): Promise<void> {
  const store = await Store.open();
  const kiosk = new Kiosk({ store, version, connect: (key, listener) => new Server(key, listener) });
  await kiosk.open();
  show(<KioskPage kiosk={kiosk} />);
  setInterval(() => void kiosk.contact(), often);
  addEventListener('online', () => void kiosk.contact());
  await kiosk.contact();
}

const unfit = (what: string) =>
  show(
    <main class="page narrow">
      <h1>Check-in</h1>
      <Notice kind="bad">{what}</Notice>
    </main>,
  );

if (!isSecureContext)
  unfit('A kiosk needs an address with https: without it browsers lend neither camera nor safe storage.');
else {
  void keepPage('/kiosk').catch(() => undefined);
  // Asks the browser not to make room at the cost of what waits here.
  void navigator.storage.persist();
  begin().catch(() =>
    unfit('This browser keeps nothing. Open the kiosk in a window that is not private, and free some space.'),
  );
}
