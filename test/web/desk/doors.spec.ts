import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { withKey } from '../../support/devices.ts';
import { eventually } from '../../support/wire.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { rowOf, says, setScene, type Scene } from './at-the-desk.ts';

inBrowser('Doors and devices at the desk', (hall) => {
  let scene: Scene;
  let visitor: Visitor;
  beforeEach(async () => {
    scene = await setScene(hall);
  });
  afterEach(() => visitor.leave());

  it('counts a scan as soon as it is made', async () => {
    const door = await hall.world.point(scene.hack, { name: 'Main door' });
    const { parent } = await hall.world.registered(await hall.world.person(), scene.tracks.ai);
    visitor = await scene.sit('doors');
    await says(visitor, 'board-checked-in', '0');
    const scanned = await scene.api.post(`/checkin-points/${door.id}/scan`, { token: parent.token });
    expect(scanned.status).toBe(201);
    await says(visitor, 'board-checked-in', '1');
    await rowOf(visitor, 'point-row', 'Main door').locator('[data-name="Checked in"]').getByText('1').waitFor();
  });

  it('adds the first door', async () => {
    visitor = await scene.sit('doors');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add a door' }).click();
    await page.getByLabel('Name').fill('Main door');
    await page.getByLabel('Opens').fill('2027-03-06T08:00');
    await page.getByLabel('Closes').fill('2027-03-06T18:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await rowOf(visitor, 'point-row', 'Main door').getByText('Check-in').waitFor();
    const { checkin_points } = (await scene.api.get(`/super-events/${scene.hack.slug}/checkin-points`)).body.data;
    expect(checkin_points).toMatchObject([{ name: 'Main door', opens_at: '2027-03-06T07:00:00.000Z' }]);
  });

  it('pairs a kiosk for one door, shows how it is, and ends it', async () => {
    const door = await hall.world.point(scene.tracks.ai, { name: 'Side door' });
    visitor = await scene.sit('doors');
    const { page } = visitor;
    await page.getByTestId('pair-kiosk').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Kiosk 1');
    await dialog.getByLabel('Kind').selectOption('board');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Board 1');
    await dialog.getByLabel('Kind').selectOption('kiosk');
    await dialog.getByLabel('Name').fill('Side door, left');
    await dialog.getByLabel('Side door').check();
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('img', { name: 'Code that opens the address below' }).waitFor();
    const url = new URL((await dialog.getByTestId('pairing-url').getAttribute('href')) ?? '');
    expect([url.pathname, await dialog.getByTestId('pairing-url').innerText()]).toEqual(['/kiosk', url.href]);

    await dialog.getByText('opens on this computer alone').waitFor();
    await dialog.getByText('PUBLIC_URL').waitFor();
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();

    const paired = await hall.world.stranger().post('/devices/pair', { code: url.hash.slice(1) });
    expect(paired).toMatchObject({ status: 200, body: { data: { device: { checkin_point_ids: [door.id] } } } });
    const kiosk = withKey(hall.world, paired.body.data.key);
    await dialog.getByText('It is paired.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();

    await kiosk.post('/device/report', { queued: 3, version: '7.1' });
    const row = rowOf(visitor, 'device-row', 'Side door, left');
    await row.getByText('Sending 3 scans').waitFor();
    expect(await row.locator('[data-name="To send"]').innerText()).toBe('3');
    expect(await row.locator('[data-name=Version]').innerText()).toBe('7.1');

    await row.getByRole('button', { name: 'Disconnect: Side door, left' }).click();
    await page.getByText('3 scans wait on it: let it send them first.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    await eventually(
      () => kiosk.post('/device/report', { queued: 0, version: '7.1' }),
      ({ status }) => status === 401,
    );
  });
});
