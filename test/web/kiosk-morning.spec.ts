import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { Chance } from '../faults/chance.ts';
import { browserPath, noticeMissingBrowser, openBrowserAt } from '../support/browser.ts';
import { passage, type Passage } from '../support/outage.ts';
import { openWorld, type World } from '../support/world.ts';
import { doorScene, isOnline, type, typing, waiting } from './door.ts';
import { Visitor } from './visitor.ts';

if (!browserPath) noticeMissingBrowser();
const inBrowser = browserPath ? describe : describe.skip;
const chance = new Chance(Number(process.env.SEED ?? 2026));

/** A browser that keeps what it has in a folder, as a device does, whatever happens to it. */
class Device {
  readonly #folder: string;
  readonly #network: Passage;
  #context: BrowserContext | undefined;
  visitor!: Visitor;

  constructor(folder: string, network: Passage) {
    this.#folder = folder;
    this.#network = network;
  }

  async start(path: string): Promise<void> {
    const context = await openBrowserAt(this.#folder);
    this.#context = context;
    this.visitor = new Visitor(context, await context.newPage(), this.#network);
    await this.visitor.open(path);
    await typing(this.visitor.page).waitFor();
  }

  /** As an empty battery does. */
  async die(): Promise<void> {
    execFileSync('pkill', ['-KILL', '-f', `user-data-dir=${this.#folder}`]);
    // It is closed already, or is just being noticed to be.
    await this.close().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#context?.close();
  }
}

inBrowser('A kiosk on a bad morning', () => {
  let world: World;
  let folder: string;
  let network: Passage;
  let device: Device;
  beforeAll(async () => {
    world = await openWorld();
    folder = await mkdtemp(join(tmpdir(), 'kiosk-'));
    network = await passage(new URL(world.url));
    device = new Device(folder, network);
  });
  afterAll(async () => {
    await device.close();
    network.close();
    await rm(folder, { recursive: true, force: true });
    await world.close();
  });

  it('loses nothing of two hundred scans, while the network comes and goes and the browser dies three times', async () => {
    const scene = await doorScene(world);
    const guests = [];
    for (let n = 1; n <= 200; n++) guests.push(await scene.guest(`Guest ${n}`));
    await device.start((await scene.device()).path);
    await device.visitor.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');

    /** What may happen between two scans. The browser is told of a network that is gone, or not. */
    const events = [
      () => device.visitor.goOffline(),
      () => device.visitor.goOnline(),
      () => Promise.resolve(network.cut()),
    ];
    const windows: (readonly [from: number, to: number])[] = [];
    for (const [n, { token }] of guests.entries()) {
      const { page } = device.visitor;
      if (n === 60) await device.visitor.goOffline().then(() => isOnline(page, false));
      if (n === 75) await page.reload();
      if (n === 92) await device.visitor.goOnline();
      if ([40, 90, 150].includes(n)) {
        await device.die();
        await device.start('/kiosk');
      } else if ((n < 60 || n > 92) && chance.hits(0.1)) await chance.one(events)();
      const from = Date.now();
      await type(device.visitor.page, token);
      await device.visitor.page
        .locator('[data-testid=verdict]:is([data-kind=ok], [data-kind=offline-ok])')
        .filter({ hasText: new RegExp(`Guest ${n + 1}(?!\\d)`) })
        .waitFor();
      windows.push([from, Date.now()]);
    }
    await device.visitor.goOnline();
    await waiting(device.visitor.page, 0);
    const records = await scene.records();
    expect(records.map(({ registration_id }) => registration_id)).toEqual(guests.map(({ id }) => id));
    const isInTime = records.map(({ checked_in_at }, n) => {
      const [from, to] = windows[n]!;
      return from <= checked_in_at.getTime() && checked_in_at.getTime() <= to;
    });
    expect(isInTime).not.toContain(false);
    expect(await device.visitor.page.getByTestId('dispute').count()).toBe(0);
    await device.visitor.leave();
  }, 300_000);
});
