import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { codeIn } from '../support/mails.ts';
import { memberWithPassword, password, personWithPassword } from '../support/sign-in.ts';
import { inBrowser } from './in-browser.ts';

inBrowser('Signing in on the page', (hall) => {
  it.each(['OWNER', 'ADMIN'] as const)('leads an %s to the desk', async (role) => {
    const acme = await hall.world.organization();
    const olga = await memberWithPassword(hall.world, acme, role);
    const visitor = await hall.visit();
    await visitor.signIn({ ...olga, password });
    await visitor.page.waitForURL('**/desk');
    await visitor.leave();
  });

  it('leads back to the page that asked who it is, and knows the person from then on', async () => {
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit();
    await visitor.open('/judge');
    await visitor.page.waitForURL('**/signin#to=judge');
    await visitor.page.getByLabel('Email').fill(ada.email);
    await visitor.page.getByLabel('Password').fill(password);
    await visitor.page.getByTestId('sign-in').click();
    await visitor.page.waitForURL('**/judge');
    await visitor.page.getByText('No team is yours to judge yet').waitFor();
    await visitor.page.reload();
    await visitor.page.getByText('No team is yours to judge yet').waitFor();
    await visitor.leave();
  });

  it('says that the password is wrong, and keeps what was typed', async () => {
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit();
    visitor.expectRefusal(401, /^\/auth\/signin$/);
    await visitor.signIn({ ...ada, password: 'something else' });
    await visitor.page.getByRole('alert').waitFor();
    await visitor.page.getByRole('link', { name: 'Choose a new password' }).waitFor();
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(ada.email);
    expect(await visitor.barriers()).toEqual([]);
    await visitor.leave();
  });

  it('says that the address is not confirmed yet, and has the link sent again', async () => {
    const email = 'late@example.org';
    await hall.world.stranger().post('/auth/signup', { email, password, name: 'Ada' });
    await hall.world.nextMailTo(email);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    visitor.expectRefusal(403, /^\/auth\/signin$/);
    await visitor.signIn({ email, password });
    await page.getByText(`${email} is not confirmed yet.`).waitFor();
    expect(await page.getByRole('link', { name: 'Choose a new password' }).count()).toBe(0);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await page.getByTestId('code').fill(codeIn(await hall.world.nextMailTo(email)));
    await page.getByTestId('code-send').click();
    await page.waitForURL('**/me');
    await visitor.leave();
  });

  it('says so where there is no network', async () => {
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit();
    await visitor.open('/signin');
    await visitor.page.getByLabel('Email').fill(ada.email);
    await visitor.page.getByLabel('Password').fill(password);
    await visitor.goOffline();
    await visitor.page.getByTestId('sign-in').click();
    await visitor.page.getByText('The service cannot be reached').waitFor();
    await visitor.goOnline();
    await visitor.page.getByTestId('sign-in').click();
    await visitor.page.waitForURL('**/me');
    await visitor.leave();
  });

  it('has an address for signing up, and says that the form is another one', async () => {
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.open('/signin#up&to=judge');
    await page.getByRole('button', { name: 'I have an account' }).click();
    await page.getByTestId('sign-in').waitFor();
    await visitor.hasFocus('Sign in');
    await visitor.isTitled('Sign in – Muster');
    expect(await page.getByTestId('online').count()).toBe(0);
    await page.goBack();
    await page.getByLabel('Name').waitFor();
    await page.waitForURL('**/signin#up&to=judge');
    await visitor.hasFocus('Sign up');
    await visitor.leave();
  });

  it('signs up, and goes on with the code of the email', async () => {
    const visitor = await hall.visit(narrow);
    await visitor.open('/signin');
    await visitor.page.getByRole('button', { name: 'New here? Sign up' }).click();
    await visitor.page.getByLabel('Name').fill('Grace Hopper');
    await visitor.page.getByLabel('Email').fill('grace@signup.test');
    await visitor.page.getByLabel('Password').fill(password);
    expect(await visitor.barriers()).toEqual([]);
    await visitor.page.getByRole('button', { name: 'Sign up' }).click();
    await visitor.page.getByText('is on its way to grace@signup.test').waitFor();
    await visitor.hasFocus('Check your email');
    await hall.world.nextMailTo('grace@signup.test');
    await visitor.page.getByRole('button', { name: 'Change the address' }).click();
    await visitor.hasFocus('Sign up');
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe('grace@signup.test');
    await visitor.page.goBack();
    await visitor.hasFocus('Check your email');
    await visitor.page.getByRole('button', { name: 'Send again' }).click();
    await visitor.page.getByText('Sent once more.').waitFor();
    const mail = await hall.world.nextMailTo('grace@signup.test');
    expect(mail.links.join(' ')).toContain('/auth/verify');
    const code = codeIn(mail);
    await visitor.page.reload();
    await visitor.page.getByText('is on its way to grace@signup.test').waitFor();
    visitor.expectRefusal(400, /^\/auth\/verify$/);
    await visitor.page.getByTestId('code').fill(code === '000000' ? '000001' : '000000');
    await visitor.page.getByTestId('code-send').click();
    await visitor.page.getByText('This is not the code').waitFor();
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
    await visitor.page.getByTestId('code').fill(code);
    await visitor.page.keyboard.press('Enter');
    await visitor.page.waitForURL('**/me');
    await visitor.leave();
  });
});

inBrowser('Signing out on the page', (hall) => {
  /** Requests of the page that arrive after the session ended. */
  const late = [401, /^\/(me\/registrations|my-teams|auth\/refresh)$/] as const;

  it('forgets what every page keeps of the person, though another one is open', async () => {
    const { world } = hall;
    const ada = await personWithPassword(world);
    await world.role(ada, await world.track(await world.superEvent(await world.organization())), 'JUDGE');
    const visitor = await hall.visit();
    visitor.expectRefusal(...late);
    const { page } = visitor;
    await visitor.signIn({ ...ada, password });
    await page.getByText('No team is yours to judge yet').waitFor();
    await visitor.open('/me');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByTestId('sign-in').waitFor();
    expect(await page.evaluate(keptNames)).toEqual([]);
    await visitor.leave();
  });

  it('keeps nothing of an answer that comes afterwards', async () => {
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit();
    visitor.expectRefusal(...late);
    const { page } = visitor;
    const asked = Promise.withResolvers<void>();
    const [comes, leads] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/me\/registrations$/, async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await comes.promise;
      await route.fulfill({ response });
    });
    await visitor.signIn({ ...ada, password });
    const out = page.getByRole('button', { name: 'Sign out' });
    await out.waitFor();
    await asked.promise;
    // The page goes on until the next one is there.
    await page.route(/\/signin$/, (route) => leads.promise.then(() => route.continue()));
    const leading = page.waitForRequest(/\/signin$/);
    await out.click({ noWaitAfter: true });
    await leading;
    const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/me/registrations'));
    comes.resolve();
    await answered;
    leads.resolve();
    await page.getByTestId('sign-in').waitFor();
    expect(await page.evaluate(keptNames)).toEqual([]);
    await visitor.leave();
  });

  it('says that it failed where there is no network', async () => {
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit();
    visitor.expectRefusal(...late);
    const { page } = visitor;
    await visitor.signIn({ ...ada, password });
    const out = page.getByRole('button', { name: 'Sign out' });
    await out.waitFor();
    await visitor.isKept('/me');
    await visitor.goOffline();
    await out.click();
    await page.getByText('You are still signed in. The service cannot be reached').waitFor();
    await visitor.goOnline();
    await out.click();
    await page.getByTestId('sign-in').waitFor();
    await visitor.leave();
  });

  it('leads on where the browser brings the page back whole', async () => {
    const ada = await personWithPassword(hall.world, { name: 'Ada' });
    const visitor = await hall.visit();
    visitor.expectRefusal(...late);
    const { page } = visitor;
    await visitor.signIn({ ...ada, password });
    await page.getByTitle('Signed in as Ada').waitFor();
    // The page stays as it was left, which is how it is brought back; this browser brings none back by itself.
    const isLeft = Promise.withResolvers<void>();
    await page.route(/\/signin$/, (route) => route.fulfill({ status: 204 }).then(isLeft.resolve), { times: 1 });
    await page.getByRole('button', { name: 'Sign out' }).click({ noWaitAfter: true });
    await isLeft.promise;
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await page.waitForURL('**/signin#to=me');
    await visitor.leave();
  });

  it('is noticed by other tabs, and so is who signs in there', async () => {
    const [ada, bob] = [
      await personWithPassword(hall.world, { name: 'Ada' }),
      await personWithPassword(hall.world, { name: 'Bob' }),
    ];
    const visitor = await hall.visit();
    visitor.expectRefusal(...late);
    await visitor.signIn({ ...ada, password });
    await visitor.page.getByTitle('Signed in as Ada').waitFor();
    const other = await visitor.context.newPage();
    await other.goto(visitor.page.url());
    await other.getByTitle('Signed in as Ada').click();
    await visitor.page.getByTestId('sign-in').waitFor();
    await other.getByLabel('Email').fill(bob.email);
    await other.getByLabel('Password').fill(password);
    await other.getByTestId('sign-in').click();
    await other.getByTitle('Signed in as Bob').waitFor();
    await visitor.page.getByTitle('Signed in as Bob').waitFor();
    await visitor.leave();
  });
});

/** The keys in the pages' database. */
const keptNames = `new Promise((resolve) => {
  const opening = indexedDB.open('muster-pages');
  opening.onsuccess = () => {
    const asking = opening.result.transaction('kept').objectStore('kept').getAllKeys();
    asking.onsuccess = () => resolve(asking.result);
  };
})`;
