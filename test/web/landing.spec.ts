import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { inBrowser } from './in-browser.ts';

inBrowser('The first page', (hall) => {
  it('leads everybody on, fits 320 pixels, and axe finds nothing by day or by night', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const visitor = await hall.visit({ ...narrow, colorScheme });
      await visitor.open('/');
      await visitor.page.getByRole('link', { name: 'I judge' }).waitFor();
      expect(await visitor.fits()).toBe(true);
      expect(await visitor.barriers()).toEqual([]);
      await visitor.page.getByRole('link', { name: 'Sign in', exact: true }).click();
      await visitor.page.getByTestId('sign-in').waitFor();
      expect(await visitor.barriers()).toEqual([]);
      await visitor.leave();
    }
  });
});
