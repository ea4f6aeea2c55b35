import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { inBrowser } from './in-browser.ts';

inBrowser('The reference', (hall) => {
  it.each(['light', 'dark'] as const)(
    'fits the narrowest phone, and its colours can be read: %s',
    async (colorScheme) => {
      const visitor = await hall.visit({ ...narrow, colorScheme });
      const { page } = visitor;
      await visitor.open('/reference');
      const said = page.locator('.opblock-tag small').first();
      expect((await said.boundingBox())?.width).toBeGreaterThan(250);
      await page.locator('#operations-tag-Tracks').tap();
      const operation = page.locator('.opblock-post').first();
      await operation.locator('.opblock-summary-control').tap();
      await operation.locator('.responses-table').waitFor();
      expect(await visitor.fits()).toBe(true);
      expect(await visitor.barriers()).toEqual([]);
      await visitor.leave();
    },
  );
});
