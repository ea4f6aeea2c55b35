/** B1 to B3: measurements in a browser: a board under load, kiosk and judging on a slow telephone. */
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { createClient, type Muster } from '../../clients/typescript/src/index.ts';
import { browserPath, openBrowser, phone } from '../../test/support/browser.ts';
import { hashed, password } from '../../test/support/sign-in.ts';
import { asInTheImage, hasNatsServer, onGround, type Ground } from '../ground.ts';
import { steadily } from '../load/load.ts';
import { median, ms, notMeasured, type Case, type Row } from '../measure.ts';

const [scansPerSecond, seconds, warmUp] = [150, 60, 5];
const slowdown = 4;
/** Scans and keystrokes on the telephone. */
const tries = 20;
/** Timeout of a page. */
const pageTimeoutMs = 60_000;

const titles = {
  B1: `a board at ${scansPerSecond} scans a second for ${seconds} s`,
  B2: `the kiosk on a processor slowed ${slowdown} ×`,
  B3: `the judge's page on a processor slowed ${slowdown} ×`,
};
const goals = {
  B1: 'whole within 3 s, grows < 1 MB',
  B2: 'first paint < 1 s, verdict ≤ 100 ms behind the answer',
  B3: 'first paint < 1 s, a keystroke ≤ 200 ms',
};
type Id = keyof typeof titles;

interface Morning {
  readonly url: string;
  readonly owner: Muster;
  readonly hack: { readonly id: string; readonly organization_id: string };
  readonly track: { readonly id: string };
  readonly door: { readonly id: string };
  readonly tokens: string[];
  readonly judge: { readonly id: string; readonly email: string };
  readonly team: { readonly id: string };
}

export const pages: Case = {
  ids: ['B1', 'B2', 'B3'],
  async run(isWanted) {
    const wanted = (Object.keys(titles) as Id[]).filter(isWanted);
    const missing = browserPath ? (hasNatsServer ? '' : 'nats-server') : 'chromium';
    if (missing) {
      const reason = `there is no ${missing} on the PATH`;
      return wanted.map((id) => notMeasured(id, titles[id], goals[id], reason));
    }
    return onGround(async (ground) => {
      const morning = await prepare(ground);
      const browser = await openBrowser(['--js-flags=--expose-gc', '--enable-precise-memory-info']);
      try {
        const rows: Row[] = [];
        for (const id of wanted) rows.push(await measures[id](morning, browser));
        return rows;
      } finally {
        await browser.close();
      }
    });
  },
};

const measures: Record<Id, (morning: Morning, browser: Browser) => Promise<Row>> = {
  B1: board,
  B2: kiosk,
  B3: judging,
};

async function prepare({ cluster, fixtures }: Ground): Promise<Morning> {
  const rest = 'identity,organizations,events,registrations,teams,judging';
  const [gateway] = await Promise.all(
    ['gateway', 'check-in', rest].map((services) => cluster.start(services, { ...asInTheImage, RATE_LIMIT: 'off' })),
  );
  const acme = await fixtures.organization();
  const hack = await fixtures.superEvent(acme);
  const track = await fixtures.track(hack);
  const judge = await fixtures.person({ password_hash: await hashed(password) });
  await fixtures.role(judge, track, 'JUDGE');
  const url = `http://127.0.0.1:${gateway?.port}`;
  const apiKey = await fixtures.keyOf(await fixtures.member(acme, 'OWNER'), acme);
  const crowd = await fixtures.crowd(track, scansPerSecond * (seconds + warmUp) + tries);
  return {
    ...{ url, hack, track, judge },
    door: await fixtures.point(track),
    team: await fixtures.team(track, []),
    owner: createClient({ url, apiKey }),
    tokens: crowd.map(({ token }) => token),
  };
}

/** Returns the path that pairs a device. */
async function paired({ owner, hack }: Morning, kind: 'kiosk' | 'board'): Promise<string> {
  const device = { orgId: hack.organization_id, kind, name: `The ${kind}`, super_event_id: hack.id };
  const { pathname, hash } = new URL((await owner.identity.addDevice(device)).pairing.url);
  return pathname + hash;
}

async function look(browser: Browser, address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(pageTimeoutMs);
  const page = await context.newPage();
  await page.goto(address);
  return { page, devtools: await context.newCDPSession(page), leave: () => context.close() };
}

const row = (id: Id, figure: string, met: boolean): Row => ({ id, what: titles[id], figure, goal: goals[id], met });

async function board(morning: Morning, browser: Browser): Promise<Row> {
  const { owner, door, tokens } = morning;
  const { page, devtools, leave } = await look(browser, morning.url + (await paired(morning, 'board')));
  const scan = (token: string) => owner.checkIn.scan({ pointId: door.id, token });
  const shows = (count: number) =>
    page
      .getByTestId('board-checked-in')
      .filter({ hasText: new RegExp(`^${count}$`) })
      .waitFor();
  await steadily(scansPerSecond, tokens.splice(0, scansPerSecond * warmUp), scan);
  await shows(scansPerSecond * warmUp);
  const before = await heapOf(devtools);
  await steadily(scansPerSecond, tokens.splice(0, scansPerSecond * seconds), scan);
  const done = performance.now();
  await shows(scansPerSecond * (seconds + warmUp));
  const behind = performance.now() - done;
  const grown = (await heapOf(devtools)) - before;
  await leave();
  return row('B1', `${ms(behind)} behind, ${Math.round(grown / 1_024)} kB more`, behind < 3_000 && grown < 1_048_576);
}

/** Bytes that a page retains. */
async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

/** Slows the page down and loads it from its cache. Returns the milliseconds until something was painted. */
async function firstPaint(page: Page, devtools: CDPSession): Promise<number> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const paints: number[] = [];
  for (let n = 0; n < 5; n++) {
    await page.reload();
    paints.push(
      await page.evaluate<number>(`new Promise((resolve) =>
        new PerformanceObserver((list) =>
          list.getEntriesByName('first-contentful-paint').forEach(({ startTime }) => resolve(startTime)),
        ).observe({ type: 'paint', buffered: true }))`),
    );
  }
  return median(paints);
}

async function kiosk(morning: Morning, browser: Browser): Promise<Row> {
  const { page, devtools, leave } = await look(browser, morning.url + (await paired(morning, 'kiosk')), phone);
  await page.getByTestId('token-input').waitFor();
  const painted = await firstPaint(page, devtools);
  // When a verdict was written, by the same clock as the answers.
  await page.evaluate(`{
    globalThis.seen = [];
    new MutationObserver(() => {
      const shown = document.querySelector('[data-testid=verdict]');
      if (shown && globalThis.seen.at(-1)?.text !== shown.textContent)
        globalThis.seen.push({ text: shown.textContent, at: performance.now() });
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }`);
  const waits: number[] = [];
  for (const token of morning.tokens.splice(0, tries)) {
    await page.getByTestId('token-input').fill(token);
    const answered = page.waitForResponse('**/scan');
    await page.getByTestId('token-input').press('Enter');
    await answered;
    await page.locator('[data-testid=verdict][data-kind=ok]').waitFor();
    const late = `globalThis.seen.at(-1).at - performance.getEntriesByType('resource').findLast(({ name }) => name.endsWith('/scan')).responseEnd`;
    waits.push(await page.evaluate<number>(late));
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await leave();
  const figure = `first paint ${ms(painted)}, verdict ${ms(median(waits))} behind (${ms(Math.max(...waits))} at most)`;
  return row('B2', figure, painted < 1_000 && median(waits) <= 100);
}

async function judging(morning: Morning, browser: Browser): Promise<Row> {
  const { owner, track, judge, team, url } = morning;
  const { criterion } = await owner.judging.createCriterion({
    eventId: track.id,
    name: 'Impact',
    weight: 1,
    order_index: 0,
  });
  const paragraph = 'Bees find their way home by what they have seen before. ';
  await owner.teams.submit({
    ...{ team_id: team.id, title: 'Bees', description: paragraph.repeat(30) },
    ...{ links: ['https://example.org/bees'], built_with: ['TypeScript', 'PostgreSQL'] },
  });
  await owner.judging.assignJudge({ eventId: track.id, judge_user_id: judge.id, team_id: team.id });
  const { page, devtools, leave } = await look(browser, `${url}/signin`, phone);
  await page.getByLabel('Email').fill(judge.email);
  await page.getByLabel('Password').fill(password);
  await page.getByTestId('sign-in').click();
  await page.getByRole('listitem').getByRole('link').first().click();
  await page.getByTestId(`score-${criterion.id}`).waitFor();
  await page.getByTestId('judge-project').waitFor();
  const painted = await firstPaint(page, devtools);
  await page.getByText('Add words').first().click();
  const comment = page.getByLabel('Comment for the organizers').first();
  await comment.waitFor();
  await page.evaluate(`{
    globalThis.strokes = [];
    new PerformanceObserver((list) => globalThis.strokes.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'event', durationThreshold: 16 });
  }`);
  await comment.pressSequentially('They had it on stage');
  await page.locator('[data-testid=saved]').waitFor();
  const strokes = await page.evaluate<number[]>('globalThis.strokes');
  const slowest = Math.max(0, ...strokes);
  await leave();
  return row('B3', `first paint ${ms(painted)}, a keystroke ${ms(slowest)} at most`, painted < 1_000 && slowest <= 200);
}
