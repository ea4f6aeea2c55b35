import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { narrow } from '../../support/browser.ts';
import { personWithPassword } from '../../support/sign-in.ts';
import { inBrowser } from '../in-browser.ts';
import { rowOf, setScene, type Scene } from './at-the-desk.ts';

inBrowser('The setup at the desk', (hall) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(hall);
  });
  const window = (page: Page) => page.getByRole('dialog');
  const save = (page: Page) => window(page).getByRole('button', { name: 'Save' }).click();
  const closed = (page: Page) => window(page).waitFor({ state: 'detached' });

  it.each([
    '',
    '/hackathon',
    '/looks',
    '/tracks',
    '/form',
    '/doors',
    '/roles',
    '/organization',
    '/prizes',
    '/connections',
    '/file',
  ])('shows its part %s on the narrowest phone, and axe finds nothing', async (part) => {
    const visitor = await scene.sit(`setup${part}`, narrow);
    await visitor.page.locator('main :is(.card, .checklist)').first().waitFor();
    const tab = visitor.page.getByRole('navigation', { name: 'Views of the hackathon' }).locator('[aria-current]');
    const box = await tab.boundingBox();
    expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 0) <= 320]).toEqual([true, true]);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.leave();
  });

  it('changes the hackathon, in its own zone, and keeps what else stands in its settings', async () => {
    await hall.world.rows`update events.super_event set config_json = '{"own": 1}' where id = ${scene.hack.id}`;
    const visitor = await scene.sit('setup/hackathon');
    const { page } = visitor;
    await page.getByLabel('Description').fill('Two days of code.');
    await page.getByLabel('Place', { exact: true }).fill('Mainz');
    await page.getByLabel('Registration closes').fill('2030-07-01T12:00');
    await page.getByLabel('Places').fill('80');
    await page.getByLabel('Largest file').fill('0.5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(
      await hall.world.rows`
      select description, max_participants, closes_at = '2030-07-01T10:00Z' as closes, config_json
        from events.super_event where id = ${scene.hack.id}`,
    ).toEqual([
      {
        ...{ description: 'Two days of code.', max_participants: 80, closes: true },
        config_json: { own: 1, place: 'Mainz', max_file_mb: 0.5 },
      },
    ]);
    await visitor.leave();
  });

  it('adds a track, says what stands against opening it, opens it all the same, and deletes it', async () => {
    const visitor = await scene.sit('setup/tracks');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add a track' }).click();
    await window(page).getByLabel('Name').fill('Robots');
    await window(page).getByLabel('Projects can be handed in until').fill('2030-03-10T12:00');
    await save(page);
    const row = rowOf(visitor, 'track-row', 'Robots');
    visitor.expectRefusal(409, /open-registration$/);
    await row.getByRole('button', { name: 'Open the registration: Robots' }).click();
    await window(page).getByText('The track is a draft').waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await window(page).getByRole('button', { name: 'Open it all the same' }).click();
    await row.getByText('✓ open').waitFor();
    await row.getByRole('button', { name: 'Close the registration: Robots' }).click();
    await row.getByText('closed').waitFor();
    await row.getByRole('button', { name: 'Edit: Robots' }).click();
    await window(page).getByLabel('Name').fill('Machines');
    await save(page);
    await closed(page);
    const machines = rowOf(visitor, 'track-row', 'Machines');
    await machines.getByRole('button', { name: 'Delete: Machines' }).click();
    await window(page).getByRole('button', { name: 'Delete' }).click();
    await machines.waitFor({ state: 'detached' });
    await visitor.leave();
  });

  it('adds doors with what is to be handed in, changes and deletes them', async () => {
    const visitor = await scene.sit('setup/doors');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add a door' }).click();
    await window(page).getByLabel('Name').fill('Gate');
    await window(page).getByLabel('Kind').selectOption('Hand-in gate');
    await window(page).getByLabel('Opens').fill('2030-03-10T10:00');
    await window(page).getByLabel('Closes').fill('2030-03-10T12:00');
    await window(page).getByLabel('To hand in').fill('Repository\nVideo\n');
    await window(page).getByLabel('Video').uncheck();
    await save(page);
    await rowOf(visitor, 'door-row', 'Gate').getByRole('button', { name: 'Edit: Gate' }).click();
    await window(page).getByLabel('Name').fill('Last gate');
    await save(page);
    await closed(page);
    expect(
      await hall.world.rows`
      select name, requirements from check_in.point where super_event_id = ${scene.hack.id}`,
    ).toEqual([
      {
        name: 'Last gate',
        requirements: [
          { id: 'r1', title: 'Repository', is_required: true },
          { id: 'r2', title: 'Video', is_required: false },
        ],
      },
    ]);
    const row = rowOf(visitor, 'door-row', 'Last gate');
    await row.getByRole('button', { name: 'Delete: Last gate' }).click();
    await window(page).getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await visitor.leave();
  });

  it('makes an organizer, invites a judge, and takes a role away', async () => {
    const oskar = await personWithPassword(hall.world, { name: 'Oskar' });
    const visitor = await scene.sit('setup/roles');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await window(page).getByLabel('Email').fill('jo@judges.test');
    await window(page).getByLabel('Web').uncheck();
    await window(page).getByRole('button', { name: 'Invite' }).click();
    await window(page).getByText('jo@judges.test is invited').waitFor();
    expect((await hall.world.nextMailTo('jo@judges.test')).subject).toContain('Spring Hack');
    await window(page).getByLabel('Role').selectOption('Organizer');
    visitor.expectRefusal(404, /\/members$/);
    await window(page).getByLabel('Email').fill('nobody@judges.test');
    await window(page).getByRole('button', { name: 'Make organizer' }).click();
    await window(page).getByText('Nobody has an account with this email').waitFor();
    await window(page).getByLabel('Email').fill(oskar.email);
    await window(page).getByRole('button', { name: 'Make organizer' }).click();
    await window(page).getByText('is an organizer now').waitFor();
    await page.keyboard.press('Escape');
    const invited = rowOf(visitor, 'role-row', 'jo@judges.test');
    await invited.getByText('invited until').waitFor();
    await invited.getByRole('button', { name: 'Withdraw' }).click();
    await window(page).getByRole('button', { name: 'Withdraw' }).click();
    await invited.waitFor({ state: 'detached' });
    await page.getByText('jo@judges.test is invited to AI no more.').waitFor();
    const row = rowOf(visitor, 'role-row', 'Oskar');
    await row.first().getByRole('button', { name: 'Withdraw' }).click();
    await window(page).getByRole('button', { name: 'Withdraw' }).click();
    await row.waitFor({ state: 'detached' });
    await visitor.leave();
  });

  it('adds, changes and deletes prizes', async () => {
    const visitor = await scene.sit('setup/prizes');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add a prize' }).click();
    await window(page).getByLabel('Name').fill('Best of all');
    await window(page).getByLabel('Sponsor').fill('Acme');
    await save(page);
    const row = rowOf(visitor, 'prize-row', 'Best of all');
    await row.getByRole('button', { name: 'Edit: Best of all' }).click();
    await window(page).getByLabel('Sponsor').fill('');
    await save(page);
    await closed(page);
    await row.getByText('–').waitFor();
    await row.getByRole('button', { name: 'Delete: Best of all' }).click();
    await window(page).getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await visitor.leave();
  });

  it('gives the event file, shows the plan of one, and applies it', async () => {
    const visitor = await scene.sit('setup/file');
    const { page } = visitor;
    const download = page.waitForEvent('download');
    await page.getByTestId('file-download').click();
    expect((await download).suggestedFilename()).toMatch(/\.ya?ml$/);
    const file = (text: string) => ({ name: 'event.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) });
    const events = (name: string) =>
      `version: 1\norganization: { slug: ${scene.acme.slug}, name: Acme }\nsuper_events:\n  - { slug: summer-hack, ${name} }\n`;
    visitor.expectRefusal(400, /\/plan$/);
    await page.getByTestId('file-upload').setInputFiles(file(events('name: 7')));
    await page.getByText(/Line \d+: /).waitFor();
    await page.getByTestId('file-upload').setInputFiles(file(events('name: Summer Hack')));
    await page.getByTestId('file-plan').getByText('It would change 1 thing').waitFor();
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
    await page.getByTestId('file-apply').click();
    await page.getByText('Applied: 1 created').waitFor();
    expect(await hall.world.rows`select name from events.super_event where slug = 'summer-hack'`).toEqual([
      { name: 'Summer Hack' },
    ]);
    await visitor.leave();
  });

  it('names the people from whom a file would take a place, before it does', async () => {
    const ada = await hall.world.person({ email: 'ada@losing.test' });
    await hall.world.registered(ada, scene.tracks.ai);
    const visitor = await scene.sit('setup/file');
    const { page } = visitor;
    const participants = `participants: [{ email: ${ada.email}, name: Ada, status: pending }]`;
    const text = `version: 1\norganization: { slug: ${scene.acme.slug}, name: Acme }\nsuper_events:\n  - { slug: ${scene.hack.slug}, name: ${scene.hack.name}, ${participants} }\n`;
    await page
      .getByTestId('file-upload')
      .setInputFiles({ name: 'event.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) });
    await page.getByTestId('file-losses').getByText(ada.email).waitFor();
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
    await page.getByRole('button', { name: 'Apply it' }).click();
    await window(page).getByText('The file wins').waitFor();
    await window(page).getByRole('button', { name: 'Apply it' }).click();
    await page.getByText(/^Applied: /).waitFor();
    const [place] = await hall.world.rows`
      select status from registrations.super_event_registration where user_id = ${ada.id}`;
    expect(place).toEqual({ status: 'pending' });
    await visitor.leave();
  });
});
