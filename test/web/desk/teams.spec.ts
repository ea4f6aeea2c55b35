import { expect, it } from '@jest/globals';
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
});
