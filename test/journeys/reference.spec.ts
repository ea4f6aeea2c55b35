import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { browserPath, noticeMissingBrowser, phone } from '../support/browser.ts';
import { borrowBrowser, giveBackBrowser } from '../support/kept/browser.ts';
import { personWithPassword, signIn } from '../support/sign-in.ts';
import { openWorld, type World } from '../support/world.ts';

if (!browserPath) noticeMissingBrowser();
const inBrowser = browserPath ? describe : describe.skip;

inBrowser('Somebody who reads the reference on a phone', () => {
  let world: World;
  let browser: Browser;
  beforeAll(async () => {
    world = await openWorld({ SERVICES: 'identity,gateway' });
    browser = await borrowBrowser();
  });
  afterAll(async () => {
    await giveBackBrowser(browser);
    await world.close();
  });

  /** Opens it and notes whatever the browser complains about, such as a breach of the policy, and what it asks for. */
  async function open() {
    const page = await (await browser.newContext(phone)).newPage();
    const complaints: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => void complaints.push(message.text()));
    page.on('pageerror', (error) => void complaints.push(error.message));
    page.on('request', (request) => void asked.push(`${request.method()} ${request.url().replace(world.url, '')}`));
    await page.goto(`${world.url}/reference`);
    await page.getByRole('button', { name: 'Authorize' }).waitFor();
    return { page, complaints, asked };
  }

  async function show(page: Page, secret: string, field: string) {
    await page.getByRole('button', { name: 'Authorize' }).tap();
    await page.locator(field).fill(secret);
    await page.locator(field).press('Enter');
    await page.getByRole('button', { name: 'Close', exact: true }).first().tap();
  }

  /** Opens one operation, sends it, and reads what came back. */
  async function tryOut(page: Page, tag: string, path: string): Promise<{ status: string; body: string }> {
    await page.locator(`#operations-tag-${tag}`).tap();
    const operation = page.locator('.opblock-get').filter({ has: page.locator(`[data-path="${path}"]`) });
    await operation.locator('.opblock-summary-control').tap();
    await operation.getByRole('button', { name: 'Execute' }).tap();
    const answer = operation.locator('.live-responses-table tbody');
    await answer.waitFor();
    return {
      status: await answer.locator('.response-col_status').innerText(),
      body: await answer.locator('.highlight-code').innerText(),
    };
  }
  const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth');

  it('tries an operation without a word to anybody else', async () => {
    const { page, complaints, asked } = await open();
    expect(await page.title()).toBe('Muster: reference');
    expect(await fits(page)).toBe(true);
    const { status, body } = await tryOut(page, 'Status', '/status');
    expect([status, body]).toEqual(['200', expect.stringContaining('Muster is running.')]);
    expect(await fits(page)).toBe(true);
    expect(complaints).toEqual([]);
    expect(asked).toEqual([
      'GET /reference',
      'GET /reference/swagger-ui.css',
      'GET /reference/swagger-ui-bundle.js',
      'GET /openapi.json',
      'GET /status',
    ]);
  });

  it('shows a key that was typed in', async () => {
    const acme = await world.organization();
    const olga = await world.member(acme, 'OWNER');
    const { page, complaints } = await open();
    await show(page, await world.keyOf(olga, acme), '#api_key_value');
    const { status, body } = await tryOut(page, 'Sessions', '/auth/user');
    expect([status, body]).toEqual(['200', expect.stringContaining(olga.email)]);
    expect(complaints).toEqual([]);
  });

  it('shows the token of a session', async () => {
    const ada = await personWithPassword(world);
    const { page, complaints } = await open();
    await show(page, (await signIn(world, ada)).access_token, '#auth-bearer-value');
    const { status, body } = await tryOut(page, 'Sessions', '/auth/user');
    expect([status, body]).toEqual(['200', expect.stringContaining(ada.email)]);
    expect(complaints).toEqual([]);
  });
});
