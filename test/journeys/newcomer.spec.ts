import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { browserPath, noticeMissingBrowser, phone } from '../support/browser.ts';
import { borrowBrowser, giveBackBrowser } from '../support/kept/browser.ts';
import type { Client } from '../support/client.ts';
import { openWorld, type World } from '../support/world.ts';

if (!browserPath) noticeMissingBrowser();
const inBrowser = browserPath ? describe : describe.skip;

inBrowser('A newcomer', () => {
  let world: World;
  let browser: Browser;
  let organizer: Client;
  let path: string;
  let door: { id: string };
  beforeAll(async () => {
    world = await openWorld();
    browser = await borrowBrowser();
    const acme = await world.organization({ name: 'Acme' });
    organizer = world.as(await world.member(acme, 'OWNER'), acme);
    const hack = await world.superEvent(acme, { name: 'Spring Hack' });
    door = await world.point(await world.track(hack, { name: 'AI' }));
    path = `/super-events/${hack.slug}/participants`;
  });
  afterAll(async () => {
    await giveBackBrowser(browser);
    await world.close();
  });

  /** The address in the mail is the one the service is told to be at; in a test it is at another. */
  async function invited(email: string): Promise<string> {
    const answer = await organizer.post(path, { email, firstName: 'Grace', lastName: 'Hopper' });
    expect(answer).toMatchObject({ status: 201, body: { data: { status: 'invited', email } } });
    const [link = ''] = (await world.nextMailTo(email)).links;
    const { pathname, hash } = new URL(link);
    return world.url + pathname + hash;
  }

  /** Opens the link on a phone and notes whatever the browser complains about, and what it asks for. */
  async function open(link: string): Promise<{ page: Page; complaints: string[]; asked: string[] }> {
    const page = await (await browser.newContext(phone)).newPage();
    const complaints: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => void complaints.push(message.text()));
    page.on('pageerror', (error) => void complaints.push(error.message));
    page.on('request', (request) => void asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto(link);
    return { page, complaints, asked };
  }
  const password = 'analytical engine';
  const accept = (page: Page) => page.getByRole('button', { name: 'Accept the invitation' });
  const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth');

  it('is invited by mail, accepts on the phone, and is let in at the door with the code of the second mail', async () => {
    const email = 'grace@muster.test';
    const { page, complaints, asked } = await open(await invited(email));
    await page.getByRole('heading', { name: 'You are invited to Spring Hack' }).waitFor();
    expect(await page.title()).toBe('You are invited to Spring Hack – Muster');
    expect(await fits(page)).toBe(true);
    await page.getByLabel('Password').fill(password);
    await accept(page).tap();
    await page.getByRole('heading', { name: 'You are in: Spring Hack' }).waitFor();
    expect(page.url()).not.toContain('token');
    expect(complaints).toEqual([]);
    expect(asked.filter((request) => !request.startsWith('GET /assets/'))).toEqual([
      'GET /invites/accept',
      'POST /invites/read',
      'POST /invites/accept',
    ]);

    const mail = await world.nextMailTo(email);
    expect(mail.subject).toMatch(/^You're in! AI \(Spring Hack\), \d/);
    expect(mail.text).toContain('Hello Grace Hopper');
    const token = /check-in code:\n(\S+)/.exec(mail.text)?.[1];
    const scan = () => organizer.post(`/checkin-points/${door.id}/scan`, { token });
    expect(await scan()).toMatchObject({ status: 201, body: { data: { checked_in: true } } });
    expect(await scan()).toMatchObject({ status: 200, body: { data: { already_checked_in: true } } });
    expect(await organizer.post(path, { email })).toMatchObject({
      status: 200,
      body: { data: { status: 'already_enrolled' } },
    });
  });

  it('chooses a name and a password while accepting', async () => {
    const email = 'ada@muster.test';
    const { page, complaints } = await open(await invited(email));
    expect(await page.getByLabel('Name').inputValue()).toBe('Grace Hopper');
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Password').fill(password);
    await accept(page).tap();
    await page.getByRole('heading', { name: 'You are in: Spring Hack' }).waitFor();
    expect(complaints).toEqual([]);
    expect(
      await world.rows`select name, password_hash is not null as has_password from identity.person where email = ${email}`,
    ).toEqual([{ name: 'Ada Lovelace', has_password: true }]);
  });

  it('is told when the link has been used, and when it was cut', async () => {
    const link = await invited('linus@muster.test');
    const { page: first } = await open(link);
    await first.getByLabel('Password').fill(password);
    await accept(first).tap();
    await world.nextMailTo('linus@muster.test');
    const { page: again } = await open(link);
    await again.getByText('This link does not work any more').waitFor();
    const { page: cut } = await open(link.split('#')[0] ?? '');
    await cut.getByText('This link is incomplete').waitFor();
    await cut.getByRole('link', { name: 'Sign in' }).waitFor();
  });
});
