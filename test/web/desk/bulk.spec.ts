import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { narrow } from '../../support/browser.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { rowOf, setScene, type Scene } from './at-the-desk.ts';

inBrowser('Deciding about many at the desk', (hall) => {
  let scene: Scene;
  let visitor: Visitor;
  beforeEach(async () => {
    scene = await setScene(hall, { max_participants: 2 });
  });
  afterEach(() => visitor.leave());

  const people = async (...names: string[]) => {
    const ids: string[] = [];
    for (const [place, name] of names.entries()) {
      const person = await hall.world.person({ name });
      const { parent } = await hall.world.registered(person, scene.tracks.ai, 'pending', {
        evaluation_score: 9 - place,
      });
      ids.push(parent.id);
    }
    return ids;
  };
  const statuses = async (ids: readonly string[]) => {
    const rows = await hall.world.rows<{ id: string; status: string }>`
      select id, status from registrations.super_event_registration where id = any (${ids}::uuid[])`;
    return ids.map((id) => rows.find((row) => row.id === id)?.status);
  };
  const tick = (name: string) => rowOf(visitor, 'people-row', name).getByTestId('people-select');
  const outcome = () => visitor.page.getByTestId('bulk-outcome');

  it('accepts those who are ticked, a range among them, names who did not fit, and takes it back', async () => {
    const ids = await people('Ada Lovelace', 'Bob Babbage', 'Cyd Cayley', 'Dora Dirichlet');
    visitor = await scene.sit('people');
    const { page } = visitor;
    // The newest comes first.
    await tick('Cyd Cayley').click();
    await tick('Ada Lovelace').click({ modifiers: ['Shift'] });
    await page.getByText('3 people ticked').waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await page.getByTestId('bulk-accepted').click();
    await outcome().getByText('2 people accepted. 1 did not move.').waitFor();
    await outcome().getByText('Cyd Cayley did not fit: the hackathon is full').waitFor();
    await outcome().getByText('Moved').click();
    await outcome().getByText('Bob Babbage, Ada Lovelace').waitFor();
    expect(await statuses(ids)).toEqual(['accepted', 'accepted', 'pending', 'pending']);
    await page.getByTestId('forecast').getByText('About 2 will come').waitFor();
    await outcome().getByText('Their emails leave when it can no longer be undone.').waitFor();
    expect(await visitor.barriers()).toEqual([]);

    // It can still be taken back after another view, and after the page was loaded again.
    await visitor.open(`/desk#/${scene.hack.slug}/tables`);
    await page.getByTestId('export-csv').waitFor();
    await visitor.open(`/desk#/${scene.hack.slug}/people`);
    await outcome().getByText('Cyd Cayley did not fit: the hackathon is full').waitFor();
    await page.reload();
    await outcome().getByText('2 people accepted. 1 did not move.').waitFor();
    await page
      .getByTestId('bulk-undo')
      .filter({ hasText: /Undo \(\d+ s\)/ })
      .click();
    await outcome().getByText('Taken back for 2 people.').waitFor();
    expect(await statuses(ids)).toEqual(['pending', 'pending', 'pending', 'pending']);
  });

  it('accepts twenty in three clicks, and keeps an undo for each decision', async () => {
    const ids = await people(...Array.from({ length: 20 }, (_, nth) => `Guest ${String.fromCharCode(65 + nth)}`));
    await hall.world.rows`update events.super_event set max_participants = null where id = ${scene.hack.id}`;
    visitor = await scene.sit('people');
    const { page } = visitor;
    await tick('Guest T').click();
    await tick('Guest A').click({ modifiers: ['Shift'] });
    await page.getByTestId('bulk-accepted').click();
    await outcome().getByText('20 people accepted.').waitFor();
    expect(new Set(await statuses(ids))).toEqual(new Set(['accepted']));

    await tick('Guest B').click();
    await page.getByTestId('bulk-waitlisted').click();
    await outcome().getByText('1 person on the waiting list.').waitFor();
    const first = outcome().filter({ hasText: '20 people accepted.' });
    await first.getByTestId('bulk-undo').click();
    await outcome().getByText('Taken back for 19 people. Guest B was decided about anew since.').waitFor();
    expect((await statuses(ids)).filter((status) => status === 'pending')).toHaveLength(19);
    await outcome().filter({ hasText: 'waiting list' }).getByTestId('bulk-undo').click();
    await outcome().getByText('Taken back for 1 person.').waitFor();
    expect(await statuses(ids)).toContain('accepted');
  });

  it('ticks a range by the keyboard alone', async () => {
    await people('Ada Lovelace', 'Bob Babbage', 'Cyd Cayley');
    visitor = await scene.sit('people');
    const { page } = visitor;
    await tick('Cyd Cayley').focus();
    await page.keyboard.press('Space');
    await tick('Ada Lovelace').focus();
    await page.keyboard.press('Shift+Space');
    await page.getByText('3 people ticked').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('2 people ticked').waitFor();
  });

  it('decides about everybody whom a filter finds, by the keyboard as well', async () => {
    const ids = await people('Ada Lovelace', 'Bob Babbage', 'Cyd Cayley');
    visitor = await scene.sit('people', narrow);
    const { page } = visitor;
    await rowOf(visitor, 'people-row', 'Cyd Cayley').waitFor();
    await page.getByTestId('people-search').fill('babbage');
    await rowOf(visitor, 'people-row', 'Cyd Cayley').waitFor({ state: 'detached' });
    await page.getByTestId('people-select-all').focus();
    await page.keyboard.press('Space');
    await page.getByTestId('bulk-waitlisted').focus();
    await page.keyboard.press('Enter');
    await outcome().getByText('1 person on the waiting list.').waitFor();
    expect((await statuses(ids))[1]).toBe('waitlisted');
    expect((await statuses(ids))[2]).toBe('pending');
    expect(await visitor.fits()).toBe(true);
    expect(await visitor.barriers()).toEqual([]);
  });
});
