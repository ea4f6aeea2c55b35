/** A world and a browser for the specs of a page; they are left out, loudly, where there is no browser. */
import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { browserPath, noticeMissingBrowser, openBrowser } from '../support/browser.ts';
import { openWorld, type World } from '../support/world.ts';
import { visit, type Visitor } from './visitor.ts';

export interface Hall {
  readonly world: World;
  /** Somebody with a browser window of their own. */
  readonly visit: (options?: BrowserContextOptions) => Promise<Visitor>;
}

if (!browserPath) noticeMissingBrowser();

/** Like `describe`. @param flags Further ones of the browser. */
export function inBrowser(what: string, specs: (hall: Hall) => void, flags: readonly string[] = []): void {
  (browserPath ? describe : describe.skip)(what, () => {
    const opened: { world?: World; browser?: Browser } = {};
    beforeAll(async () => {
      opened.world = await openWorld();
      opened.browser = await openBrowser(flags);
    });
    afterAll(async () => {
      await opened.browser?.close();
      await opened.world?.close();
    });
    specs({
      get world() {
        return opened.world as World;
      },
      visit: (options) => visit(opened.browser as Browser, (opened.world as World).url, options),
    });
  });
}
