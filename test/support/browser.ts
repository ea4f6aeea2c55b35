/** A real browser, for what only a browser can show. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** First the one without a window, which costs half. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'chrome'];
const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

export const browserPath = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find(isProgram);

/** Announces skipped tests. */
export const noticeMissingBrowser = (): void =>
  void process.stderr.write(
    'NOT TESTED: what people see in a browser, for there is no chromium on the PATH. Install it (Debian: apt-get install chromium-headless-shell) and run again.\n',
  );

/** Rights that containers and root lack, a graphics card that nobody has, and errands of its own that nobody asked for. */
const always = [
  ...['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
];

/**
 * Opens a browser without its sandbox, which needs rights that containers and root lack; it only loads our own pages.
 * @param more Further flags, such as those of a camera that plays a file.
 */
export const openBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath ?? '', args: [...always, ...more], timeout: 60_000 });

/** Opens one that keeps what pages keep in this folder, as a device does. It is a process of its own. */
export const openBrowserAt = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { executablePath: browserPath ?? '', args: always, timeout: 60_000 });

export const phone = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true };
/** The narrowest that every page fits. */
export const narrow = { ...phone, viewport: { width: 320, height: 640 } };

/** Gives a page a device with passkeys, whose holder is always there and is who they should be. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}
