/** The pages that links in emails lead to: each ends signed in, or with a button to the next place. */
import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import type { Mail } from '../support/mails.ts';
import { password, personWithPassword, wrongPassword } from '../support/sign-in.ts';
import { inBrowser, type Hall } from './in-browser.ts';
import type { Visitor } from './visitor.ts';

/** Opens the link of an email, which has the address that the service is told to be at; in a test it is at another. */
async function openLink(visitor: Visitor, { links: [link = ''] }: Mail): Promise<void> {
  const { pathname, hash } = new URL(link);
  await visitor.open(pathname + hash);
}

async function signedUp({ world }: Hall, email: string): Promise<Mail> {
  await world.stranger().post('/auth/signup', { email, password, name: 'Grace' });
  return world.nextMailTo(email);
}

inBrowser('Confirming an address', (hall) => {
  it('says what is wrong with the password, lets one look at it, and signs in with the right one', async () => {
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    visitor.expectRefusal(401, /^\/auth\/verify$/);
    await openLink(visitor, await signedUp(hall, 'grace@links.test'));
    await page.getByLabel('Your password').fill(wrongPassword);
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.getByLabel('Your password').getAttribute('type')).toBe('text');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await page.getByText('This is not the password you chose').waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await page.getByRole('heading', { name: 'Welcome, Grace' }).waitFor();
    await page.waitForURL(({ hash }) => hash === '');
    await visitor.isTitled('Welcome, Grace – Muster');
    await visitor.hasFocus('Welcome, Grace');
    await page.getByRole('link', { name: 'Go to my tickets' }).click();
    await page.getByTitle('Signed in as Grace').waitFor();
    await visitor.leave();
  });

  it('leads on where the link was used already, or lacks its end', async () => {
    const visitor = await hall.visit();
    const { page } = visitor;
    visitor.expectRefusal(400, /^\/auth\/verify$/);
    await visitor.open('/auth/verify#token=of-nobody');
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await page.getByText('This link has been used already').waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await visitor.open('/auth/verify');
    await page.getByText('This link is incomplete').waitFor();
    await page.getByRole('link', { name: 'Sign up again' }).click();
    await page.getByLabel('Name').waitFor();
    await visitor.leave();
  });
});

inBrowser('A new password', (hall) => {
  it('signs in, by a link that is opened where its page stands already', async () => {
    const { world } = hall;
    const ada = await personWithPassword(world, { name: 'Ada' });
    const visitor = await hall.visit({ ...narrow, colorScheme: 'dark' });
    const { page } = visitor;
    await visitor.open('/auth/reset');
    await page.getByLabel('email').fill(ada.email);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('a link is on its way.').waitFor();
    await openLink(visitor, await world.nextMailTo(ada.email));
    await page.getByLabel('new password').fill(`${password} anew`);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByRole('button', { name: 'Change my password' }).click();
    await page.getByText('Your password is changed. You are signed in.').waitFor();
    await page.getByRole('link', { name: 'Go to my tickets' }).click();
    await page.getByTitle('Signed in as Ada').waitFor();
    await visitor.leave();
  });

  it('is asked for anew where the link does not work any more', async () => {
    const visitor = await hall.visit();
    const { page } = visitor;
    visitor.expectRefusal(400, /^\/auth\/update-password$/);
    await visitor.open('/auth/reset#token=of-nobody&email=ada%40links.test');
    await page.getByLabel('new password').fill(password);
    await page.getByRole('button', { name: 'Change my password' }).click();
    await page.getByRole('button', { name: 'Send me a new link' }).click();
    expect(await page.getByLabel('email').inputValue()).toBe('ada@links.test');
    await page.getByRole('link', { name: 'Back to sign in' }).waitFor();
    await visitor.leave();
  });
});

inBrowser('An invitation', (hall) => {
  it('says to what, by whom and when, and ends with the ticket', async () => {
    const { world } = hall;
    const acme = await world.organization({ name: 'Nordlicht Hacks' });
    const times = { start_at: '2027-03-06T08:00:00Z', end_at: '2027-03-07T17:00:00Z', tz: 'Europe/Berlin' };
    const config_json = JSON.stringify({ place: 'Mainz' });
    const hack = await world.superEvent(acme, { name: 'Spring Hack', ...times, config_json });
    await world.track(hack);
    const olga = world.as(await world.member(acme, 'OWNER', { name: 'Olga' }), acme);
    await olga.post(`/super-events/${hack.slug}/participants`, { email: 'ida@links.test', firstName: 'Ida' });
    const visitor = await hall.visit({ ...narrow, locale: 'en-GB' });
    const { page } = visitor;
    await openLink(visitor, await world.nextMailTo('ida@links.test'));
    await page.getByRole('heading', { name: 'You are invited to Spring Hack' }).waitFor();
    await page.getByText('By Olga, Nordlicht Hacks').waitFor();
    await page.getByText(/^6.{1,3}7 March 2027, Mainz$/).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Ida');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.getByRole('heading', { name: 'You are in: Spring Hack' }).waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await page.getByRole('link', { name: 'Show my ticket' }).click();
    await page.getByTestId('ticket-qr').waitFor();
    await visitor.leave();
  });

  const asJudge = async (email: string) => {
    const { world } = hall;
    const acme = await world.organization({ name: 'Nordlicht Hacks' });
    const hack = await world.superEvent(acme, { name: 'Spring Hack' });
    await world.track(hack, { name: 'Climate' });
    const olga = world.as(await world.member(acme, 'OWNER', { name: 'Olga' }), acme);
    await olga.post(`/super-events/${hack.id}/role-invites`, { email, role: 'JUDGE' });
    return world.nextMailTo(email);
  };

  it('to somebody with an account asks for its password alone, and leads to judging', async () => {
    const ada = await personWithPassword(hall.world, { name: 'Ada' });
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    visitor.expectRefusal(401, /^\/invites\/accept$/);
    await openLink(visitor, await asJudge(ada.email));
    await page.getByRole('heading', { name: 'You are invited to Climate at Spring Hack' }).waitFor();
    await page.getByText('By Olga, Nordlicht Hacks, as a judge').waitFor();
    expect([await page.getByLabel('Email').inputValue(), await page.getByLabel('Name').count()]).toEqual([
      ada.email,
      0,
    ]);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByLabel('Your password').fill(wrongPassword);
    await page.getByRole('button', { name: 'Sign in and accept' }).click();
    await page.getByText('This is not the password of your account').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Sign in and accept' }).click();
    await page.getByRole('link', { name: 'Go to judging' }).click();
    await page.getByText('No team is yours to judge yet').waitFor();
    await visitor.leave();
  });

  it('to somebody who is signed in asks for nothing', async () => {
    const ada = await personWithPassword(hall.world, { name: 'Ada' });
    const mail = await asJudge(ada.email);
    const visitor = await hall.visit({ ...narrow, colorScheme: 'dark' });
    const { page } = visitor;
    await visitor.signIn({ ...ada, password });
    await page.waitForURL('**/me');
    await openLink(visitor, mail);
    await page.getByText(`You are signed in as Ada (${ada.email})`).waitFor();
    expect(await page.getByLabel('password').count()).toBe(0);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.getByRole('link', { name: 'Go to judging' }).click();
    await page.getByText('No team is yours to judge yet').waitFor();
    visitor.expectRefusal(404, /^\/invites\/read$/);
    await openLink(visitor, mail);
    await page.getByText('This link does not work any more').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.waitForURL('**/judge');
    await visitor.leave();
  });

  it('to somebody else than who is signed in says so, and signs in whom it is for', async () => {
    const { world } = hall;
    const [ada, bob] = [
      await personWithPassword(world, { name: 'Ada' }),
      await personWithPassword(world, { name: 'Bob' }),
    ];
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.signIn({ ...bob, password });
    await page.waitForURL('**/me');
    await openLink(visitor, await asJudge(ada.email));
    await page.getByText(`You are signed in as ${bob.email}. This invitation is for ${ada.email}`).waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Sign in and accept' }).click();
    await page.getByRole('link', { name: 'Go to judging' }).click();
    await page.getByTitle('Signed in as Ada').waitFor();
    await visitor.leave();
  });

  it('that cannot be accepted any more leads to signing in', async () => {
    const visitor = await hall.visit();
    visitor.expectRefusal(404, /^\/invites\/read$/);
    await visitor.open('/invites/accept#token=of-nobody');
    await visitor.page.getByText('This link does not work any more').waitFor();
    await visitor.page.getByRole('link', { name: 'Sign in' }).click();
    await visitor.page.getByTestId('sign-in').waitFor();
    await visitor.leave();
  });
});

inBrowser('An unknown address', (hall) => {
  it('leads back into the product', async () => {
    const visitor = await hall.visit(narrow);
    visitor.expectRefusal(404, /^\/no\/such\/page$/);
    await visitor.open('/no/such/page');
    await visitor.page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.page.getByRole('link', { name: 'I judge' }).click();
    await visitor.page.getByTestId('sign-in').waitFor();
    await visitor.leave();
  });
});
