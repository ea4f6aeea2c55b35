import { beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { narrow } from '../../support/browser.ts';
import { inBrowser } from '../in-browser.ts';
import { rowOf, setScene, type Scene } from './at-the-desk.ts';

inBrowser('Settings at the desk', (hall) => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await setScene(hall);
  });
  const window = (page: Page) => page.getByRole('dialog');
  const stored = async () =>
    (
      await hall.world.rows`
        select privacy_url, terms_url, confirm_within_hours, waitlist_moves, gallery, config_json -> 'reviews' as reviews, closes_at,
               logo_url, colour, reply_to, letters
          from events.super_event where id = ${scene.hack.id}`
    )[0];
  const save = async (page: Page) => {
    const answer = page.waitForResponse((each) => each.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await answer).status()).toBe(200);
    await page.getByText('Saved.', { exact: true }).waitFor();
  };

  it('ask people to confirm, move the waiting list, make reviews blind, open the gallery, and take all of that back', async () => {
    const visitor = await scene.sit('setup/hackathon');
    const { page } = visitor;
    await page.getByLabel('Privacy notice').fill('https://acme.test/privacy');
    await page.getByLabel('Terms', { exact: true }).fill('https://acme.test/terms');
    await page.getByLabel('Hours to confirm').fill('72');
    await page.getByLabel('go to the waiting list by themselves').check();
    await page.getByLabel('Reviewers do not see who applied').check();
    await page.getByLabel('Projects are visible to').selectOption('Everybody');
    await save(page);
    expect(await stored()).toMatchObject({
      ...{ confirm_within_hours: 72, waitlist_moves: true, reviews: { blind: true }, gallery: 'open' },
      ...{ privacy_url: 'https://acme.test/privacy', terms_url: 'https://acme.test/terms' },
    });
    await page.reload();
    expect(await page.getByLabel('Hours to confirm').inputValue()).toBe('72');
    for (const label of ['Privacy notice', 'Terms', 'Hours to confirm'])
      await page.getByLabel(label, { exact: true }).fill('');
    await page.getByLabel('go to the waiting list by themselves').uncheck();
    await page.getByLabel('Reviewers do not see who applied').uncheck();
    await page.getByLabel('Projects are visible to').selectOption('People of the hackathon');
    await save(page);
    expect(await stored()).toMatchObject({
      ...{ confirm_within_hours: null, waitlist_moves: false, reviews: { blind: false }, gallery: 'closed' },
      ...{ privacy_url: null, terms_url: null },
    });
    await visitor.leave();
  });

  it('scroll by the wheel, which changes no number that has the focus', async () => {
    const visitor = await scene.sit('setup/hackathon');
    const { page } = visitor;
    const places = page.getByLabel('Places');
    await places.fill('80');
    await places.scrollIntoViewIfNeeded();
    const { x = 0, y = 0 } = (await places.boundingBox()) ?? {};
    const before = await page.evaluate<number>('scrollY');
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.wheel(0, -120);
    await visitor.isTrue(`scrollY < ${before}`);
    expect(await places.inputValue()).toBe('80');
    await visitor.leave();
  });

  it('show how much an erasure of its people would be before it is saved, and ask once more where it is due', async () => {
    await hall.world.registered(await hall.world.person({ name: 'Ada Lovelace' }), scene.tracks.ai);
    const end = (at: string | null) =>
      hall.world.rows`update events.super_event set start_at = ${at}::timestamptz - interval '2 days', end_at = ${at}
                       where id = ${scene.hack.id}`;
    const days = async () =>
      (await hall.world.rows`select retention_days from events.super_event where id = ${scene.hack.id}`)[0];
    await end('2030-03-01T12:00Z');
    const visitor = await scene.sit('setup/hackathon', narrow);
    const { page } = visitor;
    const preview = page.getByTestId('retention-preview');
    await page.getByLabel('Days until people are erased').fill('30');
    await preview.getByText('1 person, 0 files and 0 waiting emails are erased on').waitFor();
    await preview.getByText(/(31 March|March 31,) 2030/).waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByLabel('Days until people are erased').fill('3651');
    await preview.waitFor({ state: 'detached' });
    await page.getByLabel('Days until people are erased').fill('30');
    await save(page);
    expect(await days()).toEqual({ retention_days: 30 });

    await end('2020-03-01T12:00Z');
    await page.reload();
    await preview.getByText('These days are over already').waitFor();
    expect(await page.getByLabel('Erase them now').count()).toBe(0);
    await page.getByLabel('Days until people are erased').fill('31');
    await preview.getByText('within the hour after you save, and nothing brings them back.').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByLabel('Erase them now').evaluate((box) => box.matches(':invalid:focus'))).toBe(true);
    expect(await days()).toEqual({ retention_days: 30 });
    await page.getByLabel('Erase them now').check();
    await save(page);
    expect(await days()).toEqual({ retention_days: 31 });

    await page.getByLabel('Days until people are erased').fill('');
    await preview.waitFor({ state: 'detached' });
    await save(page);
    expect(await days()).toEqual({ retention_days: null });
    await end(null);
    await page.reload();
    await page.getByLabel('Days until people are erased').fill('30');
    await preview.getByText('The hackathon has no end yet, so nothing is erased.').waitFor();
    await visitor.leave();
  });

  it('say beside its field what the service refuses, and lead there', async () => {
    const visitor = await scene.sit('setup/hackathon', narrow);
    const { page } = visitor;
    await page.getByLabel('Registration opens').fill('2030-07-02T12:00');
    await page.getByLabel('Registration closes').fill('2030-07-01T12:00');
    visitor.expectRefusal(400, /\/super-events\//);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please look at the fields marked above.').waitFor();
    const closes = page.getByLabel('Registration closes');
    expect(await closes.getAttribute('aria-invalid')).toBe('true');
    await visitor.becomes('document.activeElement.id', await closes.getAttribute('id'));
    await page.getByText('The end has to be after the beginning.').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await closes.fill('2030-07-03T12:00');
    expect(await page.getByText('The end has to be after the beginning.').count()).toBe(0);
    await save(page);
    await visitor.leave();
  });

  it('give emails a logo, a colour, an address to answer to, and own words', async () => {
    const visitor = await scene.sit('setup/looks', narrow);
    const { page } = visitor;
    await page.getByLabel('Logo').fill('https://acme.test/logo.png');
    await page.getByLabel('Colour', { exact: true }).fill('#AA3355');
    await page.getByLabel('Answers go to').fill('hello@acme.test');
    await page.getByLabel('people who are accepted').fill('Bring a laptop, {nobody}.');
    visitor.expectRefusal(400, /\/super-events\//);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must not have {nobody}').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByLabel('people who are accepted').fill('Bring a laptop, {first_name}.');
    await save(page);
    expect(await stored()).toMatchObject({
      ...{ logo_url: 'https://acme.test/logo.png', colour: '#aa3355', reply_to: 'hello@acme.test' },
      letters: { accepted: 'Bring a laptop, {first_name}.' },
    });
    for (const label of ['Logo', 'Answers go to', 'people who are accepted']) await page.getByLabel(label).fill('');
    await page.getByLabel('Colour', { exact: true }).fill('');
    await save(page);
    expect(await stored()).toMatchObject({ logo_url: null, colour: null, reply_to: null, letters: {} });
    await visitor.leave();
  });

  it('are saved again where they were changed and saved once more before everything had answered', async () => {
    const visitor = await scene.sit('setup/looks');
    const { page } = visitor;
    await page.getByLabel('Logo').fill('https://acme.test/first.png');
    const comes = Promise.withResolvers<void>();
    await page.route(/\/super-events\/[^/]+$/, (route) =>
      route.request().method() === 'GET' ? comes.promise.then(() => route.continue()) : route.continue(),
    );
    await save(page);
    await page.locator('form[aria-busy=true]').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Logo').fill('https://acme.test/second.png');
    await page.getByRole('button', { name: 'Save' }).click();
    const again = page.waitForResponse((each) => each.request().method() === 'PATCH');
    comes.resolve();
    expect((await again).status()).toBe(200);
    expect(await stored()).toMatchObject({ logo_url: 'https://acme.test/second.png' });
    await visitor.leave();
  });

  it('give a track its own place, zone, teams and stream, and leave them to the hackathon again', async () => {
    const track = async () =>
      (
        await hall.world.rows`
          select tz, stream_url, stream_start_at = '2030-03-09T08:00Z' as streams, config_json
            from events.track where id = ${scene.tracks.ai.id}`
      )[0];
    const visitor = await scene.sit('setup/tracks', narrow);
    const { page } = visitor;
    const edit = async () => {
      await rowOf(visitor, 'track-row', 'AI').getByRole('button', { name: 'Edit: AI' }).click();
      await window(page).getByText('Place, time zone, teams, files and stream').click();
    };
    const done = async () => {
      await window(page).getByRole('button', { name: 'Save' }).click();
      await window(page).waitFor({ state: 'detached' });
    };
    await edit();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await window(page).getByLabel('Place', { exact: true }).fill('Hall 2');
    await window(page).getByLabel('Time zone').fill('Europe/Berlin');
    await window(page).getByLabel('Teams are made').selectOption('By organizers alone');
    await window(page).getByLabel('Teams are fixed from').fill('2030-03-09T12:00');
    await window(page).getByLabel('Stream', { exact: true }).fill('https://live.acme.test/ai');
    await window(page).getByLabel('The stream begins').fill('2030-03-09T09:00');
    await window(page).getByLabel('Largest file').fill('2');
    await window(page).getByLabel('Largest team').fill('0');
    await window(page).getByText('Place, time zone, teams, files and stream').click();
    await window(page).getByRole('button', { name: 'Save' }).click();
    // The browser leads to what it refuses, though it was folded away.
    await window(page).getByLabel('Largest team').fill('6');
    await done();
    expect(await track()).toEqual({
      ...{ tz: 'Europe/Berlin', stream_url: 'https://live.acme.test/ai', streams: true },
      config_json: {
        ...{ place: 'Hall 2', max_team_size: 6, max_file_mb: 2 },
        teams: { self_service: false, locked_at: '2030-03-09T11:00:00.000Z' },
      },
    });
    await edit();
    await window(page).getByLabel('Place', { exact: true }).fill('');
    await window(page).getByLabel('Teams are made').selectOption('As the hackathon has it');
    await window(page).getByLabel('Teams are fixed from').fill('');
    await window(page).getByLabel('Largest team').fill('');
    await window(page).getByLabel('Largest file').fill('');
    await window(page).getByLabel('Take the stream away').check();
    await done();
    expect(await track()).toEqual({
      tz: 'Europe/Berlin',
      stream_url: null,
      streams: expect.any(Boolean),
      config_json: {},
    });
    await visitor.leave();
  });
});
