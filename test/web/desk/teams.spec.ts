import { expect, it } from '@jest/globals';
import { narrow } from '../../support/browser.ts';
import { inBrowser } from '../in-browser.ts';
import { rowOf, setScene } from './at-the-desk.ts';

inBrowser('Teams at the desk', (hall) => {
  it('lists who is in a team, and moves all of it to another track', async () => {
    const scene = await setScene(hall);
    const { tracks, api } = scene;
    const people = [
      await hall.world.person({ name: 'Ada Lovelace' }),
      await hall.world.person({ name: 'Bob Babbage' }),
    ];
    for (const person of people) await hall.world.registered(person, tracks.ai);
    const bees = await hall.world.team(tracks.ai, people, { name: 'Bees' });
    await hall.world.team(tracks.web, [], { name: 'Ants' });
    const visitor = await scene.sit('teams');
    const row = rowOf(visitor, 'team-row', 'Bees');
    await row.getByText('2 of').click();
    await row.getByText('Bob Babbage').waitFor();
    await visitor.page.getByLabel('Name of the team').fill('bee');
    await rowOf(visitor, 'team-row', 'Ants').waitFor({ state: 'detached' });

    await row.getByRole('button', { name: 'Move: Bees' }).click();
    const dialog = visitor.page.getByRole('dialog');
    await dialog.getByText('2 people').waitFor();
    await dialog.getByRole('button', { name: 'Move the team' }).click();
    await row.locator('[data-name=Team]').getByText('Web').waitFor();
    expect((await api.get(`/teams/${bees.id}`)).body.data).toMatchObject({
      team: { event_id: tracks.web.id },
      member_count: 2,
    });

    // Somebody else at another desk.
    await api.del(`/super-events/${tracks.ai.super_event_id}/team-management/teams/${bees.id}`);
    await row.waitFor({ state: 'detached' });
    await visitor.leave();
  });

  it('renames a team, takes somebody out, and puts somebody in who has none', async () => {
    const { world } = hall;
    const scene = await setScene(hall);
    const { ai } = scene.tracks;
    const [ada, bob, cleo, dora] = [
      await world.person({ name: 'Ada Lovelace' }),
      await world.person({ name: 'Bob Babbage' }),
      await world.person({ name: 'Cleo Free' }),
      await world.person({ name: 'Dora Elsewhere' }),
    ];
    for (const person of [ada, bob, cleo, dora]) await world.registered(person, ai);
    const bees = await world.team(ai, [ada, bob], { name: 'Bees' });
    await world.team(ai, [dora], { name: 'Ants' });
    const visitor = await scene.sit('teams', narrow);
    const { page } = visitor;
    await page.getByRole('button', { name: 'Edit: Bees' }).click();
    const dialog = page.getByRole('dialog');
    const button = (name: string) => dialog.getByRole('button', { name, exact: true });
    await button('Add Cleo Free').waitFor();
    expect(await button('Add Dora Elsewhere').count()).toBe(0);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await dialog.getByLabel('Name', { exact: true }).fill('Wasps');
    await button('Rename').click();
    await dialog.getByRole('heading', { name: 'Edit Wasps' }).waitFor();
    await button('Remove Ada Lovelace').click();
    await dialog.getByText('The member who joined first of the others leads the team then.').waitFor();
    await button('Remove from the team').click();
    await dialog.getByRole('heading', { name: 'Members, 1 of 4' }).waitFor();
    await dialog.getByLabel('Name or email').fill('cleo');
    await button('Add Ada Lovelace').waitFor({ state: 'detached' });
    await button('Add Cleo Free').click();
    await dialog.getByRole('heading', { name: 'Members, 2 of 4' }).waitFor();
    await dialog.getByText('Cleo Free is in Wasps now.').waitFor();
    const { team, members } = (await scene.api.get(`/teams/${bees.id}`)).body.data;
    expect([team.name, members.map(({ user_id }: any) => user_id)]).toEqual(['Wasps', [bob.id, cleo.id]]);
    await visitor.leave();
  });

  it('deletes a team with members and one without, each once it was asked, and offline neither', async () => {
    const { world } = hall;
    const scene = await setScene(hall);
    const { ai } = scene.tracks;
    const ada = await world.person({ name: 'Ada Lovelace' });
    const place = await world.registered(ada, ai);
    const bees = await world.team(ai, [ada], { name: 'Bees' });
    const ants = await world.team(ai, [], { name: 'Ants' });
    const visitor = await scene.sit('teams', narrow);
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    const button = (name: string) => dialog.getByRole('button', { name, exact: true });
    await page.getByRole('button', { name: 'Edit: Ants' }).click();
    await button('Delete team').click();
    await button('Yes, delete team').click();
    await rowOf(visitor, 'team-row', 'Ants').waitFor({ state: 'detached' });
    await page.getByText('Ants is deleted.').waitFor();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Edit: Bees' }).click();
    await button('Delete team').click();
    await dialog.getByText('1 member loses the team. Their places on AI stay.').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await button('Cancel').click();
    expect((await scene.api.get(`/teams/${bees.id}`)).status).toBe(200);
    await visitor.goOffline();
    await page.locator('[data-testid=online][data-online=false]').waitFor();
    expect(await button('Delete team').isDisabled()).toBe(true);
    await visitor.goOnline();
    await button('Delete team').click();
    await button('Yes, delete team').click();
    await page.getByText('No team yet.').waitFor();
    await page.getByText('Bees is deleted.').waitFor();
    for (const { id } of [ants, bees]) expect(await scene.api.get(`/teams/${id}`)).toBeRefused(404, 'NOT_FOUND');
    const { body } = await scene.api.get(`/registrations/${place.id}`);
    expect(body.data.registration).toMatchObject({ status: 'accepted', event_id: ai.id });
    await visitor.leave();
  });

  it('leads to what a team has handed in, and back from a filter that leaves none', async () => {
    const { world } = hall;
    const scene = await setScene(hall);
    const ada = await world.person({ name: 'Ada Lovelace' });
    await world.registered(ada, scene.tracks.ai);
    const { id: team_id } = await world.team(scene.tracks.ai, [ada], { name: 'Bees' });
    const project = { team_id, title: 'Hive', links: ['https://git.test/bees/hive'] };
    await world.as(ada, scene.acme).post('/submissions', project);
    const visitor = await scene.sit('teams');
    const { page } = visitor;
    const row = rowOf(visitor, 'team-row', 'Bees');
    expect(await row.getByRole('link', { name: 'git.test/bees/hive' }).getAttribute('href')).toBe(project.links[0]);
    await page.getByLabel('State').selectOption('closed');
    await page.getByText('No team is like this.').waitFor();
    await page.getByRole('button', { name: 'Show all teams' }).click();
    await row.waitFor();
    expect(await page.getByLabel('State').inputValue()).toBe('');
    await visitor.leave();
  });
});
