/**
 * Takes the pictures of the pages that the README shows: `npm run pictures`. It starts the demo in a folder of its own, lets people
 * come through the door, and looks at each page as the person whom it is for.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createClient, type Muster } from '../../clients/typescript/src/index.ts';
import { openBrowser } from '../support/browser.ts';

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const hackathon = 'spring-hack';
/** How many have come, over how many minutes. */
const [came, minutes] = [120, 75];
/** One more comes while we look at the kiosk. */
const wanted = came + 1;

const desktop = { viewport: { width: 1280, height: 800 } };
const television = { viewport: { width: 1280, height: 720 } };
const telephone = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true };

/** The demo, and what it prints. */
interface Demo {
  readonly url: string;
  readonly process: ChildProcess;
  readonly key: (role: string) => string;
  readonly person: (role: string) => { readonly email: string; readonly password: string };
}

async function startDemo(data: string): Promise<Demo> {
  const env = { ...process.env, DATA_DIR: data, PORT: '0', ADMIN_PORT: '0', RATE_LIMIT: 'off' };
  const child = spawn(process.execPath, ['cli/demo.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += chunk as string;
    if (text.includes('Ctrl+C stops it')) break;
  }
  const found = (pattern: string) => {
    const match = new RegExp(pattern).exec(text);
    if (!match) throw new Error(`The demo did not print ${pattern}:\n${text}`);
    return match.slice(1);
  };
  return {
    url: found('API +(\\S+)')[0] ?? '',
    process: child,
    key: (role) => found(`${role} +(mst_\\S+)`)[0] ?? '',
    person(role) {
      const [email = '', password = ''] = found(`${role} +(\\S+@\\S+) +(\\S+)`);
      return { email, password };
    },
  };
}

/** Returns the tokens of accepted people. */
async function tokens(organizer: Muster): Promise<string[]> {
  const { super_event } = await organizer.events.getSuperEvent({ slug: hackathon });
  const accepted = { superEventId: super_event.id, status: 'accepted' } as const;
  const asked: ReturnType<typeof organizer.registrations.get>[] = [];
  for await (const { id } of organizer.registrations.listForSuperEvent.each(accepted)) {
    asked.push(organizer.registrations.get({ id }));
    if (asked.length === wanted) break;
  }
  return (await Promise.all(asked)).map(({ registration }) => registration.checkin_token ?? '');
}

/** Lets people come: few at first, then many. */
async function welcome(door: Muster, pointId: string, all: readonly string[]): Promise<void> {
  const begun = Date.now() - minutes * 60_000;
  const scans = all.map((token, n) => ({
    token,
    nonce: `picture-${n}`,
    scanned_at: new Date(begun + minutes * 60_000 * Math.sqrt(n / all.length)).toISOString(),
  }));
  await door.checkIn.scanBatch({ pointId, scans });
}

class Photographer {
  readonly #browser: Browser;
  readonly #url: string;

  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  /** Opens an address in a window of its own. */
  async open(path: string, options: BrowserContextOptions): Promise<Page> {
    const window = { reducedMotion: 'reduce', colorScheme: 'light', timezoneId: 'Europe/Berlin', ...options } as const;
    const page = await (await this.#browser.newContext(window)).newPage();
    await page.goto(new URL(path, this.#url).href);
    return page;
  }

  /** Signs somebody in, who is led to their page. */
  async signIn(
    { email, password }: { email: string; password: string },
    options: BrowserContextOptions,
  ): Promise<Page> {
    const page = await this.open('/signin', options);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByTestId('sign-in').click();
    return page;
  }

  async take(page: Page, name: string): Promise<void> {
    await page.evaluate('document.fonts.ready');
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    process.stderr.write(`docs/pictures/${name}.png\n`);
  }
}

async function takeAll(demo: Demo, photographer: Photographer): Promise<void> {
  const as = (role: string) => createClient({ url: demo.url, apiKey: demo.key(role) });
  const organizer = as('organizer');
  const [guest = '', ...others] = await tokens(organizer);
  const { checkin_points } = await organizer.checkIn.listPointsOfSuperEvent({ slug: hackathon });
  const badgeDesk = checkin_points.find(({ name }) => name === 'Badge desk');
  await welcome(as('kiosk'), badgeDesk?.id ?? '', others);
  const { super_event } = await organizer.events.getSuperEvent({ slug: hackathon });
  const pair = async (kind: 'kiosk' | 'board', name: string) => {
    const device = { orgId: 'nordlicht', kind, name, super_event_id: super_event.id };
    // The demo chose its port by itself.
    const { pathname, hash } = new URL((await as('owner').identity.addDevice(device)).pairing.url);
    return pathname + hash;
  };
  await kiosk(photographer, await pair('kiosk', 'Main entrance'), guest);
  await board(photographer, await pair('board', 'Foyer'));
  await desk(photographer, demo);
  await judge(photographer, demo);
  const apply = await photographer.open(`/apply/${hackathon}`, telephone);
  await apply.getByTestId('apply-submit').waitFor();
  await photographer.take(apply, 'apply');
  const landing = await photographer.open('/', desktop);
  await landing.getByRole('link', { name: 'Sign in' }).first().waitFor();
  await photographer.take(landing, 'landing');
  for (const [name, colorScheme] of [
    ['me', 'light'],
    ['me-night', 'dark'],
  ] as const) {
    const me = await photographer.signIn(demo.person('participant'), { ...telephone, colorScheme });
    await me.getByTestId('ticket-qr').first().waitFor();
    await photographer.take(me, name);
  }
}

async function kiosk(photographer: Photographer, address: string, token: string): Promise<void> {
  const page = await photographer.open(address, telephone);
  await page.getByTestId('token-input').or(page.getByText('Badge desk')).first().waitFor();
  if (!(await page.getByTestId('token-input').isVisible())) await page.getByText('Badge desk').first().click();
  await page.getByTestId('token-input').fill(token);
  await page.getByTestId('token-input').press('Enter');
  await page.locator('[data-testid=verdict][data-kind=ok]').waitFor();
  await photographer.take(page, 'kiosk');
}

async function board(photographer: Photographer, address: string): Promise<void> {
  const page = await photographer.open(address, television);
  await page
    .getByTestId('board-checked-in')
    .filter({ hasText: /^\d{2,}$/ })
    .waitFor();
  await photographer.take(page, 'board');
}

async function desk(photographer: Photographer, demo: Demo): Promise<void> {
  const page = await photographer.signIn(demo.person('organizer'), desktop);
  await page.getByTestId('people-row').first().waitFor();
  await photographer.take(page, 'desk');
  for (const [view, shown] of [
    ['doors', 'Main entrance'],
    ['judging', 'Whom it helps, and by how much'],
  ] as const) {
    await page.goto(`${demo.url}/desk#/${hackathon}/${view}`);
    await page.getByText(shown).first().waitFor();
    await page.locator('.spinner, .coming').first().waitFor({ state: 'detached' });
    await photographer.take(page, `desk-${view}`);
  }
}

async function judge(photographer: Photographer, demo: Demo): Promise<void> {
  const page = await photographer.signIn(demo.person('judge'), telephone);
  await page.locator('[data-testid=progress]').waitFor();
  await page.getByRole('listitem').getByRole('link').first().click();
  const scores = page.locator('input[data-testid^=score-]');
  await scores.first().fill('8');
  await page.getByRole('button', { name: 'Add words' }).first().click();
  await page.getByLabel('Feedback for the team').first().fill('Works on stage, and we would use it.');
  await page.locator('[data-testid=saved][data-state=saved]').waitFor();
  await photographer.take(page, 'judge');
}

const data = await mkdtemp(join(tmpdir(), 'muster-pictures-'));
await mkdir(folder, { recursive: true });
const demo = await startDemo(data);
const browser = await openBrowser();
try {
  await takeAll(demo, new Photographer(browser, demo.url));
} finally {
  await browser.close();
  demo.process.kill('SIGTERM');
  await once(demo.process, 'exit');
  await rm(data, { recursive: true, force: true });
}
