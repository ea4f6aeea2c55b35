import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { eventually } from '../support/wire.ts';
import { isIn, teamed } from './handing-in.ts';
import { inBrowser } from './in-browser.ts';

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

  it('is asked no more what the track took away, and everything else is kept', async () => {
    const [data, model] = ['data', 'model'].map((id) => ({ id, field_type: 'text', label: `Which ${id}?` }));
    const { world, team, track, ada } = await teamed(hall, 3_600_000, [data!, model!]);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByTestId('project-title').fill('Bees');
    await page.getByTestId('project-answer-data').fill('Weather');
    await page.getByTestId('project-submit').click();
    await isIn(page, 'saved');
    const asking = (questions: unknown[]) =>
      world.rows`update events.track set config_json = ${JSON.stringify({ submissions: { questions } })}::jsonb
                  where id = ${track.id}`;
    const stored = () => world.rows<{ answers_json: unknown; title: string }>`
      select answers_json, title from teams.submission where team_id = ${team.id}`;
    await asking([data]);
    visitor.expectRefusal(400, /submissions/);
    await page.getByTestId('project-answer-model').fill('Large');
    await page.getByTestId('project-title').fill('Wasps');
    await eventually(stored, ([one]) => one?.title === 'Wasps');
    await isIn(page, 'saved');
    expect(await page.getByTestId('project-answer-model').count()).toBe(0);
    await asking([]);
    await page.getByTestId('project-answer-data').fill('Rain');
    await page.getByTestId('project-title').fill('Ants');
    await eventually(stored, ([one]) => one?.title === 'Ants');
    expect(await stored()).toMatchObject([{ answers_json: { data: expect.any(String) } }]);
    await visitor.leave();
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
