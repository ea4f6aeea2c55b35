import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { narrow } from '../../support/browser.ts';
import { password, personWithPassword } from '../../support/sign-in.ts';
import { eventually } from '../../support/wire.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { rowOf, setScene, type Scene } from './at-the-desk.ts';

inBrowser('A person at the desk', (hall) => {
  let scene: Scene;
  let visitor: Visitor;
  beforeEach(async () => {
    scene = await setScene(hall, { max_participants: 2 });
  });
  afterEach(() => visitor.leave());

  const row = (name: string) => rowOf(visitor, 'people-row', name);
  const tab = (name: string) =>
    visitor.page.getByRole('group', { name: 'Status' }).getByRole('button', { name, exact: true });
  const statusesOf = async ({ id, parent }: { readonly id: string; readonly parent: { readonly id: string } }) => [
    (await scene.api.get(`/super-event-registrations/${parent.id}`)).body.data.super_event_registration.status,
    (await scene.api.get(`/registrations/${id}`)).body.data.registration.status,
  ];

  it('gives each person an address, which can be shared and gone back from', async () => {
    const ada = await hall.world.person({ name: 'Ada Lovelace' });
    const { parent } = await hall.world.registered(ada, scene.tracks.ai);
    const bob = await hall.world.person({ name: 'Bob Babbage' });
    const out = await hall.world.registered(bob, scene.tracks.ai, 'rejected');
    visitor = await scene.sit('people');
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    await page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
    await page.waitForURL(`**/desk#/${scene.hack.slug}/people/${parent.id}`);
    await dialog.getByText(ada.email).waitFor();
    await visitor.isTitled('Ada Lovelace · People · Spring Hack – Muster');
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await visitor.isTitled('People · Spring Hack – Muster');
    await page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.waitForURL(`**/desk#/${scene.hack.slug}/people`);
    await dialog.waitFor({ state: 'detached' });

    // Somebody else opens what was shared.
    await visitor.open('/me');
    await visitor.open(`/desk#/${scene.hack.slug}/people/track-${out.id}`);
    await dialog.getByRole('heading', { name: 'Bob Babbage' }).waitFor();
    await dialog.getByText(bob.email).waitFor();
    await dialog.locator('[data-status=rejected]').first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`**/desk#/${scene.hack.slug}/people`);
    await tab('Rejected 1').click();
    await row('Bob Babbage').getByText(bob.email).waitFor();
    visitor.expectRefusal(404, /^\/super-event-registrations\//);
    await visitor.open('/me');
    await visitor.open(`/desk#/${scene.hack.slug}/people/${scene.hack.id}`);
    await dialog.getByText('Nobody in this hackathon is found here.').waitFor();
  });

  it('decides about somebody in their window, with a way back', async () => {
    const ada = await hall.world.person({ name: 'Ada Lovelace' });
    const place = await hall.world.registered(ada, scene.tracks.ai, 'pending');
    visitor = await scene.sit(`people/${place.parent.id}`);
    const dialog = visitor.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Accept: Ada Lovelace' }).click();
    await dialog.getByTestId('decided').getByText('Accepted').waitFor();
    expect(await statusesOf(place)).toEqual(['accepted', 'accepted']);
    await row('Ada Lovelace').locator('[data-status=accepted]').waitFor();
    await dialog.getByRole('button', { name: /^Undo: / }).click();
    await dialog.getByRole('button', { name: 'Accept: Ada Lovelace' }).waitFor();
    // The page shows it before the service answers.
    await eventually(
      () => statusesOf(place),
      (statuses) => statuses.every((status) => status === 'pending'),
    );
    await visitor.hasFocus('Ada Lovelace');
    // Asked for in the moment of the decision, when she is a builder no more.
    visitor.expectRefusal(404, /\/builders\//);
    await dialog.getByRole('button', { name: 'Reject: Ada Lovelace' }).click();
    await dialog.last().getByRole('button', { name: 'Reject', exact: true }).click();
    await dialog.getByTestId('decided').getByText('Rejected').waitFor();
    expect(await statusesOf(place)).toEqual(['rejected', 'rejected']);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
  });

  it('erases what the hackathon has of somebody, once it was said what goes and what stays', async () => {
    const ada = await hall.world.person({ name: 'Ada Lovelace', password_hash: 'x' });
    const { parent } = await hall.world.registered(ada, scene.tracks.ai);
    const bob = await hall.world.person({ name: 'Bob Babbage', password_hash: 'x' });
    const out = await hall.world.registered(bob, scene.tracks.ai, 'rejected');
    const places = () => hall.world.rows<{ name: string }>`
      select p.name from registrations.registration r join identity.person p on p.id = r.user_id
       where r.super_event_id = ${scene.hack.id} order by p.name`;
    visitor = await scene.sit('people', narrow);
    const { page } = visitor;
    const asked = page.getByRole('dialog').last();
    const gone = () => page.locator('dialog').first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
    await page.getByRole('button', { name: 'Erase their data' }).click();
    await asked.getByRole('heading', { name: 'Erase the data of Ada Lovelace?' }).waitFor();
    await asked.getByText('all that this hackathon has of their name').waitFor();
    await asked.getByText('their account with what other hackathons have').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect((await places()).map(({ name }) => name)).toEqual(['Ada Lovelace', 'Bob Babbage']);
    await page.getByRole('button', { name: 'Erase their data' }).click();
    await asked.getByRole('button', { name: 'Erase their data' }).click();
    await gone();
    await page.getByText('The data of Ada Lovelace is erased.').waitFor();
    await row('Ada Lovelace').waitFor({ state: 'detached' });
    expect((await places()).map(({ name }) => name)).toEqual(['Bob Babbage', 'Erased person']);
    expect((await hall.world.rows`select name from identity.person where id = ${ada.id}`)[0]).toEqual({
      name: 'Ada Lovelace',
    });

    // Of somebody who is out of the hackathon, and of somebody who was erased before.
    await visitor.open(`/desk#/${scene.hack.slug}/people/track-${out.id}`);
    await page.getByRole('button', { name: 'Erase their data' }).click();
    await asked.getByRole('button', { name: 'Erase their data' }).click();
    await gone();
    await page.getByText('The data of Bob Babbage is erased.').waitFor();
    expect((await places()).map(({ name }) => name)).toEqual(['Erased person', 'Erased person']);
    await visitor.open(`/desk#/${scene.hack.slug}/people/${parent.id}`);
    await page.getByRole('heading', { name: 'Erased person' }).waitFor();
    await page.getByRole('heading', { name: 'Answers' }).waitFor();
    expect(await page.getByRole('button', { name: 'Erase their data' }).count()).toBe(0);
  });

  it('offers an erasure to nobody who only organizes a track', async () => {
    const oscar = await personWithPassword(hall.world, { name: 'Oscar' });
    for (const track of Object.values(scene.tracks)) await hall.world.role(oscar, track, 'ORGANIZER');
    const { parent } = await hall.world.registered(await hall.world.person({ name: 'Ada Lovelace' }), scene.tracks.ai);
    visitor = await hall.visit();
    await visitor.signIn({ ...oscar, password });
    await visitor.page.waitForURL('**/desk');
    await visitor.open(`/desk#/${scene.hack.slug}/people/${parent.id}`);
    await visitor.page.getByRole('heading', { name: 'Answers' }).waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Erase their data' }).count()).toBe(0);
  });

  it('says until when they have to confirm, changes and lifts that, and tells who confirmed and who lost their place', async () => {
    const ada = await hall.world.person({ name: 'Ada Lovelace' });
    const { parent } = await hall.world.registered(ada, scene.tracks.ai);
    const stored = async () =>
      (
        await hall.world.rows<{ by: string | null }>`
          select to_char(confirm_by, 'YYYY-MM-DD HH24:MI') as by
            from registrations.super_event_registration where id = ${parent.id}`
      )[0]?.by;
    visitor = await scene.sit(`people/${parent.id}`, narrow);
    const shown = visitor.page.getByTestId('confirmation');
    await shown.getByText('They are not asked to confirm.').waitFor();
    await shown.getByLabel('To be confirmed by').fill('2030-03-01T12:00');
    await shown.getByRole('button', { name: 'Ask them to confirm' }).click();
    await shown.getByText('Not confirmed yet. They lose their place').waitFor();
    expect(await stored()).toBe('2030-03-01 11:00');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await shown.getByLabel('To be confirmed by').fill('2030-03-02T12:00');
    await shown.getByRole('button', { name: 'Set another time' }).click();
    await shown.getByText(/(2 March|March 2), 12:00/).waitFor();
    await shown.getByRole('button', { name: 'Ask no more' }).click();
    await shown.getByText('They are not asked to confirm.').waitFor();
    expect(await stored()).toBe(null);
    await hall.world.rows`
      update registrations.super_event_registration
         set confirmed_at = now(), consented_at = now(), consented_to = '["https://acme.test/terms"]' where id = ${parent.id}`;
    await visitor.page.reload();
    await shown.getByText('✓ Confirmed').waitFor();
    await visitor.page.getByTestId('consented').getByRole('link', { name: 'acme.test/terms' }).waitFor();
    await hall.world.rows`
      update registrations.super_event_registration set confirmed_at = null, status = 'waitlisted', lapsed_at = now()
       where id = ${parent.id}`;
    await visitor.page.reload();
    await shown.getByText('They did not confirm in time').waitFor();
  });

  it('offers the point that is open for a check-in by hand, then the one used last', async () => {
    const people = [
      await hall.world.person({ name: 'Ada Lovelace' }),
      await hall.world.person({ name: 'Bob Babbage' }),
    ];
    for (const person of people) await hall.world.registered(person, scene.tracks.ai);
    const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
    await hall.world.point(scene.hack, { name: 'Badge desk', opens_at: hours(-3), closes_at: hours(-1) });
    await hall.world.point(scene.hack, { name: 'Breakfast', opens_at: hours(-1), closes_at: hours(1) });
    await hall.world.point(scene.hack, { name: 'Workshop', opens_at: hours(-1), closes_at: hours(2) });
    visitor = await scene.sit('people');
    const { page } = visitor;
    const point = page.getByLabel('Check-in point');
    const chosen = () =>
      point.evaluate(
        (select) =>
          (select as unknown as { selectedOptions: { textContent: string }[] }).selectedOptions[0]?.textContent,
      );
    await page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
    await point.waitFor();
    expect(await chosen()).toBe('Breakfast');
    await point.selectOption({ label: 'Workshop' });
    await page.getByRole('button', { name: 'Check in by hand' }).click();
    await page.getByTestId('checkin').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Bob Babbage', exact: true }).click();
    await point.waitFor();
    expect(await chosen()).toBe('Workshop');
  });

  it('checks somebody in who has no code with them, and annuls it', async () => {
    const ada = await hall.world.person({ name: 'Ada Lovelace' });
    const { id } = await hall.world.registered(ada, scene.tracks.ai);
    await hall.world.point(scene.tracks.ai, { name: 'Main entrance' });
    await hall.world.point(scene.tracks.web, { name: 'Another track' });
    const records = () => hall.world.rows<{ method: string }>`
      select method from check_in.record where registration_id = ${id} and annulled_at is null`;
    visitor = await scene.sit('people');
    await visitor.page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
    const point = visitor.page.getByLabel('Check-in point');
    await point.waitFor();
    expect(await point.getByRole('option').allTextContents()).toEqual(['Main entrance']);
    await visitor.page.getByRole('button', { name: 'Check in by hand' }).click();
    await visitor.page.getByText('Ada Lovelace: checked in at Main entrance.').first().waitFor();
    await visitor.page.getByTestId('checkin').getByText('by hand').waitFor();
    expect(await records()).toEqual([{ method: 'manual' }]);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.page.getByRole('button', { name: 'Annul: Main entrance' }).click();
    await visitor.page.getByRole('dialog').last().getByRole('button', { name: 'Annul', exact: true }).click();
    await visitor.page.getByTestId('checkin').waitFor({ state: 'detached' });
    expect(await records()).toEqual([]);
  });

  it('says what it knows of tracks also where these are known later than the people', async () => {
    const [ada, bob] = [await hall.world.person({ name: 'Ada Lovelace' }), await hall.world.person({ name: 'Bob' })];
    const { parent } = await hall.world.registered(ada, scene.tracks.ai);
    await hall.world.registered(bob, scene.tracks.ai, 'rejected');
    await hall.world.point(scene.tracks.ai, { name: 'Main entrance' });
    visitor = await scene.sit('people');
    const { page } = visitor;
    /** Opens a view, whose tracks come only after this is there. */
    const openLate = async (view: string, known: Locator) => {
      const isKnown = Promise.withResolvers<void>();
      const tracks = `**/organizations/${scene.acme.id}/events`;
      await page.route(tracks, async (route) => {
        await isKnown.promise;
        await route.continue();
      });
      await visitor.open('/me');
      await visitor.open(`/desk#/${scene.hack.slug}/${view}`);
      await known.waitFor();
      isKnown.resolve();
    };
    await openLate(`people/${parent.id}`, page.getByRole('heading', { name: 'Check-ins' }));
    const doors = page.getByLabel('Check-in point').getByRole('option');
    await doors.and(page.getByText('Main entrance')).waitFor({ state: 'attached' });
    await openLate('people?status=rejected', row('Bob'));
    await row('Bob').getByText('AI', { exact: true }).waitFor();
  });

  it('checks somebody in who has a place in the hackathon and none on a track', async () => {
    const added = await hall.world.person({ name: 'Ada Lovelace' });
    const { id } = await hall.world.applied(added, scene.hack);
    await hall.world.point(scene.tracks.ai, { name: 'Door of a track' });
    await hall.world.point(scene.hack, { name: 'Front gate' });
    visitor = await scene.sit(`people/${id}`);
    const { page } = visitor;
    const point = page.getByLabel('Check-in point');
    await point.waitFor();
    expect(await point.getByRole('option').allTextContents()).toEqual(['Front gate']);
    await page.getByRole('button', { name: 'Check in by hand' }).click();
    await page.getByTestId('checkin').getByText('by hand').waitFor();
    expect(await hall.world.rows`select registration_id from check_in.record where user_id = ${added.id}`).toEqual([
      { registration_id: id },
    ]);
  });

  it('lists each check-in of somebody once, of all their tracks', async () => {
    const ada = await hall.world.person({ name: 'Ada Lovelace' });
    const { id, parent, token } = await hall.world.registered(ada, scene.tracks.ai);
    await hall.world.registered(ada, scene.tracks.web);
    const gate = await hall.world.point(scene.hack, { name: 'Front gate' });
    const door = await hall.world.point(scene.tracks.ai, { name: 'Door of a track' });
    for (const point of [gate, door]) await scene.api.post(`/checkin-points/${point.id}/scan`, { token });
    visitor = await scene.sit(`people/${parent.id}`);
    await visitor.page.getByTestId('checkin').first().waitFor();
    const names = await visitor.page.getByTestId('checkin').locator('> span:first-child').allTextContents();
    expect(names.map((name) => name.split(' ').slice(0, 2).join(' '))).toEqual(['Door of', 'Front gate']);
    expect((await scene.api.get(`/registrations/${id}/checkin`)).body.data.count).toBe(2);
  });

  it('shows what somebody answered beside the questions', async () => {
    const path = `/super-events/${scene.hack.id}/registration-fields`;
    const { id } = (await scene.api.post(path, { field_type: 'text', label: 'Diet' })).body.data;
    const { parent } = await hall.world.registered(
      await hall.world.person({ name: 'Ada Lovelace' }),
      scene.tracks.ai,
      'pending',
    );
    await scene.api.patch(`/super-event-registrations/${parent.id}`, { answers_json: { [id]: 'vegan' } });
    visitor = await scene.sit('people');
    await visitor.page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
    const details = visitor.page.getByRole('dialog');
    await details.getByText('vegan').waitFor();
    expect(await details.locator('dl').innerText()).toBe('Diet\nvegan');
    await visitor.page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await scene.api.del(`/super-event-registration-fields/${id}`);
    await visitor.page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
    await details.getByText('Diet (deleted)').waitFor();
    expect(await details.locator('dl').innerText()).toBe('Diet (deleted)\nvegan');
  });
});
