/** Times of a hackathon, read in another zone than its own. */
import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { rowOf, setScene } from './desk/at-the-desk.ts';
import { doorScene } from './door.ts';
import { inBrowser } from './in-browser.ts';
import { handedIn, panel } from './panel.ts';

const newYork = { timezoneId: 'America/New_York', locale: 'en-GB' };
const inBerlin = { tz: 'Europe/Berlin', start_at: '2099-03-06T08:00:00Z', end_at: '2099-03-07T23:00:00Z' };

inBrowser('In New York, of a hackathon in Berlin,', (hall) => {
  it('the ticket names the zone, and has the own time beside it', async () => {
    const ada = await hall.world.person({ name: 'Ada Lovelace' });
    const hack = await hall.world.superEvent(await hall.world.organization(), inBerlin);
    const track = await hall.world.track(hack, { ...inBerlin, end_at: '2099-03-06T23:00:00Z' });
    await hall.world.registered(ada, track);
    const visitor = await hall.visit({ ...narrow, ...newYork });
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    const when = page.getByRole('article').getByText('6 March 2099');
    expect(await when.textContent()).toMatch(
      /^\p{L}{3},? 6 March 2099, 09:00\s?–\s?24:00 CET \(your time: 03:00\s?–\s?18:00\)$/u,
    );
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.leave();
  });

  it('the page to apply says when registration opens there and here, and on which days it is there', async () => {
    const acme = await hall.world.organization();
    const columns = { name: 'Spring Hack', ...inBerlin, opens_at: '2099-01-10T02:00:00Z' };
    const hack = await hall.world.superEvent(acme, columns);
    await hall.world.track(hack);
    const visitor = await hall.visit({ ...narrow, ...newYork });
    await visitor.open(`/apply/${hack.slug}`);
    await visitor.page
      .getByText(/^Registration opens .*10 January, 03:00 CET \(your time: .*9 January, 21:00\)\.$/)
      .waitFor();
    await visitor.page.getByText(/· 6.{1,3}7 March 2099/).waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.leave();
  });

  it('emails of the desk are sent by the clock of the hackathon', async () => {
    const scene = await setScene(hall);
    const visitor = await scene.sit('emails', newYork);
    const { page } = visitor;
    await page.getByTestId('announce-new').click();
    await page.getByTestId('announce-subject').fill('Good morning');
    await page.getByTestId('announce-body').fill('Breakfast is ready.');
    await page.getByText('Times are those of Europe/Berlin.').waitFor();
    await page.getByLabel('Send by itself at').fill('0020-03-09T08:00');
    await page.getByLabel('Send by itself at').fill('2030-03-09T08:00');
    await page.getByTestId('announce-save').click();
    await rowOf(visitor, 'announce-row', 'Good morning').getByText('08:00 CET (your time: 02:00)').waitFor();
    const { announcements } = (await scene.api.get(`/super-events/${scene.hack.id}/announcements`)).body.data;
    expect(announcements).toMatchObject([{ send_at: '2030-03-09T07:00:00.000Z' }]);
    expect(await visitor.barriers()).toEqual([]);
    await visitor.leave();
  });

  it('a judge reads when the project was handed in, there and here', async () => {
    const { judge, first } = await panel(hall.world);
    await handedIn(hall.world, first.id, { title: 'Robot arm' });
    await hall.world.rows`update events.track set tz = 'Europe/Berlin'`;
    await hall.world.rows`update teams.submission set submitted_at = '2027-03-06T01:30:00Z'`;
    const visitor = await hall.visit({ ...narrow, ...newYork });
    await hall.arrive(visitor, judge, '/judge');
    await visitor.page.getByTestId('continue').click();
    await visitor.page.getByText(/6 March, 02:30 CET \(your time: .*5 March, 20:30\)/).waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.leave();
  });

  it('the board names the zone of its times', async () => {
    const scene = await doorScene(hall.world);
    const { token } = await scene.guest('Ada Lovelace');
    const visitor = await hall.visit(newYork);
    await visitor.open((await scene.device('board')).path);
    await scene.olga.post(`/checkin-points/${scene.door.id}/scan`, { token });
    await visitor.page.getByText('Ada L.').waitFor();
    await visitor.page.getByText('Times are in UTC.', { exact: true }).waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await visitor.leave();
  });
});
