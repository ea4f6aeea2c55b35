import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { create } from 'qrcode';
import { browserPath, noticeMissingBrowser, openBrowser } from '../support/browser.ts';
import { openWorld, type World } from '../support/world.ts';
import { doorScene, typing, verdict } from './door.ts';
import { visit } from './visitor.ts';

if (!browserPath) noticeMissingBrowser();
const inBrowser = browserPath ? describe : describe.skip;

const [width, height, dot] = [640, 480, 8];

/** A film (YUV4MPEG2) of two pictures of a QR code, black on white, in the middle. */
function filmOf(text: string): Buffer {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const [left, top] = [width, height].map((length) => Math.floor((length - modules.size * dot) / 2));
  const isBlack = (x: number, y: number) => {
    const [column, row] = [Math.floor((x - left!) / dot), Math.floor((y - top!) / dot)];
    const isInside = Math.min(column, row) >= 0 && Math.max(column, row) < modules.size;
    return isInside && Boolean(modules.get(row, column));
  };
  const light = Buffer.alloc(width * height);
  for (let at = 0; at < light.length; at++) light[at] = isBlack(at % width, Math.floor(at / width)) ? 16 : 235;
  const grey = Buffer.alloc(light.length / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, grey]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`), frame, frame]);
}

inBrowser('The camera of a kiosk', () => {
  let world: World;
  let folder: string;
  let browser: Browser | undefined;
  beforeAll(async () => {
    world = await openWorld();
    folder = await mkdtemp(join(tmpdir(), 'film-'));
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
    await world.close();
  });

  /** A browser before whose camera this is held. */
  async function holding(text: string): Promise<Browser> {
    const film = join(folder, 'ticket.y4m');
    await writeFile(film, filmOf(text));
    await browser?.close();
    browser = await openBrowser([
      ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
      `--use-file-for-fake-video-capture=${film}`,
    ]);
    return browser;
  }

  it('lights what is held before it, where the device can', async () => {
    const scene = await doorScene(world);
    const visitor = await visit(await holding('nobody'), world.url);
    visitor.expectRefusal(404, /\/scan$/);
    // No camera of a test has a light.
    const torch = `MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
      MediaStreamTrack.prototype.applyConstraints = async ({ advanced: [{ torch }] }) => void (lit = torch);`;
    await visitor.page.addInitScript({ content: torch });
    await visitor.open((await scene.device()).path);
    await verdict(visitor.page, 'refused');
    await visitor.page.getByRole('button', { name: 'Next' }).click();
    await visitor.page.getByRole('button', { name: 'Light', pressed: false }).click();
    await visitor.page.getByRole('button', { name: 'Light', pressed: true }).waitFor();
    await visitor.becomes('globalThis.lit', true);
    expect(await visitor.barriers()).toEqual([]);
    await visitor.leave();
  });

  it.each([390, 320])('says below the corners of the code what to do, on a phone of %i pixels', async (screen) => {
    const scene = await doorScene(world);
    const visitor = await visit(await holding('nobody'), world.url, { viewport: { width: screen, height: 640 } });
    visitor.expectRefusal(404, /\/scan$/);
    await visitor.open((await scene.device()).path);
    await verdict(visitor.page, 'refused');
    await visitor.page.getByRole('button', { name: 'Next' }).click();
    const gap = `(() => {
      const camera = document.querySelector('.camera[data-state=on]');
      const corners = getComputedStyle(camera, '::after');
      const below = camera.getBoundingClientRect().bottom - parseFloat(corners.bottom) - parseFloat(corners.marginBottom);
      return document.querySelector('.camera p').getBoundingClientRect().top - below;
    })()`;
    expect(await visitor.page.evaluate(gap)).toBeGreaterThanOrEqual(0);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.leave();
  });

  it('reads a ticket that is held before it, once', async () => {
    const scene = await doorScene(world);
    const ada = await scene.guest('Ada');
    const visitor = await visit(await holding(ada.token), world.url);
    await visitor.open((await scene.device()).path);
    expect(await verdict(visitor.page, 'ok')).toBe('Ada');
    // It is held there all the time: what is read is always the same reading.
    await visitor.page.getByTestId('verdict').waitFor({ state: 'detached' });
    expect(await visitor.page.locator('[data-testid=latest] li').count()).toBe(1);
    expect(await scene.records()).toHaveLength(1);
    await typing(visitor.page).waitFor();
    await visitor.leave();
  });
});
