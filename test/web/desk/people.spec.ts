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
  const tab = (name: string) =>
    visitor.page.getByRole('group', { name: 'Status' }).getByRole('button', { name, exact: true });
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
    await row('Ada Lovelace').getByTestId('decided').getByText('Accepted').waitFor();
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
    await visitor.page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
    await visitor.page.getByRole('button', { name: 'Accept on AI' }).click();
    await visitor.page.getByRole('button', { name: 'Accept on AI' }).waitFor({ state: 'detached' });
    expect(await statusesOf(place)).toEqual(['accepted', 'accepted']);
  });

  it('rejects only after asking once, and still finds whom it rejected', async () => {
    const place = await hall.world.registered(
      await hall.world.person({ name: 'Ada Lovelace' }),
      scene.tracks.ai,
      'pending',
    );
    visitor = await scene.sit('people');
    await press('Reject', 'Ada Lovelace');
    await visitor.page.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(await statusesOf(place)).toEqual(['pending', 'pending']);
    await press('Reject', 'Ada Lovelace');
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await row('Ada Lovelace').getByTestId('decided').getByText('Rejected').waitFor();
    await row('Ada Lovelace').waitFor({ state: 'detached' });
    expect(await statusesOf(place)).toEqual(['rejected', 'rejected']);
    await tab('Rejected 1').click();
    await press('Accept', 'Ada Lovelace');
    await row('Ada Lovelace').getByTestId('decided').getByText('Accepted').waitFor();
    expect(await statusesOf(place)).toEqual(['accepted', 'accepted']);
  });

  it('never decides about two by two quick clicks, lets the first be taken back, and keeps the focus in the list', async () => {
    const people: { readonly id: string; readonly parent: { readonly id: string } }[] = [];
    for (const name of ['Ada Lovelace', 'Bob Babbage'])
      people.push(await hall.world.registered(await hall.world.person({ name }), scene.tracks.ai, 'pending'));
    visitor = await scene.sit('people');
    const { page } = visitor;
    await tab('Undecided 2').click();
    const first = page.getByTestId('people-row').first();
    const accept = first.getByRole('button', { name: /^Accept: / });
    await accept.waitFor();
    const all = async () => (await Promise.all(people.map(statusesOf))).map(([status]) => status).toSorted();
    const box = (await accept.boundingBox())!;
    const click = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await click();
    await page.waitForTimeout(350);
    await click();
    const undo = first.getByRole('button', { name: /^Undo: / });
    await undo.waitFor();
    expect(await all()).toEqual(['accepted', 'pending']);
    await undo.click();
    await accept.waitFor();
    expect(await all()).toEqual(['pending', 'pending']);
    // Reached with the keyboard, the row stays for as long as it is looked at.
    await accept.press('Enter');
    await undo.waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await undo.press('Enter');
    await accept.waitFor();
    const isFocusInRow = () => visitor.isTrue('document.activeElement.closest("tr") !== null');
    await isFocusInRow();
    await accept.click();
    await undo.waitFor();
    await isFocusInRow();
    await undo.waitFor({ state: 'detached' });
    await visitor.becomes('document.querySelectorAll("[data-testid=people-row]").length', 1);
    await isFocusInRow();
    expect(await all()).toEqual(['accepted', 'pending']);
  });

  it('keeps the row and the focus while a decision is taken back and the list is read once more', async () => {
    const ada = await hall.world.person({ name: 'Ada Lovelace' });
    await hall.world.registered(ada, scene.tracks.ai, 'pending');
    const [connected, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    visitor = await scene.sit('people');
    const { page } = visitor;
    await page.route('**/facts/stream*', (route) => connected.promise.then(() => route.continue()));
    await page.reload();
    await tab('Undecided 1').click();
    await press('Accept', 'Ada Lovelace');
    const undo = row('Ada Lovelace').getByRole('button', { name: /^Undo: / });
    await undo.waitFor();
    // Of the list, not of the numbers beside it.
    const readings = /\/builders\?.*\blimit=50\b/;
    await page.route(readings, (route) => answered.promise.then(() => route.continue()));
    const asked = page.waitForRequest(readings);
    await undo.click();
    await asked;
    const askedOnceMore = page.waitForRequest(readings);
    // The desk reads again once it hears of changes.
    connected.resolve();
    await askedOnceMore;
    answered.resolve();
    await row('Ada Lovelace').getByRole('button', { name: 'Accept: Ada Lovelace' }).waitFor();
    await visitor.isTrue('document.activeElement.closest("tr") !== null');
  });

  it('counts those of each status, of all and of a search, however many there are', async () => {
    const out = ['rejected', 'cancelled', 'cancelled', 'cancelled'] as const;
    const all = ['pending', 'accepted', 'accepted', 'waitlisted', ...out] as const;
    for (const [n, status] of all.entries())
      await hall.world.registered(
        await hall.world.person({ name: n === 2 ? 'Zoë Zweig' : `Guest ${n}` }),
        scene.tracks.ai,
        status,
      );
    visitor = await scene.sit('people');
    await tab('Active 4').waitFor();
    await tab('Accepted 2').click();
    await row('Guest 0').waitFor({ state: 'detached' });
    expect(await visitor.page.getByTestId('people-row').count()).toBe(2);
    for (const name of ['Undecided 1', 'Waiting list 1', 'Rejected 1', 'Cancelled 3']) await tab(name).waitFor();
    await search('zwei');
    for (const name of ['Active 1', 'Undecided 0', 'Accepted 1', 'Rejected 0']) await tab(name).waitFor();
    await search('nobody at all');
    await visitor.page.getByRole('button', { name: 'Show everybody' }).click();
    await tab('Active 4').waitFor();
  });

  it('keeps what it is filtered by through a person, a reload and going back, and begins another view without', async () => {
    for (const [name, status] of [
      ['Ada Lovelace', 'pending'],
      ['Adam Ries', 'accepted'],
      ['Bob Babbage', 'pending'],
    ] as const)
      await hall.world.registered(await hall.world.person({ name }), scene.tracks.ai, status);
    visitor = await scene.sit('people');
    const { page } = visitor;
    const isOnlyAda = async () => {
      await row('Adam Ries').waitFor({ state: 'detached' });
      await row('Bob Babbage').waitFor({ state: 'detached' });
      await row('Ada Lovelace').waitFor();
    };
    await tab('Undecided 2').click();
    await search('ada');
    await isOnlyAda();
    await page.waitForURL('**/people?status=pending&search=ada');
    await page.reload();
    await isOnlyAda();
    expect(await page.getByTestId('people-search').inputValue()).toBe('ada');
    await page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await isOnlyAda();
    await page.getByRole('link', { name: 'Teams' }).click();
    await page.getByText('No team yet.').waitFor();
    await page.goBack();
    await isOnlyAda();
    await visitor.open(`/desk#/${scene.hack.slug}/people?status=nonsense`);
    await row('Adam Ries').waitFor();
  });

  it('opens a window with the focus in its first field, and without what was said before', async () => {
    await hall.world.registered(await hall.world.person({ name: 'Ada Lovelace' }), scene.tracks.ai);
    visitor = await scene.sit('people');
    const { page } = visitor;
    await row('Ada Lovelace').waitFor();
    await page.getByRole('button', { name: 'Add a person' }).click();
    const form = page.getByRole('dialog');
    await form.waitFor();
    await visitor.becomes('document.activeElement.labels?.[0]?.textContent', 'Email');
    await page.keyboard.type(`grace-${scene.hack.id}@muster.test`);
    await page.keyboard.press('Enter');
    await form.getByText(/is on its way/).waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await press('Reject', 'Ada Lovelace');
    await form.waitFor();
    await visitor.hasFocus('Cancel');
    expect(await page.getByText(/is on its way/).count()).toBe(0);
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await visitor.hasFocus('Reject');
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

  it('invites somebody by their address', async () => {
    const email = `grace-${scene.hack.id}@muster.test`;
    visitor = await scene.sit('people');
    await visitor.page.getByRole('button', { name: 'Add a person' }).click();
    const form = visitor.page.getByRole('dialog');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('First name').fill('Grace');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText(`${email}: An email with a link is on its way to them.`).waitFor();
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
    await visitor.page.getByText('Page 2 of 2').waitFor();
    await row('Ada Lovelace').waitFor();
    expect(await visitor.page.getByTestId('people-row').count()).toBe(1);
  });

  it('says that it is offline, and goes on when the network is back', async () => {
    await hall.world.registered(await hall.world.person({ name: 'Ada Lovelace' }), scene.tracks.ai, 'pending');
    visitor = await scene.sit('people');
    await row('Ada Lovelace').waitFor();
    await visitor.goOffline();
    await visitor.page.locator('[data-testid=online][data-online=false]').waitFor();
    await visitor.page.getByText('You are offline.').waitFor();
    for (const name of ['Accept', 'Waitlist', 'Reject'])
      expect(await visitor.page.getByRole('button', { name: `${name}: Ada Lovelace` }).isDisabled()).toBe(true);
    expect([await visitor.page.getByRole('status').count(), await visitor.barriers()]).toEqual([2, []]);
    // A list that was loaded before is shown from the cache when somebody comes back to it.
    await visitor.page.getByRole('link', { name: 'Teams' }).click();
    await visitor.page.getByText('This was not loaded yet.').waitFor();
    await visitor.page.getByRole('link', { name: 'People' }).click();
    await row('Ada Lovelace').waitFor();
    await visitor.goOnline();
    await visitor.page.getByText('You are offline.').waitFor({ state: 'detached' });
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
