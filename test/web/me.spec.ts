import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { hostContests } from '../support/judging/contest.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { isOnline } from './door.ts';
import { inBrowser } from './in-browser.ts';
import type { Visitor } from './visitor.ts';

const tokensOn = ({ page }: Visitor) =>
  page
    .getByTestId('ticket-qr')
    .evaluateAll((codes: { dataset: { token?: string } }[]) => codes.map(({ dataset }) => dataset.token));

inBrowser('A participant', (hall) => {
  it('is led to their tickets, one for each track, and sees how other applications stand', async () => {
    const { world } = hall;
    const ada = await personWithPassword(world);
    const hack = await world.superEvent(await world.organization(), { name: 'Spring Hack' });
    const { token } = await world.registered(ada, await world.track(hack, { name: 'AI' }));
    await world.registered(ada, await world.track(hack, { name: 'Climate' }), 'waitlisted');
    const visitor = await hall.visit(narrow);
    await visitor.signIn({ ...ada, password });
    await visitor.page.waitForURL('**/me');
    await visitor.page.getByTestId('ticket-qr').waitFor();
    expect(await tokensOn(visitor)).toEqual([token]);
    await visitor.page.getByRole('region', { name: 'Climate' }).getByText('if a place becomes free').waitFor();
    expect(await visitor.fits()).toBe(true);
    expect(await visitor.barriers()).toEqual([]);
    await visitor.leave();
  });

  it('shows the ticket without a network, and a new token as soon as there is one', async () => {
    const { world } = hall;
    const ada = await personWithPassword(world);
    const track = await world.track(await world.superEvent(await world.organization()));
    const { id, token } = await world.registered(ada, track);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByTestId('ticket-qr').waitFor();
    await visitor.isKept('/me');

    await visitor.goOffline();
    await page.reload();
    await page.getByTestId('ticket-qr').waitFor();
    expect(await tokensOn(visitor)).toEqual([token]);
    await page.locator('[data-testid=online][data-online=false]').waitFor();
    await page.getByText('Offline. This is how things were').waitFor();
    expect(await visitor.barriers()).toEqual([]);

    await world.rows`update registrations.registration set checkin_token = 'another-token-after-a-move' where id = ${id}`;
    await visitor.goOnline();
    await page.locator('[data-token=another-token-after-a-move]').waitFor();
    await visitor.leave();
  });

  it('goes on saying that there is no network when an answer from before comes late', async () => {
    const { world } = hall;
    const ada = await personWithPassword(world);
    await world.registered(ada, await world.track(await world.superEvent(await world.organization())));
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByTestId('ticket-qr').waitFor();
    const [asked, comes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const path = /\/me\/registrations$/;
    await page.route(
      ({ pathname }) => path.test(pathname),
      async (route) => {
        const response = await route.fetch();
        asked.resolve();
        await comes.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await asked.promise;
    await visitor.goOffline();
    await isOnline(page, false);
    const late = page.waitForResponse((response) => path.test(new URL(response.url()).pathname));
    comes.resolve();
    await (await late).finished();
    await page.getByText('Offline. This is how things were').waitFor();
    await isOnline(page, false);
    await visitor.leave();
  });

  it('sees the team, and its result as soon as it is published', async () => {
    const host = await hostContests(hall.world);
    const contest = await host.contest([1], { start_at: new Date(Date.now() + 3_600_000).toISOString() });
    const ada = await personWithPassword(hall.world, { name: 'Ada' });
    await hall.world.registered(ada, contest.track);
    const team = await contest.team('Bees', [ada]);
    await contest.judged(team, [{ value: 8, feedback: 'Well done.' }]);
    await contest.calculate();
    await contest.api.post(`/events/${contest.track.id}/results/publish`, { ranking: 'fair' });
    const visitor = await hall.visit();
    await hall.arrive(visitor, ada, '/me');
    await visitor.shows('1st of 1');
    await visitor.page.getByText('Well done.').waitFor();
    await visitor.page.getByText('How your score was calculated').click();
    await visitor.page.getByText('One judge scored you 8; they are neither strict nor generous').waitFor();
    await visitor.page.getByTestId('result').getByText('8 of 10').waitFor();
    const tops = ['result', 'ticket-qr'].map((id) => visitor.page.getByTestId(id).boundingBox());
    const [result, code] = await Promise.all(tops);
    expect(result?.y).toBeLessThan(code?.y ?? 0);
    expect(await visitor.barriers()).toEqual([]);
    await visitor.leave();
  });

  it('confirms that they will come, where they are asked', async () => {
    const { world } = hall;
    const ada = await personWithPassword(world);
    const track = await world.track(await world.superEvent(await world.organization()));
    const { parent } = await world.registered(ada, track);
    await world.rows`update registrations.super_event_registration
                        set confirm_by = now() + interval '2 days' where id = ${parent.id}`;
    const visitor = await hall.visit(narrow);
    await hall.arrive(visitor, ada, '/me');
    const confirm = visitor.page.getByTestId('me-confirm');
    await confirm.waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await confirm.click();
    await visitor.page.getByText('You have confirmed that you will come.').waitFor();
    await visitor.page.getByTestId('me-give-up').waitFor();
    const [place] = await world.rows<{ is_confirmed: boolean }>`
      select confirmed_at is not null as is_confirmed from registrations.super_event_registration where id = ${parent.id}`;
    expect(place).toEqual({ is_confirmed: true });
    await visitor.leave();
  });

  it('reads whose ticket it is and when, and gives up the place after a question', async () => {
    const { world } = hall;
    const ada = await personWithPassword(world, { name: 'Ada Lovelace' });
    const track = await world.track(await world.superEvent(await world.organization()), {
      ...{ name: 'AI', tz: 'Europe/Berlin' },
      ...{ start_at: '2099-03-06T11:00:00Z', end_at: '2099-03-07T17:00:00Z' },
    });
    const { id } = await world.registered(ada, track);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    const ticket = page.getByRole('article');
    await ticket.getByText('Ada Lovelace').waitFor();
    await visitor.isTitled('My tickets – Muster');
    expect(await ticket.getByText('March 6, 2099').textContent()).toMatch(/March 6, 2099.*12:00.*March 7, 2099.*18:00/);
    await ticket.getByText('months to go').waitFor();
    await page.getByTestId('me-give-up').click();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByTestId('me-give-up-sure').click();
    await ticket.getByText('Cancelled').first().waitFor();
    expect(await page.getByTestId('ticket-qr').count()).toBe(0);
    expect(await page.getByTestId('me-give-up').count()).toBe(0);
    expect(await world.rows`select status from registrations.registration where id = ${id}`).toEqual([
      { status: 'cancelled' },
    ]);
    await visitor.leave();
  });

  it('leaves nothing behind when signing out', async () => {
    const { world } = hall;
    const ada = await personWithPassword(world);
    await world.registered(ada, await world.track(await world.superEvent(await world.organization())));
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByTestId('ticket-qr').waitFor();
    // The page may still be reading, and that leads nobody back to it.
    visitor.expectRefusal(401, /^\/(me\/registrations|my-teams)$/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/signin');
    await page.getByTestId('sign-in').waitFor();
    await visitor.open('/me');
    await page.waitForURL('**/signin#to=me');
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await visitor.leave();
  });
});
