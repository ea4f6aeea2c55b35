/** From an organization without a hackathon to a first application. */
import { beforeAll, expect, it } from '@jest/globals';
import type { Person } from '../../support/client.ts';
import type { Organization } from '../../support/fixtures.ts';
import { narrow } from '../../support/browser.ts';
import { memberWithPassword, password, personWithPassword } from '../../support/sign-in.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';

inBrowser('Making a hackathon', (hall) => {
  const isDone = ({ page }: Visitor, key: string) =>
    page.getByTestId(`checklist-${key}`).and(page.locator('[data-done="true"]')).waitFor();
  /** Somebody who has an organization and no hackathon yet. */
  let olga: Person;
  let acme: Organization;
  beforeAll(async () => {
    acme = await hall.world.organization({ name: 'Acme' });
    olga = await memberWithPassword(hall.world, acme, 'OWNER');
  });

  it('leads from nothing to a draft', async () => {
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await visitor.signIn({ ...olga, password });
    await page.getByRole('heading', { name: 'Make your first hackathon' }).waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByLabel('Name', { exact: true }).fill('First Hack');
    await page.getByLabel('Begins').fill('2030-03-09T09:00');
    await page.getByLabel('Ends').fill('2030-03-10T17:00');
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByLabel('Tracks').fill('Climate, Open Data');
    await page.getByTestId('make-hackathon').click();
    await page.waitForURL('**/desk#/first-hack/setup');
    await isDone(visitor, 'has_dates');
    await page.getByTestId('checklist-tracks').getByText('2 tracks').waitFor();
    expect(
      await hall.world.rows`
      select s.status, s.start_at = '2030-03-09T08:00Z' as begins, t.mode, count(*)::int
        from events.super_event s join events.track t on t.super_event_id = s.id
       where s.organization_id = ${acme.id} group by 1, 2, 3`,
    ).toEqual([{ status: 'draft', begins: true, mode: 'onsite', count: 2 }]);
    await visitor.leave();
  });

  it('leads on to an open registration by the keyboard, and somebody applies', async () => {
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.signIn({ ...olga, password });
    await page.waitForURL('**/desk#/first-hack/people');
    await page.getByRole('link', { name: 'Setup' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Publish' }).focus();
    await page.keyboard.press('Enter');
    await isDone(visitor, 'final');
    await page.getByTestId('checklist-has_registration_open').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open the registration: Climate' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close the registration: Climate' }).waitFor();
    await visitor.leave();
    const ada = await personWithPassword(hall.world);
    const guest = await hall.visit();
    await guest.signIn({ ...ada, password });
    await guest.page.waitForURL('**/me');
    await guest.open('/apply/first-hack');
    await guest.page.getByTestId('apply-submit').click();
    await guest.page.getByTestId('apply-done').waitFor();
    await guest.leave();
  });

  it('begins with questions, doors and criteria of another, its doors as long after the beginning as there', async () => {
    const acme = await hall.world.organization();
    const admin = await memberWithPassword(hall.world, acme, 'ADMIN');
    const hack = await hall.world.superEvent(acme, {
      name: 'Former Hack',
      start_at: '2029-03-09T08:00Z',
      end_at: '2029-03-10T16:00Z',
    });
    const track = await hall.world.track(hack, { name: 'Climate' });
    const times = { opens_at: '2029-03-09T07:00Z', closes_at: '2029-03-09T10:00Z' };
    await hall.world.point(hack, { name: 'Entrance', ...times });
    const requirements = [{ id: 'video', title: 'A video', is_required: true }];
    await hall.world.point(track, { name: 'Gate', type: 'milestone', requirements, ...times });
    await hall.world.rows`
      insert into judging.criterion (organization_id, super_event_id, event_id, name, weight, order_index)
      values (${acme.id}, ${hack.id}, ${track.id}, 'Idea', 0.5, 0)`;
    await hall.world.rows`
      insert into events.registration_field (super_event_id, field_type, label) values (${hack.id}, 'text', 'Why?')`;
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.signIn({ ...admin, password });
    await page.getByLabel('Hackathon', { exact: true }).selectOption('Make a hackathon…');
    await page.getByLabel('Name', { exact: true }).fill('Next Hack');
    await page.getByLabel('Begins').fill('2030-03-09T09:00');
    await page.getByLabel('Ends').fill('2030-03-10T17:00');
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByLabel('Tracks').fill('Climate, Robots');
    await page.getByLabel('Start from').selectOption('Questions, doors and criteria of Former Hack');
    await page.getByTestId('make-hackathon').click();
    await page.waitForURL('**/desk#/next-hack/setup');
    const [next] = await hall.world.rows<{ id: string }>`
      select id from events.super_event where slug = 'next-hack' and organization_id = ${acme.id}`;
    const id = next?.id ?? '';
    expect(
      await hall.world.rows`
        select p.name, p.opens_at = '2030-03-09T07:00Z' as opens, t.name as track, p.requirements
          from check_in.point p left join events.track t on t.id = p.event_id
         where p.super_event_id = ${id} order by p.name`,
    ).toEqual([
      { name: 'Entrance', opens: true, track: null, requirements: [] },
      {
        name: 'Gate',
        opens: true,
        track: 'Climate',
        requirements: [{ id: 'video', title: 'A video', is_required: true }],
      },
    ]);
    expect(await hall.world.rows`select label from events.registration_field where super_event_id = ${id}`).toEqual([
      { label: 'Why?' },
    ]);
    // Its one track is what every track of the new one is like.
    expect(
      await hall.world.rows`
        select c.name, t.name as track from judging.criterion c join events.track t on t.id = c.event_id
         where t.super_event_id = ${id} order by 2`,
    ).toEqual([
      { name: 'Idea', track: 'Climate' },
      { name: 'Idea', track: 'Robots' },
    ]);
    await visitor.leave();
  });

  it('offers another to who has one, and nothing to organizers of a track', async () => {
    const acme = await hall.world.organization();
    const hack = await hall.world.superEvent(acme, { name: 'Former Hack' });
    const track = await hall.world.track(hack, { name: 'Their own' });
    await hall.world.track(hack, { name: 'Of others' });
    const admin = await memberWithPassword(hall.world, acme, 'ADMIN');
    const oskar = await personWithPassword(hall.world);
    await hall.world.role(oskar, track, 'ORGANIZER');
    const visitor = await hall.visit();
    await visitor.signIn({ ...admin, password });
    await visitor.page.getByLabel('Hackathon', { exact: true }).selectOption('Make a hackathon…');
    await visitor.page.getByRole('heading', { name: 'Make a hackathon' }).waitFor();
    await visitor.leave();
    const other = await hall.visit();
    await other.signIn({ ...oskar, password });
    await other.page.getByText('Former Hack').first().waitFor({ state: 'attached' });
    expect(await other.page.getByRole('option', { name: 'Make a hackathon…' }).count()).toBe(0);
    await other.open(`/desk#/${hack.slug}/setup`);
    await other.page.getByTestId('checklist-tracks').getByText('1 track', { exact: true }).waitFor();
    expect(await other.page.getByRole('link', { name: 'Prizes' }).count()).toBe(0);
    const parts = other.page.getByRole('navigation', { name: 'Parts of the setup' });
    await parts.getByRole('link', { name: 'Doors' }).click();
    await other.page.getByText('No door yet.').waitFor();
    await parts.getByRole('link', { name: 'Tracks' }).click();
    await other.page.getByTestId('track-row').getByText('Their own').waitFor();
    expect(await other.page.getByTestId('track-row').count()).toBe(1);
    await other.leave();
  });
});
