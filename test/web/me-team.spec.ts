import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { eventually } from '../support/wire.ts';
import { inBrowser, type Hall } from './in-browser.ts';

/** Ada, Bob and Cem are accepted on a track and in no team; all can sign in. */
async function hopeful({ world }: Hall, config: object = {}) {
  const hack = await world.superEvent(await world.organization());
  const track = await world.track(hack, { config_json: JSON.stringify(config) });
  const person = async (name: string) => {
    const made = await personWithPassword(world, { name });
    await world.registered(made, track);
    return { ...made, password };
  };
  const [ada, bob, cem] = [await person('Ada'), await person('Bob'), await person('Cem')];
  const members = async () =>
    world.rows<{ name: string; role: string }>`
      select p.name, m.role from teams.member m join identity.person p on p.id = m.user_id
       where m.event_id = ${track.id} and m.left_at is null order by p.name`;
  return { world, track, ada, bob, cem, members };
}

inBrowser('A participant without a team', (hall) => {
  it('founds one and invites somebody, who joins by the link after signing in', async () => {
    const { ada, bob, members } = await hopeful(hall, { max_team_size: 2 });
    const [first, second] = [await hall.visit(narrow), await hall.visit(narrow)];
    await hall.arrive(first, ada, '/me');
    await first.page.getByText('Start a team').click();
    await first.page.getByTestId('team-name').fill('Bees');
    expect([await first.fits(), await first.barriers()]).toEqual([true, []]);
    await first.page.getByTestId('team-found').click();
    await first.page.getByRole('heading', { name: 'Team Bees' }).waitFor();
    await first.page.getByTestId('team-invite').click();
    const link = first.page.getByTestId('team-invite-url');
    const { hash, pathname } = new URL((await link.getAttribute('href')) ?? '');
    expect([await first.fits(), await first.barriers()]).toEqual([true, []]);

    await second.open(`${pathname}${hash}`);
    await second.page.getByLabel('Email').fill(bob.email);
    await second.page.getByLabel('Password').fill(password);
    await second.page.getByTestId('sign-in').click();
    await second.page.getByText('You are invited to a team').waitFor();
    expect([await second.fits(), await second.barriers()]).toEqual([true, []]);
    await second.page.getByRole('button', { name: 'Join the team' }).click();
    await second.page.getByRole('heading', { name: 'Team Bees' }).waitFor();
    await second.page.waitForURL(({ hash: kept }) => kept === '');
    await second.page.getByText('The team is full.').waitFor();
    expect(await second.page.getByTestId('team-member').allTextContents()).toEqual(['Ada · leads', 'Bob']);
    expect(await members()).toEqual([
      { name: 'Ada', role: 'LEADER' },
      { name: 'Bob', role: 'MEMBER' },
    ]);
    await first.leave();
    await second.leave();
  });

  it('joins an open team, and is told when its last place has gone', async () => {
    const { world, track, ada, bob, cem, members } = await hopeful(hall, { max_team_size: 2 });
    await world.team(track, [cem], { name: 'Wasps' });
    const [first, second] = [await hall.visit(), await hall.visit()];
    await hall.arrive(first, ada, '/me');
    await hall.arrive(second, bob, '/me');
    await second.page.getByTestId('team-join').waitFor();
    await first.page.getByTestId('team-join').click();
    await first.page.getByRole('heading', { name: 'Team Wasps' }).waitFor();
    second.expectRefusal(409, /join/);
    await second.page.getByTestId('team-join').click();
    await second.page.getByText('The team is full.').waitFor();
    expect(await second.barriers()).toEqual([]);
    expect(await members()).toHaveLength(2);
    await first.leave();
    await second.leave();
  });

  it('joins by a code that is read out, and is told of one that is good no more', async () => {
    const { ada, bob } = await hopeful(hall);
    const [first, second] = [await hall.visit(), await hall.visit(narrow)];
    await hall.arrive(first, ada, '/me');
    await first.page.getByText('Start a team').click();
    await first.page.getByTestId('team-name').fill('Bees');
    await first.page.getByTestId('team-found').click();
    await first.page.getByTestId('team-invite').click();
    const code = (await first.page.getByTestId('team-invite-code').textContent()) ?? '';
    expect(code).toMatch(/^[0-9A-Z]{4}( [0-9A-Z]{4}){3}$/);
    await hall.arrive(second, bob, '/me');
    await second.page.getByText('I have a code').click();
    const input = second.page.getByTestId('team-code');
    await input.fill('0000 0000 0000 0000');
    second.expectRefusal(404, /join/);
    await input.press('Enter');
    await second.page.getByText('This invitation is unknown').waitFor();
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect([await second.fits(), await second.barriers()]).toEqual([true, []]);
    await input.fill(code.toLowerCase());
    await second.page.getByTestId('team-join-code').click();
    await second.page.getByRole('heading', { name: 'Team Bees' }).waitFor();
    await first.leave();
    await second.leave();
  });

  it('is shown to others who look for one as soon as they say so', async () => {
    const { ada, bob } = await hopeful(hall);
    const [first, second] = [await hall.visit(narrow), await hall.visit()];
    await hall.arrive(first, ada, '/me');
    const tick = first.page.getByTestId('team-looking');
    await tick.check();
    await hall.arrive(second, bob, '/me');
    await second.page.getByText('One person looks for a team').click();
    await second.page.getByText('Ada').waitFor();
    expect([await first.fits(), await first.barriers()]).toEqual([true, []]);
    await tick.uncheck();
    await second.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await second.page.getByText('One person looks for a team').waitFor({ state: 'detached' });
    await first.leave();
    await second.leave();
  });

  it('sees what they chose while it is sent, whatever the page reads meanwhile', async () => {
    const { world, ada, track } = await hopeful(hall);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    const sent = Promise.withResolvers<void>();
    await page.route('**/super-event-registrations/*', async (route) => {
      await sent.promise;
      await route.continue();
    });
    await page.getByTestId('team-looking').click();
    await world.rows`update events.track set name = 'Renamed' where id = ${track.id}`;
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText('Renamed').waitFor();
    expect(await page.getByTestId('team-looking').isChecked()).toBe(true);
    sent.resolve();
    await eventually(
      () =>
        world.rows`select from registrations.super_event_registration where user_id = ${ada.id} and looking_for_team`,
      ({ length }) => length === 1,
    );
    expect(await page.getByTestId('team-looking').isChecked()).toBe(true);
    await visitor.leave();
  });

  it.each([
    ['that organizers form teams', { self_service: false }, 'The organizers form the teams.'],
    ['that teams are fixed', { locked_at: '2020-01-01T00:00:00Z' }, 'Teams have been fixed since'],
  ])('is told %s', async (_, teams, text) => {
    const { ada } = await hopeful(hall, { teams });
    const visitor = await hall.visit(narrow);
    await hall.arrive(visitor, ada, '/me');
    await visitor.page.getByTestId('me-no-team').getByText(text).waitFor();
    expect(await visitor.page.getByTestId('team-name').count()).toBe(0);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.leave();
  });

  it('is told that a link is good no more', async () => {
    const { ada } = await hopeful(hall);
    const visitor = await hall.visit();
    await hall.arrive(visitor, ada, '/me');
    await visitor.page.getByTestId('me-card').waitFor();
    await visitor.open('/me#join=0000000000000000');
    visitor.expectRefusal(404, /join/);
    await visitor.page.getByTestId('team-join').click();
    await visitor.page.getByText('This invitation is unknown').waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await visitor.leave();
  });
});

inBrowser('A leader of a team', (hall) => {
  it('renames it, passes the lead on, removes a member, and names who follows when leaving', async () => {
    const { world, track, ada, bob, cem, members } = await hopeful(hall);
    await world.team(track, [ada, bob, cem], { name: 'Bees' });
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByLabel('Others may join without a link').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByLabel('Others may join without a link').uncheck();
    await eventually(
      () => world.rows<{ is_open: boolean }>`select is_open from teams.team where event_id = ${track.id}`,
      ([team]) => team?.is_open === false,
    );
    await page.getByText('Change name and problem').click();
    await page.getByTestId('team-rename').fill('Wasps');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByTestId('team-save').click();
    await page.getByRole('heading', { name: 'Team Wasps' }).waitFor();
    await page.getByRole('button', { name: 'Remove Cem' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await members()).toHaveLength(3);
    await page.getByRole('button', { name: 'Remove Cem' }).click();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.locator('[open]').getByTestId('team-remove-sure').click();
    await eventually(members, (all) => all.length === 2);
    await page.getByRole('button', { name: 'Remove Cem' }).waitFor({ state: 'detached' });
    await page.getByTestId('team-leave').click();
    expect(await page.getByLabel('Who leads then?').inputValue()).toBe(bob.id);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Make leader: Bob' }).click();
    await page.getByTestId('team-lead-sure').click();
    await page.getByText('Bob · leads').waitFor();
    await page.getByTestId('team-leave').click();
    await page.getByTestId('team-leave-sure').click();
    await page.getByTestId('me-no-team').waitFor();
    expect(await members()).toEqual([{ name: 'Bob', role: 'LEADER' }]);
    await visitor.leave();
  });

  it('changes nothing once teams are fixed', async () => {
    const { world, track, ada, bob } = await hopeful(hall, { teams: { locked_at: '2020-01-01T00:00:00Z' } });
    await world.team(track, [ada, bob], { name: 'Bees' });
    const visitor = await hall.visit();
    await hall.arrive(visitor, ada, '/me');
    await visitor.page.getByTestId('team-locked').waitFor();
    expect(await visitor.page.getByTestId('team-leave').count()).toBe(0);
    expect(await visitor.barriers()).toEqual([]);
    await visitor.leave();
  });
});
