import { expect, it } from '@jest/globals';
import { narrow, phone } from '../support/browser.ts';
import { inBrowser, type Hall } from './in-browser.ts';
import type { Visitor } from './visitor.ts';

/** A hackathon with a place of its own, and somebody who asked to take part. */
async function setUp({ world }: Hall, status: 'accepted' | 'rejected' | 'waitlisted' | 'cancelled' = 'accepted') {
  const ada = await world.person({ name: 'Ada Lovelace' });
  const when = { start_at: '2099-03-06T08:00:00Z', end_at: '2099-03-07T17:00:00Z' };
  const config_json = JSON.stringify({ place: 'Mainz' });
  const hack = await world.superEvent(await world.organization(), { name: 'Spring Hack', ...when, config_json });
  const track = await world.track(hack, { name: 'AI for Everyone', ...when });
  const { token } = await world.registered(ada, track, status);
  return { ada, token };
}

/** Notes what the page asks of the screen, in the order of asking. */
const watchingTheScreen = ({ page }: Visitor) =>
  page.addInitScript(`
    globalThis.screenIs = [];
    const lock = { release: async () => void screenIs.push('released') };
    Object.defineProperty(navigator, 'wakeLock', { value: { request: async (type) => (screenIs.push(type), lock) } });`);

inBrowser('A ticket', (hall) => {
  it('shows its code whole on a small phone, below the hackathon, the track, the days and the guest', async () => {
    const { ada } = await setUp(hall);
    const visitor = await hall.visit({ ...phone, locale: 'en-GB' });
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    const code = page.getByTestId('ticket-qr');
    await code.waitFor();
    const { y = 0, width = 0, height = 0 } = (await code.boundingBox()) ?? {};
    expect(width).toBe(296);
    expect(y).toBeLessThan(240);
    expect(y + height).toBeLessThanOrEqual(640);
    const head = await page.getByTestId('me-card').locator('header').innerText();
    expect(head.split(/\n+/)).toEqual([
      'Spring Hack',
      'AI for Everyone',
      expect.stringMatching(/^Fri 6 .*Sat 7 March, Mainz$/),
      'Ada Lovelace',
    ]);
    const standing = await page.getByTestId('me-status').boundingBox();
    expect(standing?.y).toBeGreaterThan(y + height);
    expect(await page.getByTestId('me-directions').getAttribute('href')).toBe(
      'https://www.openstreetmap.org/search?query=Mainz',
    );
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.leave();
  });

  it('fills the screen with its code when it is pressed, keeps the screen on, and comes back, also without a network', async () => {
    const { ada, token } = await setUp(hall);
    const visitor = await hall.visit(phone);
    const { page } = visitor;
    await watchingTheScreen(visitor);
    await hall.arrive(visitor, ada, '/me');
    await page.getByTestId('ticket-show').waitFor();
    await visitor.isKept('/me');
    await visitor.goOffline();
    await page.reload();
    await page.getByTestId('ticket-show').click();
    const large = page.getByTestId('ticket-qr-large');
    await large.waitFor();
    expect(await large.getAttribute('data-token')).toBe(token);
    const { x = 0, width = 0 } = (await large.boundingBox()) ?? {};
    expect([x <= 16, width >= 328]).toEqual([true, true]);
    await visitor.becomes("getComputedStyle(document.querySelector('dialog')).backgroundColor", 'rgb(255, 255, 255)');
    await visitor.becomes('screenIs.join()', 'screen');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    await visitor.becomes('screenIs.join()', 'screen,released');
    await visitor.becomes('document.activeElement.dataset.testid', 'ticket-show');
    await page.keyboard.press('Enter');
    await large.tap();
    await large.waitFor({ state: 'detached' });
    await visitor.becomes('screenIs.join()', 'screen,released,screen,released');
    await visitor.leave();
  });

  it('moves when it is seen for the first time, and never again', async () => {
    const { ada } = await setUp(hall);
    const visitor = await hall.visit({ reducedMotion: 'no-preference' });
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.locator('[data-testid=me-card][data-new=true]').waitFor();
    await page.reload();
    await page.getByTestId('ticket-qr').waitFor();
    await page.locator('[data-testid=me-card][data-new=false]').waitFor();
    await visitor.leave();
  });

  it.each([
    ['rejected', 'Not accepted this time', 'The organizers could not offer you a place.'],
    ['waitlisted', 'Waiting list', 'We’ll email you if a place becomes free.'],
    ['cancelled', 'Cancelled', 'You gave up this place.'],
  ] as const)('is none for people who are %s: they read how things stand first', async (status, word, sentence) => {
    const { ada } = await setUp(hall, status);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    const card = page.getByTestId('me-card');
    await card.waitFor();
    expect((await card.innerText()).split(/\n+/).slice(0, 3)).toEqual([
      expect.stringContaining(word),
      sentence,
      'Spring Hack',
    ]);
    expect(await card.locator('.head').count()).toBe(0);
    expect(await page.getByTestId('me-directions').count()).toBe(0);
    await page.getByRole('heading', { name: 'My hackathons', level: 1 }).waitFor();
    await visitor.isTitled('My hackathons – Muster');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.leave();
  });
});
