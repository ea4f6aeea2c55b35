import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { rowOf, setScene, type Scene } from './at-the-desk.ts';

inBrowser('People at the desk', (hall) => {
  let scene: Scene;
  let visitor: Visitor;
  beforeEach(async () => {
    scene = await setScene(hall, { max_participants: 2 });
  });
  afterEach(() => visitor.leave());

  const search = (text: string) => visitor.page.getByTestId('people-search').fill(text);
  const row = (name: string) => rowOf(visitor, 'people-row', name);
  const press = (name: string, on: string) => visitor.page.getByRole('button', { name: `${name}: ${on}` }).click();
  const statusesOf = async ({ id, parent }: { readonly id: string; readonly parent: { readonly id: string } }) => [
    (await scene.api.get(`/super-event-registrations/${parent.id}`)).body.data.super_event_registration.status,
    (await scene.api.get(`/registrations/${id}`)).body.data.registration.status,
  ];

  it('finds somebody by a part of the address, and accepts them also on the one track they applied to', async () => {
    const ada = await hall.world.person({ name: 'Ada Lovelace', email: `ada-${scene.hack.id}@muster.test` });
    const place = await hall.world.registered(ada, scene.tracks.ai, 'pending');
    await hall.world.registered(await hall.world.person({ name: 'Bob Babbage' }), scene.tracks.ai, 'pending');
    visitor = await scene.sit('people');
    await row('Bob Babbage').waitFor();
    await search('ada-');
    await row('Bob Babbage').waitFor({ state: 'detached' });
    await press('Accept', 'Ada Lovelace');
    await visitor.page.getByText('Ada Lovelace is accepted.').waitFor();
    await row('Ada Lovelace').locator('[data-status=accepted]').waitFor();
    expect(await statusesOf(place)).toEqual(['accepted', 'accepted']);
  });

  it('accepts who applied to several tracks in the hackathon alone, and on each track from the details', async () => {
    const ada = await hall.world.person({ name: 'Ada Lovelace' });
    const place = await hall.world.registered(ada, scene.tracks.ai, 'pending');
    await hall.world.registered(ada, scene.tracks.web, 'pending');
    visitor = await scene.sit('people');
    await press('Accept', 'Ada Lovelace');
    await row('Ada Lovelace').locator('[data-status=accepted]').waitFor();
    expect(await statusesOf(place)).toEqual(['accepted', 'pending']);
    await visitor.page.getByRole('button', { name: 'Ada Lovelace', exact: true }).click();
    await visitor.page.getByRole('button', { name: 'Accept on AI' }).click();
    await visitor.page.getByRole('button', { name: 'Accept on AI' }).waitFor({ state: 'detached' });
    expect(await statusesOf(place)).toEqual(['accepted', 'accepted']);
  });

  it('checks somebody in who has no code with them, and annuls it', async () => {
    const ada = await hall.world.person({ name: 'Ada Lovelace' });
    const { id } = await hall.world.registered(ada, scene.tracks.ai);
    await hall.world.point(scene.tracks.ai, { name: 'Main entrance' });
    await hall.world.point(scene.tracks.web, { name: 'Another track' });
    const records = () => hall.world.rows<{ method: string }>`
      select method from check_in.record where registration_id = ${id} and annulled_at is null`;
    visitor = await scene.sit('people');
    await visitor.page.getByRole('button', { name: 'Ada Lovelace', exact: true }).click();
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

  it('rejects only after asking once, and still finds whom it rejected', async () => {
    const place = await hall.world.registered(
      await hall.world.person({ name: 'Ada Lovelace' }),
      scene.tracks.ai,
      'pending',
    );
    visitor = await scene.sit('people');
    await press('Reject', 'Ada Lovelace');
    await visitor.page.getByRole('button', { name: 'Cancel' }).click();
    expect(await statusesOf(place)).toEqual(['pending', 'pending']);
    await press('Reject', 'Ada Lovelace');
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await row('Ada Lovelace').waitFor({ state: 'detached' });
    expect(await statusesOf(place)).toEqual(['rejected', 'rejected']);
    await visitor.page.getByLabel('Status').selectOption('rejected');
    await press('Accept', 'Ada Lovelace');
    await row('Ada Lovelace').waitFor({ state: 'detached' });
    expect(await statusesOf(place)).toEqual(['accepted', 'accepted']);
  });

  it('says that the hackathon is full, and what to do', async () => {
    for (const each of [1, 2])
      await hall.world.registered(await hall.world.person({ name: `Guest ${each}` }), scene.tracks.ai);
    const place = await hall.world.registered(
      await hall.world.person({ name: 'Ada Lovelace' }),
      scene.tracks.ai,
      'pending',
    );
    visitor = await scene.sit('people');
    visitor.expectRefusal(409, /^\/registrations\/[^/]+\/status$/);
    await press('Accept', 'Ada Lovelace');
    await visitor.page.getByText('The hackathon is full: 2 of 2 places are taken.').waitFor();
    await press('Waitlist', 'Ada Lovelace');
    await row('Ada Lovelace').locator('[data-status=waitlisted]').waitFor();
    expect(await statusesOf(place)).toEqual(['waitlisted', 'waitlisted']);
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
    await visitor.page.getByRole('button', { name: 'Ada Lovelace', exact: true }).click();
    const details = visitor.page.getByRole('dialog');
    await details.getByText('vegan').waitFor();
    expect(await details.locator('dl').innerText()).toBe('Diet\nvegan');
    await visitor.page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
  });

  it('invites somebody by their address', async () => {
    const email = `grace-${scene.hack.id}@muster.test`;
    visitor = await scene.sit('people');
    await visitor.page.getByRole('button', { name: 'Onboard somebody' }).click();
    const form = visitor.page.getByRole('dialog');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('First name').fill('Grace');
    await form.getByRole('button', { name: 'Onboard', exact: true }).click();
    await form.getByText(`${email}: A letter with a link is on its way to them.`).waitFor();
    expect((await hall.world.nextMailTo(email)).text).toContain('Spring Hack');
  });

  it('shows by itself who registers meanwhile, and on pages whom one has no room for', async () => {
    visitor = await scene.sit('people');
    await visitor.page.getByText('Nobody here.').waitFor();
    const email = `ada-${scene.hack.id}@muster.test`;
    await hall.world.person({ name: 'Ada Lovelace', email });
    await scene.api.post(`/super-events/${scene.hack.id}/participants`, { email });
    await row('Ada Lovelace').waitFor();
    await hall.world.crowd(scene.tracks.web, 50);
    await search('@');
    await visitor.page.getByRole('button', { name: 'Next' }).click();
    await visitor.page.getByText('Page 2').waitFor();
    await row('Ada Lovelace').waitFor();
    expect(await visitor.page.getByTestId('people-row').count()).toBe(1);
  });

  it('says that it is offline, and goes on when the network is back', async () => {
    await hall.world.registered(await hall.world.person({ name: 'Ada Lovelace' }), scene.tracks.ai, 'pending');
    visitor = await scene.sit('people');
    await row('Ada Lovelace').waitFor();
    await visitor.goOffline();
    await visitor.page.locator('[data-testid=online][data-online=false]').waitFor();
    await press('Accept', 'Ada Lovelace');
    await visitor.page.getByText('The service cannot be reached.').waitFor();
    await visitor.goOnline();
    await press('Accept', 'Ada Lovelace');
    await row('Ada Lovelace').locator('[data-status=accepted]').waitFor();
  });

  it('says that a list may be out of date, and keeps it', async () => {
    await hall.world.registered(await hall.world.person({ name: 'Ada Lovelace' }), scene.tracks.ai, 'pending');
    visitor = await scene.sit('people');
    visitor.expectRefusal(503, /\/builders$/);
    await row('Ada Lovelace').waitFor();
    const refused = { success: false, code: 'UNAVAILABLE', message: 'A part of the service is not reachable.' };
    await visitor.page.route('**/builders?*', (route) => route.fulfill({ status: 503, json: refused }));
    await search('ada');
    await visitor.page.getByText('This may be out of date. A part of the service is not reachable.').waitFor();
    await row('Ada Lovelace').waitFor();
    await visitor.page.unroute('**/builders?*');
    const again = visitor.page.getByRole('button', { name: 'Try again' });
    await again.click();
    await again.waitFor({ state: 'detached' });
  });

  it('leads to where one signs in when the session has ended', async () => {
    visitor = await scene.sit('people');
    visitor.expectRefusal(401, /\/(builders|auth\/refresh)$/);
    await visitor.page.getByText('Nobody here.').waitFor();
    const refused = { success: false, code: 'UNAUTHENTICATED', message: 'A valid API key or session is required.' };
    await visitor.page.route('**/{builders?*,auth/refresh}', (route) => route.fulfill({ status: 401, json: refused }));
    await search('ada');
    await visitor.page.getByText('Your session has ended. Sign in again.').waitFor();
    await visitor.page.getByRole('button', { name: 'Sign in' }).click();
    await visitor.page.waitForURL('**/signin**');
  });
});
