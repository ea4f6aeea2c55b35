/** A world and a browser for the specs of a page; they are left out, loudly, where there is no browser. */
import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { browserPath, noticeMissingBrowser } from '../support/browser.ts';
import { borrowBrowser, giveBackBrowser } from '../support/kept/browser.ts';
import { freePort } from '../support/free-port.ts';
import { openSession } from '../support/sign-in.ts';
import { openWorld, type World } from '../support/world.ts';
import { visit, type Visitor } from './visitor.ts';

export interface Hall {
  readonly world: World;
  /** Somebody with a browser window of their own. */
  readonly visit: (options?: BrowserContextOptions) => Promise<Visitor>;
  /** Opens a page in this window as somebody who has signed in before. */
  readonly arrive: (visitor: Visitor, person: { readonly id: string }, path: string) => Promise<void>;
}

if (!browserPath) noticeMissingBrowser();

interface Ways {
  /** The page stands at the public address: a port of `localhost`. */
  readonly atHome?: boolean;
  /** Further settings of the services. */
  readonly env?: () => Promise<Record<string, string>>;
}

/** Like `describe`. */
export function inBrowser(what: string, specs: (hall: Hall) => void, ways: Ways = {}): void {
  (browserPath ? describe : describe.skip)(what, () => {
    const opened: { world?: World; browser?: Browser; at?: number } = {};
    beforeAll(async () => {
      if (ways.atHome) opened.at = await freePort();
      const home = opened.at && { PUBLIC_URL: `http://localhost:${opened.at}` };
      opened.world = await openWorld({ ...home, ...(await ways.env?.()) });
      opened.browser = await borrowBrowser();
    });
    afterAll(async () => {
      await giveBackBrowser(opened.browser);
      await opened.world?.close();
    });
    specs({
      get world() {
        return opened.world as World;
      },
      async arrive(visitor, person, path) {
        await visitor.comeBack((await openSession(opened.world as World, person)).refresh);
        await visitor.open(path);
      },
      visit: (options) => {
        // One visitor at a time, where there is one public address.
        const { at } = opened;
        return visit(opened.browser as Browser, (opened.world as World).url, { ...options, ...(at && { at }) });
      },
    });
  });
}
