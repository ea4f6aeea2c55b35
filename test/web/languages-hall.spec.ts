/** The pages of the hall in other languages than English. */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { setScene } from './desk/at-the-desk.ts';
import { doorScene, isOnline, type, typing, verdict, waiting } from './door.ts';
import { inBrowser } from './in-browser.ts';
import { handedIn, handIn, isHandedIn, isSaved, panel, scoreIn, teamIn } from './panel.ts';

const german = { locale: 'de-DE' };
const languageOf = (page: Page) => page.evaluate('document.documentElement.lang');
const saying = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
/** Waits until the verdict on the latest scan has this advice. */
const advising = (page: Page, text: string) => page.locator('.advice', { hasText: text }).waitFor();

inBrowser('A kiosk in German', (hall) => {
  it('is paired, tells who comes in and when, and counts the scans that wait without a network', async () => {
    const opens_at = '2026-03-14T08:00:00.000Z';
    const scene = await doorScene(hall.world, { opens_at, closes_at: '2126-03-16T17:00:00.000Z' });
    const later = { opens_at: '2126-03-14T08:00:00.000Z', closes_at: '2126-03-16T17:00:00.000Z' };
    await hall.world.point(scene.track, { name: 'Side door', ...later });
    const [ada, ben, cleo] = [await scene.guest('Ada'), await scene.guest('Ben'), await scene.guest('Cleo')];
    const visitor = await hall.visit(german);
    const { page } = visitor;
    await visitor.open('/kiosk');
    await page.getByRole('heading', { name: 'Diesen Kiosk koppeln' }).waitFor();
    await visitor.isTitled('Check-in – Muster');
    const [, code = ''] = (await scene.device()).path.split('#');
    await page.getByLabel('Code').fill(code);
    await page.getByLabel('Code').press('Enter');
    await page.getByRole('heading', { name: 'Wo steht dieser Kiosk?' }).waitFor();
    const door = page.getByRole('button', { name: 'Main entrance' });
    expect(await door.innerText()).toMatch(/Check-in · .*\nJetzt offen$/s);
    const side = await page.getByRole('button', { name: 'Side door' }).innerText();
    expect(side).toMatch(/Check-in · .*\nÖffnet Do\., 14\. März 2126, 08:00$/s);
    await door.click();

    await type(page, ada.token);
    expect(await verdict(page, 'ok')).toBe('Ada');
    await saying(page, 'Willkommen');
    await advising(page, 'Eingecheckt. Bitte einlassen.');
    await page.getByRole('button', { name: 'Weiter' }).click();
    await type(page, ada.token);
    await verdict(page, 'again');
    expect(await page.getByTestId('verdict').innerText()).toMatch(/Schon da.*Zuerst um \d\d:\d\d/s);
    visitor.expectRefusal(404, /\/scan$/);
    await type(page, 'a ticket of another event');
    expect(await verdict(page, 'refused')).toBe('Unbekannter Code');
    await saying(page, 'Stopp');
    await advising(page, 'Dieser Code ist hier unbekannt.');

    await visitor.isKept('/kiosk');
    await visitor.goOffline();
    await isOnline(page, false);
    await type(page, ben.token);
    await verdict(page, 'offline-ok');
    await saying(page, 'Willkommen (offline)');
    await advising(page, 'Bitte einlassen; es wird erfasst, sobald es ein Netz gibt.');
    await saying(page, '1 Scan zu senden');
    await type(page, cleo.token);
    await saying(page, '2 Scans zu senden');
    await page.reload();
    await saying(page, '2 Scans zu senden');
    expect(await languageOf(page)).toBe('de');
    await visitor.goOnline();
    await waiting(page, 0);
    expect(await scene.records()).toHaveLength(3);
    await visitor.leave();
  });

  it('changes its language in the settings, keeps what waits, and opens in the new one without a network', async () => {
    const scene = await doorScene(hall.world);
    const [ada, ben] = [await scene.guest('Ada'), await scene.guest('Ben')];
    const visitor = await hall.visit(german);
    const { page, context } = visitor;
    await visitor.open((await scene.device()).path);
    await typing(page).waitFor();
    await visitor.isKept('/kiosk');
    // The scans alone get no answer, the page does.
    visitor.expectFailure(/\/scan(\/batch)?$/);
    await context.route(/\/scan(\/batch)?$/, (route) => route.abort());
    for (const { token } of [ada, ben]) {
      await type(page, token);
      await verdict(page, 'offline-ok');
    }
    await saying(page, '2 Scans zu senden');

    await page.getByText('Einstellungen').click();
    await visitor.goOffline();
    await isOnline(page, false);
    await page.getByTestId('language').selectOption('Français');
    await page.getByText('Gilt, sobald die Seite mit Netz geöffnet wird.').waitFor();
    await visitor.goOnline();
    await page.getByTestId('language').selectOption('Español');
    await saying(page, '2 escaneos por enviar');
    expect(await languageOf(page)).toBe('es');
    await visitor.goOffline();
    await page.reload();
    await saying(page, '2 escaneos por enviar');
    expect(await languageOf(page)).toBe('es');

    await context.unroute(/\/scan(\/batch)?$/);
    await visitor.goOnline();
    await waiting(page, 0);
    expect(await scene.records()).toHaveLength(2);
    await visitor.leave();
  });
});

inBrowser('The page to judge in German', (hall) => {
  it('lists the teams, takes scores as decimals, and hands them in', async () => {
    const { judge, first, criteria } = await panel(hall.world, 2, {}, ['0.625', '0.375']);
    await handedIn(hall.world, first.id, { title: 'Robot arm', late_by_ms: 1_000 });
    const visitor = await hall.visit(german);
    const { page } = visitor;
    await visitor.open('/judge');
    await page.locator('input[type=email]').fill(judge.email);
    await page.locator('input[type=password]').fill(judge.password);
    await page.getByTestId('sign-in').click();
    await page.getByRole('heading', { name: 'Deine Teams' }).waitFor();
    expect(await page.getByTestId('progress').innerText()).toBe('0 von 2 abgegeben');
    await teamIn(page, first.team).getByText('○ 0 von 2 bewertet').waitFor();

    await page.getByRole('link', { name: `Mit ${first.team} anfangen` }).click();
    await page.getByRole('heading', { name: first.team }).waitFor();
    expect(await page.getByTestId('judge-project').locator('header').innerText()).toMatch(
      /^Robot arm\s+Abgegeben am \p{L}{2}\., \d+\. \p{L}+, \d\d:\d\d; zuletzt geändert 1 Sekunde nach der Frist$/u,
    );
    await page.getByRole('group', { name: 'Impact' }).getByText('62,5\u00a0%').waitFor();
    await page.getByLabel('Punkte für Impact, 0 bis 10').fill('7.5');
    await page.getByTestId('submit').click();
    await page.getByRole('heading', { name: 'Es fehlen Punkte' }).waitFor();
    await page.getByTestId('missing').getByRole('button', { name: 'Craft' }).click();
    await scoreIn(visitor, criteria[1]).fill('9');
    await isSaved(visitor);
    expect(await page.getByTestId('saved').innerText()).toBe('✓ Gespeichert');
    expect(await page.getByTestId('submit').innerText()).toMatch(/^Abgeben, weiter: .+ →$/);
    await handIn(page);
    await page.locator('[data-testid=latest][data-state=sent]').getByText(`${first.team} ist abgegeben.`).waitFor();
    expect(await isHandedIn(hall.world, first.id)).toBe(true);
    await page.getByRole('link', { name: 'Alle Teams' }).first().click();
    await saying(page, '✓ Abgegeben');
    expect(await page.getByTestId('progress').innerText()).toBe('1 von 2 abgegeben');
    await visitor.leave();
  });
});

inBrowser('A board in German', (hall) => {
  it('counts the people who are here, and changes its language', async () => {
    const scene = await doorScene(hall.world);
    const [ada] = [await scene.guest('Ada Lovelace'), await scene.guest('Ben Nevis')];
    const visitor = await hall.visit(german);
    const { page } = visitor;
    await visitor.open('/board');
    await page.getByRole('heading', { name: 'Diese Anzeige koppeln' }).waitFor();
    await visitor.open((await scene.device('board')).path);
    await saying(page, 'von 2 sind da');
    await scene.olga.post(`/checkin-points/${scene.door.id}/scan`, { token: ada.token });
    await saying(page, 'von 2 ist da');
    const numbers = page.getByRole('region', { name: 'Wie viele da sind' });
    await numbers.getByText('0,2 pro Minute', { exact: true }).waitFor();
    await page.getByText(/^In diesem Tempo sind alle bis \d\d:\d\d da\.$/).waitFor();
    await page.getByRole('img', { name: /^1 Ankunft seit \d\d:\d\d, höchstens 1 in fünf Minuten$/ }).waitFor();
    await page.getByTestId('language').selectOption('Français');
    await saying(page, 'sur 2 est là');
    await visitor.leave();
  });
});

inBrowser('Badges in German', (hall) => {
  it('name the roles of people in the language of the page', async () => {
    const scene = await setScene(hall);
    await hall.world.role(await hall.world.person({ name: 'Mary Mentor' }), scene.tracks.ai, 'MENTOR');
    const visitor = await scene.sit('doors');
    const { page, context } = visitor;
    await context.addCookies([{ name: 'locale', value: 'de', url: page.url() }]);
    await page.goto(new URL(`/badges/${scene.hack.slug}`, page.url()).href);
    await page.getByRole('heading', { name: 'Namensschilder' }).waitFor();
    await page.getByLabel('Rolle').selectOption('Mentor:innen');
    await page.getByRole('button', { name: '1 drucken' }).waitFor();
    await page.getByRole('img', { name: 'Mary Mentor, AI, Mentor:in' }).waitFor();
    await page.getByTestId('language').selectOption('English');
    await page.getByLabel('Role').selectOption('Mentors');
    await page.getByRole('img', { name: 'Mary Mentor, AI, Mentor' }).waitFor();
    await visitor.leave();
  });
});
