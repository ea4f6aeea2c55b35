/** Has the browser keep this page and its parts, so that it opens without a network from the second time on. */
import { addressOf } from './address.ts';

export async function keepPage(path: `/${string}`): Promise<void> {
  // Only in a secure context, which a loopback address is as well.
  if (!('serviceWorker' in navigator)) return;
  const scope = addressOf(path).pathname;
  const registered = navigator.serviceWorker.register(addressOf('/worker.js'), { scope, updateViaCache: 'none' });
  // The page works without it, too; where the network fails, the next opening registers it.
  await registered.catch(() => undefined);
}
