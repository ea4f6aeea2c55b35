import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { eventually } from '../support/wire.ts';
import { inBrowser, type Hall } from './in-browser.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** The gateway remembers another list for a second. */
const listed = ({ world }: Hall, count: number) =>
  eventually(
    async () => (await world.stranger().get('/hackathons')).body.data.hackathons as unknown[],
    ({ length }) => length === count,
  );

inBrowser('The first page', (hall) => {
  it('leads everybody on, fits 320 pixels, and axe finds nothing by day or by night', async () => {
    await listed(hall, 0);
    for (const colorScheme of ['light', 'dark'] as const) {
      const visitor = await hall.visit({ ...narrow, colorScheme });
      await visitor.open('/');
      await visitor.page.getByRole('link', { name: 'I judge' }).waitFor();
      await visitor.page.getByText('No hackathon is announced right now.').waitFor();
      expect(await visitor.fits()).toBe(true);
      expect(await visitor.barriers()).toEqual([]);
      await visitor.page.getByRole('link', { name: 'Sign in', exact: true }).click();
      await visitor.page.getByTestId('sign-in').waitFor();
      expect(await visitor.barriers()).toEqual([]);
      await visitor.leave();
    }
  });

  it.each([
    ['OWNER', 'Go to the desk', '/desk'],
    [undefined, 'Go to my tickets', '/me'],
  ] as const)('leads %s who is signed in on by one button: %s', async (role, words, path) => {
    const { world } = hall;
    const person = role ? await world.member(await world.organization(), role) : await world.person();
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, person, path);
    await page.getByTitle('Signed in as').first().waitFor({ state: 'attached' });
    await visitor.open('/');
    await page.getByRole('link', { name: words }).waitFor();
    expect(await page.getByRole('link', { name: /^Sign (in|up)$/ }).count()).toBe(0);
    expect(await visitor.barriers()).toEqual([]);
    await page.getByRole('link', { name: words }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole('link', { name: 'Muster' }).click();
    await page.getByRole('link', { name: words }).waitFor();
    await visitor.leave();
  });

  it('offers to sign in where the session has ended meanwhile', async () => {
    const visitor = await hall.visit();
    visitor.expectRefusal(401, /^\/auth\/refresh$/);
    await visitor.page.addInitScript({ content: "localStorage.setItem('muster.session', 'of-nobody')" });
    await visitor.open('/');
    await visitor.page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    await visitor.page.getByRole('link', { name: 'Sign up', exact: true }).waitFor();
    await visitor.leave();
  });

  it('has a picture of a ticket where there is room beside its words, and tells nobody of it', async () => {
    const visitor = await hall.visit({ viewport: { width: 1280, height: 800 } });
    await visitor.open('/');
    const sample = visitor.page.locator('.sample[aria-hidden=true]');
    await sample.waitFor();
    const overlap = `(() => {
      const [ticket, ...words] = ['.sample', '.hero p', '.hero .button'].map((one) => document.querySelector(one).getBoundingClientRect());
      return words.some(({ right, bottom }) => right > ticket.left && bottom > ticket.top);
    })()`;
    expect([await visitor.page.evaluate(overlap), await visitor.barriers()]).toEqual([false, []]);
    await visitor.page.setViewportSize({ width: 1200, height: 800 });
    await sample.waitFor({ state: 'hidden' });
    await visitor.leave();
  });

  it('shows what is coming, soonest first, and leads to the page where one takes part', async () => {
    const { world } = hall;
    const acme = await world.organization({ name: 'Acme Hacks' });
    const dates = { start_at: '2127-03-06T09:00:00Z', end_at: '2127-03-07T17:00:00Z' };
    await world.superEvent(acme, { ...dates, name: 'Spring Hack', slug: 'spring', format: 'hybrid' });
    const shut = { start_at: '2127-04-06T09:00:00Z', end_at: '2127-04-07T17:00:00Z', name: 'Shut Hack' };
    await world.superEvent(acme, { ...shut, closes_at: inDays(-1) });
    const later = { start_at: '2127-05-06T09:00:00Z', end_at: '2127-05-07T17:00:00Z', name: 'Later Hack' };
    await world.superEvent(acme, { ...later, opens_at: '2127-01-10T10:00:00Z' });
    await world.superEvent(acme, { name: 'Secret Hack', visibility: 'unlisted' });
    await listed(hall, 3);

    for (const [width, colorScheme] of [
      [320, 'dark'],
      [768, 'light'],
      [1280, 'light'],
      [1280, 'dark'],
    ] as const) {
      const visitor = await hall.visit({ viewport: { width, height: 800 }, colorScheme, locale: 'en-GB' });
      const { page } = visitor;
      await visitor.open('/');
      const cards = page.getByTestId('hackathon-card');
      await page.getByText('Registration opens').waitFor();
      expect(await cards.getByRole('heading').allTextContents()).toEqual(['Spring Hack', 'Shut Hack', 'Later Hack']);
      expect(await cards.nth(0).innerText()).toMatch(
        /Acme Hacks\s+6\s–\s7 March 2127 · On site and online\s+Take part/,
      );
      expect(await cards.nth(1).innerText()).toContain('Registration is closed.');
      expect(await cards.nth(2).innerText()).toContain('Registration opens Fri 10 January, 10:00.');
      const way = cards.nth(0).getByRole('link', { name: 'Take part in Spring Hack' });
      expect(await way.getAttribute('href')).toBe('/apply/spring');
      expect(await cards.getByRole('link', { name: 'Take part' }).count()).toBe(1);
      await page.getByRole('link', { name: 'I take part' }).waitFor();
      expect(await visitor.fits()).toBe(true);
      expect(await visitor.barriers()).toEqual([]);
      await way.click();
      await page.getByRole('heading', { name: 'Spring Hack', level: 1 }).waitFor();
      await visitor.leave();
    }
  });

  it('shows twelve and the others when somebody asks, and tells those apart that share a slug', async () => {
    const { world } = hall;
    const [acme, other] = [await world.organization(), await world.organization()];
    const last = { start_at: '2128-03-06T09:00:00Z', end_at: '2128-03-07T17:00:00Z' };
    const one = await world.superEvent(acme, { ...last, slug: 'same' });
    await world.superEvent(other, { ...last, slug: 'same' });
    for (let n = 0; n < 9; n++) await world.superEvent(acme);
    await listed(hall, 14);
    const visitor = await hall.visit();
    await visitor.open('/');
    const cards = visitor.page.getByTestId('hackathon-card');
    await cards.first().waitFor();
    expect(await cards.count()).toBe(12);
    await visitor.page.getByRole('button', { name: 'Show all 14' }).click();
    expect(await cards.count()).toBe(14);
    const way = cards
      .filter({ has: visitor.page.getByRole('heading', { name: one.name, exact: true }) })
      .getByRole('link');
    expect(await way.getAttribute('href')).toBe(`/apply/${one.id}`);
    await visitor.leave();
  });

  it('says so where the list does not come, and asks again', async () => {
    const visitor = await hall.visit();
    await visitor.open('/');
    await visitor.page.getByTestId('hackathon-card').first().waitFor();
    visitor.expectFailure(/hackathons/);
    await visitor.page.route('**/hackathons', (route) => route.abort('internetdisconnected'));
    await visitor.page.reload();
    await visitor.page.getByText('You are offline.').waitFor();
    await visitor.page.unroute('**/hackathons');
    await visitor.page.getByRole('button', { name: 'Try again' }).click();
    await visitor.page.getByTestId('hackathon-card').first().waitFor();
    await visitor.leave();
  });

  it('brings the list by itself where its script did not come at first', async () => {
    const visitor = await hall.visit(narrow);
    visitor.expectFailure(/assets/);
    const parts = '**/assets/part-*.js';
    await visitor.page.route(parts, async (route) => {
      const answer = await route.fetch();
      const isList = (await answer.text()).includes('hackathon-card');
      await (isList ? route.abort('internetdisconnected') : route.fulfill({ response: answer }));
    });
    await visitor.open('/');
    await visitor.page.getByText('as soon as the network is back').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.page.unrouteAll({ behavior: 'wait' });
    await visitor.page.getByTestId('hackathon-card').first().waitFor();
    await visitor.leave();
  });
});
