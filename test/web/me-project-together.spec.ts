import { expect, it } from '@jest/globals';
import { eventually } from '../support/wire.ts';
import { handedIn, heldBack, isIn, teamed } from './handing-in.ts';
import { inBrowser } from './in-browser.ts';

inBrowser('Members of a team who type at the same time', (hall) => {
  it('sends each answer once, and goes on to show it, however late the service answers', async () => {
    const questions = ['data', 'model'].map((id) => ({ id, field_type: 'text', label: `Which ${id}?` }));
    const { ada } = await teamed(hall, 3_600_000, questions);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByTestId('project-title').fill('Bees');
    await page.getByTestId('project-submit').click();
    await isIn(page, 'saved');
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push((request.postDataJSON() as { answers_json?: unknown }).answers_json);
    });
    const [changed, read] = [await heldBack(page, '**/submissions/*'), await heldBack(page, '**/my-teams')];
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await read.hasCome;
    await page.getByTestId('project-answer-data').fill('Weather');
    await changed.hasCome;
    await page.getByTestId('project-answer-model').fill('Large');
    changed.release();
    await isIn(page, 'saved');
    read.release();
    await eventually(
      () => Promise.resolve(sent),
      ({ length }) => length === 2,
    );
    expect(sent).toEqual([{ data: 'Weather' }, { model: 'Large' }]);
    await isIn(page, 'saved');
    expect(await page.getByTestId('project-answer-data').inputValue()).toBe('Weather');
    await visitor.leave();
  });

  it('goes on to show what it has just sent, also where it was loaded a moment ago', async () => {
    const { first, second } = await handedIn(hall);
    const { page } = first;
    first.expectFailure(/submissions/);
    await page.route('**/submissions/*', (route) => route.abort('internetdisconnected'));
    await page.getByTestId('project-title').fill('Wasps');
    await isIn(page, 'device');
    await page.unrouteAll({ behavior: 'wait' });
    const read = await heldBack(page, '**/my-teams');
    await page.reload();
    await read.hasCome;
    await isIn(page, 'saved');
    const again = page.waitForRequest('**/my-teams');
    read.release();
    await again;
    expect(await page.getByTestId('project-title').inputValue()).toBe('Wasps');
    await first.leave();
    await second.leave();
  });

  it('forgets what was refused once it has been mended on its way', async () => {
    const { first, second, project } = await handedIn(hall);
    const { page } = first;
    const changed = await heldBack(page, '**/submissions/*');
    first.expectRefusal(400, /submissions/);
    await page.getByLabel('Links').fill('no address');
    await changed.hasCome;
    await page.getByLabel('Links').fill('https://code.test/bees');
    changed.release();
    await isIn(page, 'saved');
    expect(await project()).toMatchObject([{ links: ['https://code.test/bees'] }]);
    await first.leave();
    await second.leave();
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

  it('hands in what they typed before a teammate did, and what was refused, on a page that is loaded anew', async () => {
    const { world, track, ada, bob, project } = await teamed(hall);
    const [first, second] = [await hall.visit(), await hall.visit()];
    const { page } = second;
    await hall.arrive(first, ada, '/me');
    await hall.arrive(second, bob, '/me');
    await page.getByLabel('What it does').fill('It counts.');
    await isIn(page, 'device');
    await first.page.getByTestId('project-title').fill('Bees');
    await first.page.getByTestId('project-submit').click();
    await isIn(first.page, 'saved');
    await page.reload();
    await second.becomes("document.querySelector('[data-testid=project-title]')?.value", 'Bees');
    await page.getByLabel('Built with').fill('Wax');
    await isIn(page, 'device');
    // Required by now: it stops nobody who has handed in.
    const more = { id: 'more', field_type: 'text', label: 'More?', is_required: true };
    await world.rows`
      update events.track set config_json = jsonb_set(config_json, '{submissions,questions}', ${JSON.stringify([more])}::jsonb)
       where id = ${track.id}`;
    await page.reload();
    await page.getByTestId('project-answer-more').waitFor();
    await page.getByTestId('project-submit').click();
    await isIn(page, 'saved');
    expect(await page.getByTestId('project-submit').count()).toBe(0);
    second.expectRefusal(400, /submissions/);
    await page.getByLabel('Links').fill('no address');
    await isIn(page, 'refused');
    await page.reload();
    await isIn(page, 'device');
    second.expectRefusal(400, /submissions/);
    await page.getByTestId('project-submit').click();
    await isIn(page, 'refused');
    await page.getByLabel('Links').fill('https://code.test/bees');
    await isIn(page, 'saved');
    expect(await project()).toMatchObject([
      { title: 'Bees', description: 'It counts.', links: ['https://code.test/bees'] },
    ]);
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
});
