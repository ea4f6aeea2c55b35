/** The draft of an application, which nothing loses and nobody else sends. */
import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { field, fillIn, giveAccount, openHackathon, press, typeCode } from './applying.ts';
import { inBrowser } from './in-browser.ts';

inBrowser('The draft of an application', (hall) => {
  it('keeps what was typed over a reload, a closed tab and signing in, files included', async () => {
    const open = await openHackathon(hall);
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit();
    await visitor.open(open.path);
    await fillIn(visitor, open);
    await visitor.page.getByTestId('draft-kept').waitFor();
    await visitor.page.reload();
    await visitor.page.getByText('✓ cv.pdf').waitFor();
    await visitor.open('/');
    await visitor.open(open.path);
    expect(await field(visitor, open.why).inputValue()).toBe('For the bees');
    expect(await visitor.page.getByTestId(`apply-track-${open.ai.id}`).isChecked()).toBe(true);
    await visitor.page.getByRole('button', { name: 'I have an account' }).click();
    await visitor.page.getByLabel('Email').fill(ada.email);
    await visitor.page.getByLabel('Password').fill('something else');
    visitor.expectRefusal(401, /^\/auth\/signin$/);
    await press(visitor);
    await visitor.page.getByText('The email or the password is wrong.').first().waitFor();
    await visitor.page.getByLabel('Password').fill(password);
    await press(visitor);
    await visitor.page.getByTestId('apply-done').waitFor();
    expect(await open.stored()).toMatchObject([{ email: ada.email, tracks: 1 }]);
    await hall.world
      .rows`update registrations.super_event_registration set status = 'cancelled' where super_event_id = ${open.hack.id}`;
    await visitor.open(open.path);
    expect(await field(visitor, open.why).inputValue()).toBe('');
    await visitor.leave();
  });

  it('keeps the draft of a person from the next one at the same device', async () => {
    const open = await openHackathon(hall);
    const [ada, bob] = [await personWithPassword(hall.world), await personWithPassword(hall.world)];
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.open(open.path);
    await visitor.isKept(open.path);
    await fillIn(visitor, open);
    await page.getByTestId('draft-kept').waitFor();
    await hall.arrive(visitor, ada, open.path);
    await page.getByText(ada.email).waitFor();
    expect(await field(visitor, open.why).inputValue()).toBe('For the bees');
    await visitor.goOffline();
    await press(visitor);
    await page.getByText('sent when the network is back').waitFor();
    // The page is left before the network is back.
    await page.goto('about:blank');
    await visitor.goOnline();
    await hall.arrive(visitor, bob, open.path);
    await page.getByText(bob.email).waitFor();
    expect(await field(visitor, open.why).inputValue()).toBe('');
    expect(await open.stored()).toEqual([]);
    await hall.arrive(visitor, ada, open.path);
    await page.getByTestId('apply-done').waitFor();
    expect(await open.stored()).toMatchObject([{ email: ada.email, tracks: 1 }]);
    await visitor.leave();
  });

  it('empties the form for a new start, which can be taken back', async () => {
    const open = await openHackathon(hall);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await visitor.open(open.path);
    await fillIn(visitor, open);
    await page.getByTestId('apply-start-over').click();
    await page.getByText('The form is empty again.').waitFor();
    expect(await field(visitor, open.why).inputValue()).toBe('');
    expect(await field(visitor, open.cv).inputValue()).toBe('');
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await page.getByTestId('draft-kept').waitFor();
    expect(await field(visitor, open.why).inputValue()).toBe('For the bees');
    await page.getByText('✓ cv.pdf').waitFor();
    await page.getByTestId('apply-start-over').click();
    await page.getByText('The form is empty again.').waitFor();
    await page.reload();
    await page.getByTestId('apply-submit').waitFor();
    expect(await field(visitor, open.why).inputValue()).toBe('');
    await visitor.leave();
  });

  it('sends it once, whenever the network fails', async () => {
    const open = await openHackathon(hall);
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.signIn({ ...ada, password });
    await page.waitForURL('**/me');
    await visitor.open(open.path);
    await visitor.isKept(open.path);
    await field(visitor, open.why).waitFor();
    await visitor.goOffline();
    await fillIn(visitor, open);
    await page.getByTestId('draft-kept').waitFor();
    await page.reload();
    await page.getByText('✓ cv.pdf').waitFor();
    await press(visitor);
    await page.getByText('sent when the network is back').waitFor();
    await page.reload();
    await page.getByText('sent when the network is back').waitFor();
    // The service has it, and nobody hears that it does.
    visitor.expectFailure(/\/register$/);
    let lost = 0;
    await page.route('**/register', async (route) => {
      await route.fetch();
      lost += 1;
      await (lost < 2 ? route.abort() : route.continue());
    });
    await visitor.goOnline();
    await page.getByTestId('apply-done').waitFor();
    expect(lost).toBe(2);
    expect(await open.stored()).toMatchObject([{ email: ada.email, tracks: 1 }]);
    await visitor.leave();
  });

  it('goes on by signing in where the code was taken and its answer lost', async () => {
    const open = await openHackathon(hall);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await visitor.open(open.path);
    await fillIn(visitor, open);
    const email = await giveAccount(visitor);
    await press(visitor);
    await visitor.loseAnswer(/verify$/);
    await typeCode(hall, visitor, email);
    await visitor.shows('cannot be reached');
    visitor.expectRefusal(400, /verify$/);
    await page.getByTestId('apply-code-send').click();
    await visitor.shows('confirmed before the network went');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByTestId('apply-confirmed').click();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await page.getByLabel('Password').fill(password);
    await press(visitor);
    await page.getByTestId('apply-done').waitFor();
    expect(await open.stored()).toMatchObject([{ email, tracks: 1 }]);
    await visitor.leave();
  });
});
