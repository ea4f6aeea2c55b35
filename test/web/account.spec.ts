import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { codeIn, secretIn } from '../support/mails.ts';
import { bearer, password, personWithPassword, signIn } from '../support/sign-in.ts';
import { inBrowser } from './in-browser.ts';
import { looksRight } from './looks.ts';

inBrowser('The page of the own account', (hall) => {
  /** Somebody on the page of their account. */
  async function onAccount(columns: Record<string, unknown> = {}, options?: Parameters<typeof hall.visit>[0]) {
    const ada = await personWithPassword(hall.world, { name: 'Ada', ...columns });
    const visitor = await hall.visit(options);
    await visitor.signIn({ ...ada, password });
    await visitor.page.getByRole('link', { name: 'My account' }).click();
    await visitor.page.getByTestId('account-name').waitFor();
    return { ada, visitor, page: visitor.page };
  }

  it('is reached from the tickets, changes the name, and shows it', async () => {
    const { ada, visitor, page } = await onAccount();
    await page.getByTestId('account-name').fill('Ada Lovelace');
    await page.getByLabel('GitHub').fill('https://github.com/ada');
    await page.getByTestId('account-save').click();
    await page.getByText('Saved.').waitFor();
    await page.getByTitle('Signed in as Ada Lovelace').waitFor();
    const [row] = await hall.world.rows`select name, github_url from identity.person where id = ${ada.id}`;
    expect(row).toEqual({ name: 'Ada Lovelace', github_url: 'https://github.com/ada' });
    await looksRight(visitor, 'the own account');
    await visitor.leave();
  });

  it('keeps what was changed elsewhere, and asks for nothing where nothing was changed', async () => {
    const { ada, visitor, page } = await onAccount();
    const sent: unknown[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()));
    await page.getByTestId('account-save').click();
    await page.getByText('Saved.').waitFor();
    expect(sent).toEqual([]);
    await bearer(hall.world, (await signIn(hall.world, ada)).access_token).patch('/me', { name: 'Ada Lovelace' });
    await page.getByLabel('GitHub').fill('https://github.com/ada');
    await page.getByTestId('account-save').click();
    await page.getByTitle('Signed in as Ada Lovelace').waitFor();
    expect(sent).toEqual([{ github_url: 'https://github.com/ada' }]);
    await visitor.leave();
  });

  it('chooses the language of pages and emails, and asks for the next one in it', async () => {
    const { ada, visitor, page } = await onAccount();
    await page.getByTestId('language').selectOption('Deutsch');
    await page.getByTestId('account-save').click();
    await page.locator('html[lang=de]').getByRole('heading', { name: 'Mein Konto' }).waitFor();
    await hall.world.stranger().post('/auth/reset-password', { email: ada.email });
    expect((await hall.world.nextMailTo(ada.email)).subject).toBe('Neues Passwort wählen');
    await page.reload();
    expect(await page.getByTestId('language').inputValue()).toBe('de');
    await visitor.leave();
  });

  it('asks who it is, and comes back', async () => {
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit(narrow);
    await visitor.open('/account');
    await visitor.page.waitForURL('**/signin#to=account');
    await visitor.page.getByLabel('Email').fill(ada.email);
    await visitor.page.getByLabel('Password').fill(password);
    await visitor.page.getByTestId('sign-in').click();
    await visitor.page.waitForURL('**/account');
    await visitor.page.getByTestId('account-sessions').waitFor();
    await visitor.leave();
  });

  it('changes the address with the code of the email', async () => {
    const { ada, visitor, page } = await onAccount();
    const card = page.getByRole('region', { name: 'Email address' });
    await card.getByText('Change it').click();
    await card.getByTestId('email-new').fill('ada@changed.test');
    await card.getByLabel('Your password').fill('not the password');
    visitor.expectRefusal(401, /^\/me\/email$/);
    await card.getByTestId('email-change').click();
    await card.getByText('The password is wrong.').waitFor();
    await looksRight(visitor, 'a wrong password for another address');
    await card.getByLabel('Your password').fill(password);
    await card.getByTestId('email-change').click();
    await card.getByTestId('email-code').fill(codeIn(await hall.world.nextMailTo('ada@changed.test')));
    await looksRight(visitor, 'a code for another address');
    await card.getByTestId('email-confirm').click();
    await card.getByText('Your address is changed.').waitFor();
    expect(await page.getByTestId('account-email').textContent()).toBe('ada@changed.test');
    const stop = secretIn(await hall.world.nextMailTo(ada.email), 'stop');
    await visitor.open(`/account/email#stop=${stop}`);
    await looksRight(visitor, 'stopping a change of address');
    await page.getByTestId('address-stop').click();
    await page.getByText(`Your account keeps ${ada.email}`).waitFor();
    await looksRight(visitor, 'a stopped change of address');
    await visitor.leave();
  });

  it('changes the address by the link of the email, and says what links are not good for', async () => {
    const ada = await personWithPassword(hall.world);
    const email = 'linked@changed.test';
    await bearer(hall.world, (await signIn(hall.world, ada)).access_token).post('/me/email', { email, password });
    const token = secretIn(await hall.world.nextMailTo(email), 'token');
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.open(`/account/email#token=${token}`);
    await page.getByTestId('address-confirm').click();
    await page.getByText(`Your address is ${email} now.`).waitFor();
    await looksRight(visitor, 'a changed address');
    visitor.expectRefusal(400, /^\/me\/email\/(confirm|stop)$/);
    for (const [link, button] of [
      [`token=${token}`, 'address-confirm'],
      ['stop=nothing', 'address-stop'],
    ] as const) {
      await visitor.open('/account/email');
      await page.getByText('This link is incomplete').waitFor();
      await page.goto(`${new URL(page.url()).origin}/account/email#${link}`);
      await page.getByTestId(button).click();
      await page.getByText('This link has been used already').waitFor();
    }
    await looksRight(visitor, 'a link about an address that is used up');
    await visitor.leave();
  });

  it('changes the password, which ends the other sessions', async () => {
    const { ada, visitor, page } = await onAccount();
    await signIn(hall.world, ada);
    await page.reload();
    await page.getByTestId('session').nth(1).waitFor();
    const card = page.getByRole('region', { name: 'Password' });
    await card.getByText('Change it').click();
    await card.getByLabel('Present password').fill(password);
    await card.getByLabel('New password').fill('another horse battery');
    await card.getByTestId('password-change').click();
    await card.getByText('You are signed out everywhere else.').waitFor();
    await page.getByTestId('session').nth(1).waitFor({ state: 'detached' });
    expect(await page.getByTestId('session').count()).toBe(1);
    await visitor.leave();
  });

  it('lists the sessions, and ends any of them', async () => {
    const { ada, visitor, page } = await onAccount();
    const lost = await signIn(hall.world, ada);
    await page.reload();
    const other = page.locator('[data-testid=session][data-current=false]');
    await other.getByTestId('session-end').click();
    await other.waitFor({ state: 'detached' });
    const refreshed = await hall.world.stranger().post('/auth/refresh', { refresh_token: lost.refresh_token });
    expect(refreshed).toBeRefused(401, 'UNAUTHENTICATED');
    await page.locator('[data-testid=session][data-current=true]').getByTestId('session-end').click();
    await page.getByTestId('sign-in').waitFor();
    await visitor.leave();
  });

  it('is in the menu of the desk', async () => {
    const olga = await personWithPassword(hall.world);
    const visitor = await hall.visit();
    await visitor.signIn({ ...olga, password });
    await visitor.page.getByRole('link', { name: 'My account' }).waitFor();
    await visitor.open('/desk');
    await visitor.page.getByTitle('Menu').click();
    await visitor.page.getByRole('link', { name: 'My account' }).click();
    await visitor.page.getByTestId('account-name').waitFor();
    await visitor.leave();
  });

  it('downloads what is stored, has the account erased, and keeps it by the link of the email', async () => {
    const { ada, visitor, page } = await onAccount();
    const card = page.getByRole('region', { name: 'Your data' });
    const saved = page.waitForEvent('download');
    await card.getByTestId('my-data').click();
    expect((await saved).suggestedFilename()).toBe('my-data.zip');
    await card.getByText('Erase my account').first().click();
    await card.getByLabel('Your password').fill('not the password');
    visitor.expectRefusal(401, /^\/me$/);
    await card.getByTestId('erase-me').click();
    await card.getByText('The password is wrong.').waitFor();
    await looksRight(visitor, 'a wrong password for an erasure');
    await card.getByLabel('Your password').fill(password);
    await card.getByTestId('erase-me').click();
    await card.getByText('Your account will be erased after').waitFor();
    await looksRight(visitor, 'an account that will be erased');
    await page.reload();
    await card.getByText('Your account will be erased after').waitFor();
    const token = secretIn(await hall.world.nextMailTo(ada.email), 'token');
    await visitor.open(`/account/restore#token=${token}`);
    await looksRight(visitor, 'keeping an account');
    await page.getByTestId('restore').click();
    await page.getByText(`The account of ${ada.email} stays.`).waitFor();
    visitor.expectRefusal(400, /^\/me\/restore$/);
    await page.goto(`${new URL(page.url()).origin}/account/restore#token=${token}`);
    await page.getByTestId('restore').click();
    await page.getByText('This link has been used already').waitFor();
    await looksRight(visitor, 'a link that keeps nothing any more');
    await visitor.leave();
  });
});
