/** Every view and window of the desk, held against the same. */
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Contest } from '../../support/judging/contest.ts';
import { password, personWithPassword } from '../../support/sign-in.ts';
import { inBrowser, type Hall } from '../in-browser.ts';
import { looksRight } from '../looks.ts';
import type { Visitor } from '../visitor.ts';
import { rowOf, setScene, type Scene } from './at-the-desk.ts';

/** A hackathon in full swing: people of every standing, a door, a device, teams that are judged, an email, a form. */
async function inFullSwing(hall: Hall) {
  const { world } = hall;
  const scene = await setScene(hall, { max_participants: 50 });
  const { ai } = scene.tracks;
  await world.rows`
    insert into events.registration_field (super_event_id, field_type, label, options, order_index)
    values (${scene.hack.id}, 'textarea', 'Why come?', '[]', 0), (${scene.hack.id}, 'select', 'Diet', '["vegan"]', 1)`;
  const people = [];
  for (const [name, status] of [
    ['Ada Lovelace', 'accepted'],
    ['Bob Babbage', 'accepted'],
    ['Cleo Free', 'accepted'],
    ['Dora Dirichlet', 'pending'],
    ['Emil Waits', 'waitlisted'],
  ] as const) {
    const person = await world.person({ name });
    await world.registered(person, ai, status);
    people.push(person);
  }
  await world.point(ai, { name: 'Main door' });
  await scene.api.post(`/organizations/${scene.acme.id}/devices`, {
    kind: 'kiosk',
    name: 'Left',
    super_event_id: scene.hack.id,
  });
  await scene.api.post(`/super-events/${scene.hack.slug}/announcements`, {
    subject: 'Welcome',
    body: 'Hello',
    audience: {},
  });
  const contest = new Contest(world, ai, scene.api);
  await contest.criterion('1', { name: 'Craft' });
  const bees = await contest.team('Bees', people.slice(0, 2));
  await contest.judged(bees, [8]);
  await contest.judged(await contest.team('Ants'), [6]);
  await contest.calculate();
  return { scene, contest };
}

inBrowser('The desk', (hall) => {
  let scene: Scene;
  let contest: Contest;
  let visitor: Visitor;
  beforeAll(async () => {
    ({ scene, contest } = await inFullSwing(hall));
    visitor = await scene.sit('people');
  });
  afterAll(() => visitor.leave());
  /** Opens a view anew. */
  const open = async (view: string) => {
    await visitor.open(`/desk#/${scene.hack.slug}/${view}`);
    await visitor.page.reload();
  };

  it.each([
    ['people', 'Dora Dirichlet'],
    ['reviews', 'Dora Dirichlet'],
    ['doors', 'Not paired yet'],
    ['teams', '2 of 4'],
    ['judging/criteria', 'Craft'],
    ['judging/judges', 'Bees'],
    ['judging/ranking', 'Adjusted rank'],
    ['judging/podium', 'not published yet'],
    ['tables', 'Diet'],
    ['emails', 'Welcome'],
    ['setup', 'Questions'],
    ['setup/hackathon', 'Description'],
    ['setup/looks', 'Logo'],
    ['setup/tracks', 'Web'],
    ['setup/form', 'Why come?'],
    ['setup/doors', 'Main door'],
    ['setup/roles', 'Roles'],
    ['setup/prizes', 'Add a prize'],
    ['setup/file', 'Download'],
  ])('shows %s', async (view, sign) => {
    await open(view);
    await visitor.page.locator('main').getByText(sign).first().waitFor();
    await looksRight(visitor, view);
  });

  const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
  const ofDora = async (page: Page) => {
    await rowOf(visitor, 'people-row', 'Dora Dirichlet').getByRole('link').click();
    await page.getByRole('dialog').getByText('Answers').first().waitFor();
  };
  /** Nobody listens to keys before the page is there. */
  const pressKeys = async (page: Page) => {
    await page.getByTestId('people-row').first().waitFor();
    await page.keyboard.press('?');
  };

  it.each([
    ['somebody', 'people', ofDora],
    ['adding somebody', 'people', press('Add a person')],
    ['the list of keys', 'people', pressKeys],
    ['pairing a device', 'doors', press('Pair a device')],
    ['disconnecting a device', 'doors', press('Disconnect: Left')],
    ['moving a team', 'teams', press('Move: Bees')],
    ['editing a team', 'teams', press('Edit: Bees')],
    ['adding a criterion', 'judging/criteria', press('Add a criterion')],
    ['deleting a criterion', 'judging/criteria', press('Delete: Craft')],
    ['assigning judges', 'judging/judges', press('Assign judges')],
    ['adding a judge', 'judging/judges', press('Add a judge')],
    ['the judges of a team', 'judging/judges', press('Judges of Bees')],
    ['publishing', 'judging/ranking', press('Publish')],
    ['writing an email', 'emails', press('New email')],
    ['adding a track', 'setup/tracks', press('Add a track')],
    ['adding a question', 'setup/form', press('Add a question')],
    ['starting a form from another', 'setup/form', press('Start from…')],
    ['trying the form', 'setup/form', press('Try the form')],
    ['adding a door', 'setup/doors', press('Add a door')],
    ['adding a prize', 'setup/prizes', press('Add a prize')],
  ])('has a window for %s', async (state, view, act) => {
    await open(view);
    await act(visitor.page);
    await visitor.page.getByRole('dialog').getByRole('heading').first().waitFor();
    await looksRight(visitor, state);
  });

  it('shows people who are ticked, none that are found, and its menu', async () => {
    const { page } = visitor;
    await open('people');
    await rowOf(visitor, 'people-row', 'Dora Dirichlet').getByTestId('people-select').click();
    await page.getByText('1 person ticked').waitFor();
    await looksRight(visitor, 'people who are ticked');
    await page.getByRole('searchbox').fill('nobody like this');
    await page.getByRole('button', { name: 'Show everybody' }).waitFor();
    await looksRight(visitor, 'nobody who is found');
    await page.getByTitle('Menu').click();
    await looksRight(visitor, 'its menu');
  });

  it('shows what is published to a hall', async () => {
    await contest.publish();
    await open('judging/podium');
    await visitor.page.getByRole('button', { name: 'Show second place' }).click();
    await visitor.page.keyboard.press('PageDown');
    await looksRight(visitor, 'the podium');
  });

  it('is empty before anything is there', async () => {
    const { slug } = await hall.world.superEvent(scene.acme, { name: 'Next Hack' });
    for (const view of ['people', 'reviews', 'doors', 'teams', 'judging', 'tables', 'emails']) {
      await visitor.open(`/desk#/${slug}/${view}`);
      await visitor.page.reload();
      await visitor.page.locator('main .state:not(.soon)').first().waitFor();
      await looksRight(visitor, `${view}, empty`);
    }
  });

  it('leads on who organizes nothing, and says when there is no network', async () => {
    const stranger = await hall.visit();
    const ada = await personWithPassword(hall.world);
    await stranger.signIn({ ...ada, password });
    await stranger.page.waitForURL('**/me');
    await stranger.open('/desk');
    await stranger.page.getByText('You organize no hackathon yet').waitFor();
    await looksRight(stranger, 'somebody who organizes nothing');
    await stranger.leave();
    await open('teams');
    await visitor.page.getByText('Bees').first().waitFor();
    await visitor.goOffline();
    await visitor.page.getByText('You are offline.').waitFor();
    await looksRight(visitor, 'a desk without a network');
  });
});
