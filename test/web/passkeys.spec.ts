import { expect, it } from '@jest/globals';
import { addAuthenticator } from '../support/browser.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { inBrowser } from './in-browser.ts';
import { looksRight } from './looks.ts';

inBrowser(
  'A passkey of a browser',
  (hall) => {
    it('is made on the page of the own account, signs in without a password, and is named and removed', async () => {
      const ada = await personWithPassword(hall.world, { name: 'Ada' });
      const visitor = await hall.visit();
      const { page } = visitor;
      await addAuthenticator(page);
      await visitor.signIn({ ...ada, password });
      await page.waitForURL('**/me');
      await visitor.open('/account');
      await page.getByTestId('passkey-name').fill('My phone');
      await page.getByTestId('passkey-add').click();
      const passkey = page.getByTestId('passkey');
      await passkey.getByText('My phone', { exact: true }).waitFor();
      await looksRight(visitor, 'a passkey');
      await page.locator('[data-testid=session][data-current=true]').getByTestId('session-end').click();

      await page.getByTestId('passkey-sign-in').click();
      await page.waitForURL('**/me');
      await visitor.open('/account');
      await passkey.getByText(/last used/).waitFor();
      await passkey.getByText('Change it').click();
      await passkey.getByLabel('Name').fill('My old phone');
      await passkey.getByTestId('passkey-rename').click();
      await passkey.getByText('My old phone', { exact: true }).waitFor();
      await passkey.getByTestId('passkey-remove').click();
      await passkey.waitFor({ state: 'detached' });
      expect(await hall.world.rows`select 1 from identity.passkey where user_id = ${ada.id}`).toEqual([]);

      await page.locator('[data-testid=session][data-current=true]').getByTestId('session-end').click();
      visitor.expectRefusal(401, /^\/auth\/passkeys$/);
      await page.getByTestId('passkey-sign-in').click();
      await page.getByText('This passkey is unknown here').waitFor();
      await looksRight(visitor, 'a passkey that was removed');
      await visitor.leave();
    });

    it('has the own account erased, without a password', async () => {
      const ada = await personWithPassword(hall.world, { name: 'Ada' });
      const visitor = await hall.visit();
      const { page } = visitor;
      await addAuthenticator(page);
      await visitor.signIn({ ...ada, password });
      await page.waitForURL('**/me');
      await visitor.open('/account');
      const erase = page.getByTestId('erase-me-passkey');
      await page.locator('summary', { hasText: 'Erase my account' }).click();
      await page.getByTestId('erase-me').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await erase.count()).toBe(0);
      await page.locator('summary', { hasText: 'Erase my account' }).click();
      await page.getByTestId('passkey-add').click();
      await page.getByTestId('passkey').waitFor();
      await page.locator('summary', { hasText: 'Erase my account' }).click();
      await erase.waitFor();
      await looksRight(visitor, 'erasing an account that has a passkey');

      await hall.world.rows`update identity.person set password_hash = null where id = ${ada.id}`;
      const [kept] = await hall.world.rows<{
        key: Buffer;
      }>`select public_key as key from identity.passkey where user_id = ${ada.id}`;
      await hall.world.rows`update identity.passkey set public_key = '' where user_id = ${ada.id}`;
      visitor.expectRefusal(401, /^\/me$/);
      await erase.click();
      await page.getByText('This passkey is unknown here').waitFor();
      await hall.world.rows`update identity.passkey set public_key = ${kept!.key} where user_id = ${ada.id}`;
      await erase.click();
      await page.getByText('Your account will be erased after').waitFor();
      expect(await hall.world.rows`select 1 from identity.erasure where user_id = ${ada.id}`).toHaveLength(1);
      await visitor.leave();
    });

    it('is not made a second time, and says so where there is none', async () => {
      const ada = await personWithPassword(hall.world);
      const visitor = await hall.visit();
      const { page } = visitor;
      await addAuthenticator(page);
      await visitor.open('/signin');
      await visitor.signIn({ ...ada, password });
      await page.waitForURL('**/me');
      await visitor.open('/account');
      await page.getByTestId('passkey-add').click();
      await page.getByTestId('passkey').waitFor();
      await page.getByTestId('passkey-add').click();
      await page.getByText('This device has a passkey of your account already.').waitFor();
      expect(await page.getByTestId('passkey').count()).toBe(1);
      await visitor.leave();
    });
  },
  { atHome: true },
);
