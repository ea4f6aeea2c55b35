/** A browser that a worker keeps from one spec to the next: each window has its own storage, and starting one takes a second. */
import type { Browser } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { onEnd } from './ending.ts';

let kept: Browser | undefined;

/** The browser of this worker; a new one where that has died. */
export async function borrowBrowser(): Promise<Browser> {
  if (!kept?.isConnected()) kept = await openBrowser();
  return kept;
}

/** Closes the windows that a spec has left open. Has to be called before their services end. */
export async function giveBackBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((window) => window.close()) ?? []);
}

onEnd(async (which) => {
  if (which === 'all') await kept?.close();
});
