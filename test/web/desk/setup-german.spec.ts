import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { narrow } from '../../support/browser.ts';
import { bearer, signIn } from '../../support/sign-in.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { setScene, type Scene } from './at-the-desk.ts';

/** The parts of the setup, with a button that opens a window of each. */
const parts: readonly (readonly [part: string, name: string, open?: string])[] = [
  ['hackathon', 'Hackathon', 'Hackathon löschen'],
  ['looks', 'Aussehen'],
  ['tracks', 'Tracks', 'Track hinzufügen'],
  ['form', 'Formular', 'Frage hinzufügen'],
  ['doors', 'Eingänge', 'Eingang hinzufügen'],
  ['roles', 'Rollen', 'Jemanden einladen'],
  ['organization', 'Organisation', 'Mitglied hinzufügen'],
  ['connections', 'Verbindungen', 'Webhook hinzufügen'],
  ['prizes', 'Preise', 'Preis hinzufügen'],
  ['file', 'Eventdatei'],
];

inBrowser('The setup of somebody who reads German', (hall) => {
  let scene: Scene;
  let visitor: Visitor;
  beforeAll(async () => {
    scene = await setScene(hall, { start_at: '2098-03-14T08:00:00Z', end_at: '2098-03-15T08:00:00Z' });
    const { access_token } = await signIn(hall.world, scene.olga);
    await bearer(hall.world, access_token).patch('/me', { locale: 'de' });
    await hall.world.registered(await hall.world.person({ name: 'Ada' }), scene.tracks.ai);
  });
  afterEach(() => visitor.leave());

  it('counts what there is, begins with questions in German, and previews when people are erased', async () => {
    visitor = await scene.sit('setup');
    const { page } = visitor;
    await page.getByRole('heading', { name: 'Einrichtung' }).waitFor();
    expect(await page.getByTestId('checklist-tracks').innerText()).toMatch(/✓ fertig\s+Tracks 2 Tracks/);
    await page.getByTestId('checklist-fields').click();
    await page.getByRole('button', { name: 'Anfangen mit…' }).click();
    await page.getByText('Fragt nach: Beweggrund, Essen, T-Shirt.').waitFor();
    await page.getByRole('button', { name: 'Fragen hinzufügen' }).click();
    await page.getByText('4 Fragen sind hinzugefügt. Ändere, was nicht passt.').first().waitFor();
    await page
      .getByTestId('field-row')
      .filter({ hasText: 'Ernährung' })
      .getByText('Eines aus einer Liste · Pflicht')
      .waitFor();

    await page.getByRole('link', { name: 'Hackathon', exact: true }).click();
    await page.getByLabel('Tage, bis Personen gelöscht werden').fill('30');
    await page
      .getByTestId('retention-preview')
      .getByText(/^Löschung am 14\. April 2098, .*: 1 Person, 0 Dateien und 0 wartende E-Mails\.$/)
      .waitFor();
  });

  it('fits 320 pixels in all its parts and windows', async () => {
    visitor = await scene.sit('setup', narrow);
    const { page } = visitor;
    for (const [part, name, open] of parts) {
      await page.getByRole('navigation', { name: 'Teile der Einrichtung' }).getByRole('link', { name }).click();
      await page.waitForURL(`**/setup/${part}`);
      if (open) {
        await page.getByRole('button', { name: open }).click();
        await page.getByRole('dialog').waitFor();
      }
      expect([part, await visitor.fits()]).toEqual([part, true]);
      if (open) await page.keyboard.press('Escape');
    }
  });
});
