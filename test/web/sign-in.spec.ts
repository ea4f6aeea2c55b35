import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { hashed, password, personWithPassword } from '../support/sign-in.ts';
import { inBrowser } from './in-browser.ts';

inBrowser('Signing in on the page', (hall) => {
  it.each(['OWNER', 'ADMIN'] as const)('leads an %s to the desk', async (role) => {
    const acme = await hall.world.organization();
    const olga = await hall.world.member(acme, role, { password_hash: await hashed(password) });
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
    visitor.expectComplaint(/401/);
    await visitor.signIn({ ...ada, password: 'something else' });
    await visitor.page.getByRole('alert').waitFor();
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(ada.email);
    expect(await visitor.barriers()).toEqual([]);
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

  it('signs up: a link is on its way', async () => {
    const visitor = await hall.visit(narrow);
    await visitor.open('/signin');
    await visitor.page.getByRole('button', { name: 'New here? Sign up' }).click();
    await visitor.page.getByLabel('Name').fill('Grace Hopper');
    await visitor.page.getByLabel('Email').fill('grace@signup.test');
    await visitor.page.getByLabel('Password').fill(password);
    expect(await visitor.barriers()).toEqual([]);
    await visitor.page.getByRole('button', { name: 'Sign up' }).click();
    await visitor.page.getByText('A link is on its way to grace@signup.test').waitFor();
    const mail = await hall.world.nextMailTo('grace@signup.test');
    expect(mail.links.join(' ')).toContain('/auth/verify');
    await visitor.leave();
  });
});
