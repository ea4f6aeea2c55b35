import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { narrow } from '../support/browser.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { eventually } from '../support/wire.ts';
import { inBrowser, type Hall } from './in-browser.ts';

/** Ada and Bob are a team on a track whose projects close then; both can sign in. */
async function teamed({ world }: Hall, closesInMs = 3_600_000, questions: readonly object[] = []) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const closes_at = new Date(Date.now() + closesInMs).toISOString();
  const track = await world.track(hack, { config_json: JSON.stringify({ submissions: { closes_at, questions } }) });
  const [ada, bob] = [
    await personWithPassword(world, { name: 'Ada' }),
    await personWithPassword(world, { name: 'Bob' }),
  ];
  for (const person of [ada, bob]) await world.registered(person, track);
  const team = await world.team(track, [ada, bob]);
  const project = () =>
    world.rows<{ title: string; description: string | null; links: string[]; late_by_ms: number | null }>`
      select title, description, links, late_by_ms from teams.submission where team_id = ${team.id}`;
  return { world, acme, hack, track, ada: { ...ada, password }, bob: { ...bob, password }, team, project };
}
const isIn = (page: Page, state: string) =>
  page.locator(`[data-testid=project-save-state][data-state=${state}]`).waitFor();

/** A team whose first member has handed in a project, which the second member sees. */
async function handedIn(hall: Hall) {
  const team = await teamed(hall);
  const [first, second] = [await hall.visit(), await hall.visit()];
  await hall.arrive(first, team.ada, '/me');
  await first.page.getByTestId('project-title').fill('Bees');
  await first.page.getByTestId('project-submit').click();
  await isIn(first.page, 'saved');
  await hall.arrive(second, team.bob, '/me');
  await isIn(second.page, 'saved');
  return { first, second, project: team.project };
}

inBrowser('A member of a team', (hall) => {
  it('types a project that stays on the device, hands it in, and changes it as they type', async () => {
    const { world, hack, ada, project } = await teamed(hall);
    await world.rows`insert into events.prize (super_event_id, key, name) values (${hack.id}, 'bee', 'Best bee')`;
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByTestId('project-title').fill('Bee counter');
    await page.getByLabel('Links').fill('https://code.test/bees');
    await isIn(page, 'device');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.reload();
    expect(await page.getByTestId('project-title').inputValue()).toBe('Bee counter');
    expect(await project()).toEqual([]);
    await page.getByLabel('Best bee').check();
    await page.getByTestId('project-submit').click();
    await isIn(page, 'saved');
    await page.getByLabel('What it does').fill('It counts bees.');
    await eventually(project, ([one]) => one?.description === 'It counts bees.');
    await isIn(page, 'saved');
    expect(await project()).toEqual([
      { title: 'Bee counter', description: 'It counts bees.', links: ['https://code.test/bees'], late_by_ms: null },
    ]);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.leave();
  });

  it('answers what the track asks, and is told beside it what is missing before anything is sent', async () => {
    const data = { id: 'data', field_type: 'textarea', label: 'Which data?', is_required: true };
    const model = { id: 'model', field_type: 'radio', label: 'Which model?', options: ['small', 'large'] };
    const { world, team, ada, bob } = await teamed(hall, 3_600_000, [data, model]);
    const answers = () => world.rows<object>`select answers_json from teams.submission where team_id = ${team.id}`;
    const [first, second] = [await hall.visit(narrow), await hall.visit()];
    const { page } = first;
    await hall.arrive(first, ada, '/me');
    await page.getByTestId('project-submit').click();
    await page.getByText('Title is required').waitFor();
    await page.getByText('Which data? is required').waitFor();
    await first.becomes('document.activeElement.dataset.testid', 'project-title');
    expect([await first.fits(), await first.barriers()]).toEqual([true, []]);
    await page.getByTestId('project-title').fill('Bees');
    await page.getByTestId('project-answer-data').fill('Weather');
    await isIn(page, 'device');
    await page.reload();
    expect(await page.getByTestId('project-answer-data').inputValue()).toBe('Weather');
    await page.getByTestId('project-submit').click();
    await isIn(page, 'saved');
    expect(await answers()).toEqual([{ answers_json: { data: 'Weather' } }]);
    await hall.arrive(second, bob, '/me');
    await second.page.getByTestId('project-answer-model').getByLabel('large').check();
    await page.getByTestId('project-answer-data').fill('Weather of 2026');
    const both = JSON.stringify([{ answers_json: { data: 'Weather of 2026', model: 'large' } }]);
    await eventually(answers, (kept) => JSON.stringify(kept) === both);
    await isIn(page, 'saved');
    first.expectRefusal(400, /submissions/);
    await page.getByTestId('project-answer-data').fill('');
    await page.getByText('Which data? is required').waitFor();
    await isIn(page, 'refused');
    expect([await first.fits(), await first.barriers()]).toEqual([true, []]);
    await first.leave();
    await second.leave();
  });

  it('hands in without a network, and it is sent when the network is back, once', async () => {
    const { ada, project } = await teamed(hall);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByTestId('project-title').waitFor();
    await visitor.isKept('/me');
    await visitor.goOffline();
    await page.getByTestId('project-title').fill('Offline bees');
    await page.getByTestId('project-submit').click();
    await page.getByText('sent when the network is back').waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await page.reload();
    await page.getByText('sent when the network is back').waitFor();
    await visitor.goOnline();
    await isIn(page, 'saved');
    expect(await project()).toEqual([{ title: 'Offline bees', description: null, links: [], late_by_ms: null }]);
    await visitor.leave();
  });

  it('sees beside its field what is refused, and hands in once it is mended', async () => {
    const { ada, project } = await teamed(hall);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByTestId('project-title').fill('Bees');
    await page.getByLabel('Links').fill('no address');
    visitor.expectRefusal(400, /submissions/);
    await page.getByTestId('project-submit').click();
    await isIn(page, 'refused');
    await page.locator('textarea[aria-invalid=true]').waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await page.getByLabel('Links').fill('https://code.test/bees');
    await page.getByTestId('project-submit').click();
    await isIn(page, 'saved');
    expect(await project()).toHaveLength(1);
    await visitor.leave();
  });

  it('changes what a teammate handed in', async () => {
    const { first, second, project } = await handedIn(hall);
    await second.page.getByTestId('project-title').fill('Wasps');
    await eventually(project, ([one]) => one?.title === 'Wasps');
    expect(await project()).toHaveLength(1);
    await first.leave();
    await second.leave();
  });

  it('changes what a teammate handed in meanwhile, which is not handed in twice', async () => {
    const { ada, bob, project } = await teamed(hall);
    const [first, second] = [await hall.visit(), await hall.visit()];
    await hall.arrive(first, ada, '/me');
    await hall.arrive(second, bob, '/me');
    await first.page.getByTestId('project-title').fill('Bees');
    await first.page.getByLabel('What it does').fill('It counts.');
    await second.page.getByTestId('project-title').fill('Wasps');
    await first.page.getByTestId('project-submit').click();
    await isIn(first.page, 'saved');
    // The page of the second still offers to hand it in.
    await second.page.getByTestId('project-submit').click();
    await isIn(second.page, 'saved');
    expect(await project()).toMatchObject([{ title: 'Wasps', description: 'It counts.' }]);
    await first.leave();
    await second.leave();
  });

  it('changes only what they touched, whatever a teammate changes meanwhile', async () => {
    const { first, second, project } = await handedIn(hall);
    await first.page.getByTestId('project-title').fill('Wasps');
    await eventually(project, ([one]) => one?.title === 'Wasps');
    await second.page.getByLabel('What it does').fill('It counts.');
    await eventually(project, ([one]) => one?.description === 'It counts.');
    expect(await project()).toMatchObject([{ title: 'Wasps', description: 'It counts.' }]);
    await first.page.evaluate("dispatchEvent(new Event('focus'))");
    await first.becomes("document.querySelector('.project textarea').value", 'It counts.');
    await first.leave();
    await second.leave();
  });

  it('is warned a minute before the deadline, and told when it has passed', async () => {
    const { ada, world, track } = await teamed(hall, 50_000);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByText('Less than a minute left').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    const config = JSON.stringify({ submissions: { closes_at: new Date(Date.now() - 1_000).toISOString() } });
    await world.rows`update events.track set config_json = ${config}::jsonb where id = ${track.id}`;
    await page.reload();
    await page.getByTestId('project-closed').waitFor();
    expect(await page.getByTestId('project-title').count()).toBe(0);
    expect(await visitor.barriers()).toEqual([]);
    await visitor.leave();
  });

  it('has taken what was typed before the deadline and arrives within a minute of it', async () => {
    const { ada, world, track, project } = await teamed(hall);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByTestId('project-title').waitFor();
    await visitor.goOffline();
    await page.getByTestId('project-title').fill('Just in time');
    await page.getByTestId('project-submit').click();
    await page.getByText('sent when the network is back').waitFor();
    // The page knows the time of the server to a second.
    const closes = Date.now() + 1_000;
    const config = JSON.stringify({ submissions: { closes_at: new Date(closes).toISOString() } });
    await world.rows`update events.track set config_json = ${config}::jsonb where id = ${track.id}`;
    await eventually(
      () => Promise.resolve(Date.now()),
      (now) => now > closes,
    );
    await visitor.goOnline();
    await page.getByText(/seconds? late, and counts/).waitFor();
    expect(await project()).toMatchObject([{ title: 'Just in time', late_by_ms: expect.any(Number) }]);
    await visitor.leave();
  });
});
