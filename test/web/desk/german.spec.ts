import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { narrow } from '../../support/browser.ts';
import { Contest } from '../../support/judging/contest.ts';
import { bearer, signIn } from '../../support/sign-in.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { rowOf, setScene, type Scene } from './at-the-desk.ts';

/** The views with their names, and a button of each that opens a window; empty where there is none. */
const views: readonly (readonly [view: string, name: string, button: string])[] = [
  ['people', 'Personen', 'Person hinzufügen'],
  ['reviews', 'Bewertungen', ''],
  ['doors', 'Eingänge und Geräte', 'Gerät koppeln'],
  ['teams', 'Teams', 'Tische nummerieren'],
  ['judging', 'Jury', 'Kriterium hinzufügen'],
  ['judging/judges', 'Jury', 'Mitglieder für Bees'],
  ['judging/ranking', 'Jury', 'Veröffentlichen'],
  ['tables', 'Tabellen', ''],
  ['emails', 'E-Mails', 'Neue E-Mail'],
];

inBrowser('The desk of somebody who reads German', (hall) => {
  let scene: Scene;
  let visitor: Visitor;
  beforeAll(async () => {
    scene = await setScene(hall);
    const { access_token } = await signIn(hall.world, scene.olga);
    await bearer(hall.world, access_token).patch('/me', { locale: 'de' });
    await hall.world.point(scene.hack, { opens_at: '2098-03-14T08:00:00Z', closes_at: '2098-03-15T08:00:00Z' });
    const ada = await hall.world.person({ name: 'Ada Lovelace' });
    await hall.world.registered(ada, scene.tracks.ai);
    for (const name of ['Bob Babbage', 'Cyd Cayley'])
      await hall.world.registered(await hall.world.person({ name }), scene.tracks.web, 'pending');
    const contest = new Contest(hall.world, scene.tracks.ai, scene.api);
    await contest.criterion('1');
    await contest.judged(await contest.team('Bees', [ada]), [7]);
    await contest.calculate();
  });
  afterEach(() => visitor.leave());

  const row = (name: string): Locator => rowOf(visitor, 'people-row', name);

  it('counts, filters and decides in German, from the words to the language that the page says it is in', async () => {
    visitor = await scene.sit('people');
    const { page } = visitor;
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Offen 2' }).click();
    await row('Ada Lovelace').waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Bob Babbage auswählen' }).check();
    await page.getByRole('status').filter({ hasText: '1 Person ausgewählt' }).waitFor();
    await page.getByRole('checkbox', { name: 'Cyd Cayley auswählen' }).check();
    await page.getByRole('status').filter({ hasText: '2 Personen ausgewählt' }).waitFor();
    await page.getByTestId('people-search').fill('babbage');
    await row('Cyd Cayley').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Annehmen: Bob Babbage' }).click();
    await row('Bob Babbage').getByTestId('decided').getByText('Angenommen').waitFor();
    await page.getByRole('button', { name: 'Rückgängig: Bob Babbage' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await visitor.isTitled('Personen · Spring Hack – Muster');
  });

  it('says when a door opens as Germans write it, on the clock of the place', async () => {
    visitor = await scene.sit('doors');
    await visitor.page.getByTestId('point-row').getByText('ab Fr., 14. März, 09:00').waitFor();
  });

  it.each(views)('fits the narrowest phone at %s, and axe finds nothing', async (view, name, button) => {
    visitor = await scene.sit(view, narrow);
    const { page } = visitor;
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await page.locator('.coming, .state.soon').first().waitFor({ state: 'detached' });
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    if (button === '') return;
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
  });
});
