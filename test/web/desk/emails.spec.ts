import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { narrow } from '../../support/browser.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { rowOf, says, setScene, type Scene } from './at-the-desk.ts';

inBrowser('Emails at the desk', (hall) => {
  let scene: Scene;
  let visitor: Visitor;
  beforeEach(async () => {
    scene = await setScene(hall);
  });
  afterEach(() => visitor.leave());

  const row = (subject: string) => rowOf(visitor, 'announce-row', subject);
  const at = (testId: string) => visitor.page.getByTestId(testId);
  const closed = () => visitor.page.getByRole('dialog').waitFor({ state: 'detached' });
  /** People of both tracks: accepted on AI, and waiting on Web. */
  const guests = async () => {
    const [ada, bob] = [
      await hall.world.person({ name: 'Ada Lovelace' }),
      await hall.world.person({ name: 'Bob Babbage' }),
    ];
    await hall.world.registered(ada, scene.tracks.ai);
    await hall.world.registered(bob, scene.tracks.web, 'waitlisted');
    return { ada, bob };
  };
  const write = async (subject: string, body: string) => {
    await at('announce-new').click();
    await at('announce-subject').fill(subject);
    await at('announce-body').fill(body);
  };

  it('are written with whom they reach and a preview, tried out, and sent once it was asked again', async () => {
    const { ada, bob } = await guests();
    visitor = await scene.sit('emails', narrow);
    const { page } = visitor;
    await page.getByText('No email yet.').waitFor();
    await write('Doors open at 9', 'Dear {first_name}, see you at **{hackathon}**.');
    await says(visitor, 'announce-count', '1 person');
    await at('announce-preview').getByText('see you at Spring Hack.').waitFor();
    await page.getByLabel('On the waiting list').check();
    await says(visitor, 'announce-count', '2 people');
    await page.getByText('Fewer people').click();
    await page.getByRole('checkbox', { name: 'AI', exact: true }).check();
    await says(visitor, 'announce-count', '1 person');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);

    await at('announce-test').click();
    await page.getByRole('dialog').getByText('A test is on its way to you.').waitFor();
    expect(await hall.world.nextMailTo(scene.olga.email)).toMatchObject({
      ...{ subject: 'Test: Doors open at 9', text: expect.stringContaining('see you at Spring Hack.') },
    });
    expect(await hall.world.mailsTo(ada.email)).toEqual([]);

    await at('announce-send').click();
    await page.getByText('Emails that have left cannot be called back.').waitFor();
    await page.getByRole('button', { name: 'Not yet' }).click();
    await at('announce-send').click();
    await at('announce-send-sure').click();
    await closed();
    await row('Doors open at 9').getByText('1 of 1 sent').waitFor();
    await row('Doors open at 9').locator('[data-name=State]').filter({ hasText: 'Sent' }).waitFor();
    expect((await hall.world.nextMailTo(ada.email)).text).toContain('Dear Ada, see you at Spring Hack.');
    expect(await hall.world.mailsTo(bob.email)).toEqual([]);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
  });

  it('are kept as drafts, changed, scheduled, cancelled and deleted', async () => {
    const { ada } = await guests();
    visitor = await scene.sit('emails');
    const { page } = visitor;
    await write('Bring a cup', 'Dear {first_name}.');
    await at('announce-save').click();
    await closed();
    await row('Bring a cup').getByText('Draft').waitFor();
    await page.getByRole('button', { name: 'Bring a cup', exact: true }).click();
    await at('announce-subject').fill('Bring two cups');
    await page.getByLabel('Send by itself at').fill('2030-03-09T08:00');
    await at('announce-save').click();
    await closed();
    await row('Bring two cups').getByText('Goes').waitFor();
    await row('Bring two cups').getByRole('button', { name: 'Cancel the email: Bring two cups' }).click();
    await page.getByRole('dialog').getByText('Nobody will be sent it.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the email' }).click();
    await row('Bring two cups').getByText('Cancelled').waitFor();
    await row('Bring two cups').getByRole('button').first().waitFor({ state: 'detached' });

    await write('Never mind', 'Nothing.');
    await at('announce-save').click();
    await closed();
    await row('Never mind').getByRole('button', { name: 'Delete: Never mind' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row('Never mind').waitFor({ state: 'detached' });
    expect(await hall.world.mailsTo(ada.email)).toEqual([]);
  });

  it('go at their time by themselves', async () => {
    const { ada } = await guests();
    visitor = await scene.sit('emails');
    const { page } = visitor;
    await write('Good morning', 'Breakfast is ready.');
    await page.getByLabel('Send by itself at').fill('2030-03-09T08:00');
    await at('announce-save').click();
    await closed();
    const sent = row('Good morning');
    await sent.getByText('Goes').waitFor();
    const soon = new Date(Date.now() + 1_000).toISOString();
    const { announcements } = (await scene.api.get(`/super-events/${scene.hack.id}/announcements`)).body.data;
    await scene.api.patch(`/announcements/${announcements[0].id}`, { send_at: soon });
    await sent.getByText('1 of 1 sent').waitFor();
    expect((await hall.world.nextMailTo(ada.email)).subject).toBe('Good morning');
  });

  it('say what is wrong with their text, and are not sent', async () => {
    await guests();
    visitor = await scene.sit('emails');
    visitor.expectRefusal(400, /\/announcements\/preview$/);
    await write('Hello', 'Dear {nobody}.');
    await visitor.page.getByText('must not have {nobody}').waitFor();
    expect([await at('announce-send').isDisabled(), await at('announce-save').isDisabled()]).toEqual([true, true]);
    await at('announce-body').fill('Dear {first_name}.');
    await at('announce-send').and(visitor.page.locator(':enabled')).waitFor();
    expect(await visitor.barriers()).toEqual([]);
  });
});
