/** A real browser as a phone has it, for what only a browser can show. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
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

/** Left out loudly, never silently. */
export const noticeMissingBrowser = (): void =>
  void process.stderr.write(
    'NOT TESTED: what people see in a browser, for there is no chromium on the PATH. Install it (Debian: apt-get install chromium) and run again.\n',
  );

/** Without its sandbox, which needs rights that containers and root do not have; it meets only our own pages. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath ?? '', args: ['--no-sandbox', '--disable-dev-shm-usage'] });

export const phone = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true };
