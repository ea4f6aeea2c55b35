/** An address that pairs a device, opened on one that is paired already. */
import { expect, it } from '@jest/globals';
import { eventually } from '../support/wire.ts';
import { doorScene, isOnline, type, typing, verdict, waiting, type DoorScene } from './door.ts';
import { inBrowser, type Hall } from './in-browser.ts';
import { looksRight } from './looks.ts';
import type { Visitor } from './visitor.ts';

/** A kiosk at one of two doors, and the address that pairs it with the other. */
async function between(hall: Hall) {
  const scene = await doorScene(hall.world);
  const ada = await scene.guest('Ada');
  const side = await hall.world.point(scene.track, { name: 'Side entrance' });
  const former = await scene.device('kiosk', { name: 'Left iPad', checkin_point_ids: [scene.door.id] });
  const next = await scene.device('kiosk', { name: 'Right iPad', checkin_point_ids: [side.id] });
  const visitor = await hall.visit();
  const paired = visitor.page.waitForResponse('**/devices/pair');
  await visitor.open(former.path);
  const { key } = (await (await paired).json()).data as { key: string };
  await standsAt(visitor, 'Main entrance');
  return { scene, ada, former, next, key, visitor, page: visitor.page };
}
const standsAt = async ({ page }: Pick<Visitor, 'page'>, door: string) => {
  await page.getByRole('heading', { name: door }).waitFor();
  await typing(page).waitFor();
};
const question = ({ page }: Visitor, name = 'Pair this kiosk anew?') => page.getByRole('dialog', { name });
/** The device that the code in this address pairs is still waited for. */
const isUnused = async ({ world }: Hall, { path }: Awaited<ReturnType<DoorScene['device']>>) =>
  (await world.stranger().post('/devices/pair/read', { code: path.split('#')[1] })).status === 200;

inBrowser('A kiosk that is paired', (hall) => {
  it('asks before it is another, and stays what it is on no, with the code unused', async () => {
    const { scene, ada, next, visitor, page } = await between(hall);
    await visitor.open(next.path);
    await question(visitor).waitFor();
    const words = await question(visitor).innerText();
    for (const name of ['Left iPad', 'Right iPad', scene.hack.name]) expect(words).toContain(name);
    expect(await page.evaluate('location.hash')).toBe('');
    await looksRight(visitor, 'the question');
    await page.getByTestId('pair-stay').click();
    await type(page, ada.token);
    await verdict(page, 'ok');
    await page.reload();
    await standsAt(visitor, 'Main entrance');
    expect([await isUnused(hall, next), (await scene.records()).length]).toEqual([true, 1]);
    await visitor.leave();
  });

  it('hands in what it welcomed before with its former key, though that waits until it is another', async () => {
    const { scene, ada, next, key, visitor, page } = await between(hall);
    const scans = '**/checkin-points/*/scan';
    visitor.expectFailure(/\/scan$/);
    await visitor.context.route(scans, (route) => route.abort());
    await type(page, ada.token);
    expect(await verdict(page, 'offline-ok')).toBe('Ada');
    await waiting(page, 1);
    await visitor.open(next.path);
    await question(visitor).getByText('One scan waits to be sent').waitFor();
    await page.getByTestId('pair-anew').click();
    await standsAt(visitor, 'Side entrance');
    await waiting(page, 1);
    const sent = page.waitForRequest(scans);
    await visitor.context.unroute(scans);
    expect((await sent).headers()['x-api-key']).toBe(key);
    await waiting(page, 0);
    expect(await eventually(scene.records, (records) => records.length === 1)).toMatchObject([
      { registration_id: ada.id },
    ]);
    expect(await page.getByTestId('dispute').count()).toBe(0);
    await visitor.leave();
  });

  it('stays with what waits where its key turns out to have ended, with the code unused', async () => {
    const { scene, ada, former, next, visitor, page } = await between(hall);
    const asked = /\/(scan|manifest|report)$/;
    const requests = ({ pathname }: URL) => asked.test(pathname);
    visitor.expectFailure(asked);
    visitor.expectRefusal(401, asked);
    await visitor.context.route(requests, (route) => route.abort());
    await type(page, ada.token);
    await verdict(page, 'offline-ok');
    await scene.olga.del(`/devices/${former.id}`);
    await visitor.open(next.path);
    await question(visitor).waitFor();
    await visitor.context.unroute(requests);
    await page.getByTestId('pair-anew').click();
    await page.getByRole('heading', { name: 'This kiosk was disconnected' }).waitFor();
    await waiting(page, 1);
    expect(await isUnused(hall, next)).toBe(true);
    await visitor.leave();
  });

  it('is the other one in every tab', async () => {
    const { next, visitor } = await between(hall);
    const tab = await visitor.context.newPage();
    await tab.goto(new URL(next.path, visitor.page.url()).href);
    await tab.getByTestId('pair-anew').click();
    await standsAt({ page: tab }, 'Side entrance');
    await standsAt(visitor, 'Side entrance');
    await visitor.leave();
  });

  it('says why it cannot be another now, and stays what it is', async () => {
    const { scene, next, visitor, page } = await between(hall);
    const stays = question(visitor, 'This kiosk stays as it is');
    const board = await scene.device('board');
    await visitor.open(board.path.replace('board', 'kiosk'));
    await stays.getByText('This code was for a board').waitFor();
    await looksRight(visitor, 'the reason');
    await page.getByRole('button', { name: 'Close' }).click();
    await visitor.goOffline();
    await isOnline(page, false);
    await page.evaluate(`location.hash = ${JSON.stringify(next.path.split('#')[1])}`);
    await stays.waitFor();
    await page.keyboard.press('Escape');
    await stays.waitFor({ state: 'detached' });
    await standsAt(visitor, 'Main entrance');
    expect([await isUnused(hall, next), await isUnused(hall, board)]).toEqual([true, true]);
    await visitor.leave();
  });
});

inBrowser('A board that is paired', (hall) => {
  it('asks before it is another', async () => {
    const scene = await doorScene(hall.world);
    const [former, next] = [await scene.device('board', { name: 'Hall' }), await scene.device('board')];
    const visitor = await hall.visit();
    await visitor.open(former.path);
    const { page } = visitor;
    await page.getByTestId('board-checked-in').waitFor();
    await visitor.open(next.path);
    await question(visitor, 'Pair this board anew?').getByText('Hall').waitFor();
    await looksRight(visitor, 'the question of a board');
    await page.getByTestId('pair-stay').click();
    expect(await isUnused(hall, next)).toBe(true);
    await visitor.open(next.path);
    const paired = page.waitForResponse('**/devices/pair');
    await page.getByTestId('pair-anew').click();
    expect((await paired).status()).toBe(200);
    await page.getByTestId('board-checked-in').waitFor();
    await visitor.leave();
  });
});
