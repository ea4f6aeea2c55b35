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

  it('is taken up as an earlier release kept it', async () => {
    const open = await openHackathon(hall);
    const visitor = await hall.visit();
    await visitor.open(open.path);
    await fillIn(visitor, open);
    await visitor.page.getByTestId('draft-kept').waitFor();
    await visitor.page.evaluate(keptEarlier);
    await visitor.page.reload();
    expect(await field(visitor, open.why).inputValue()).toBe('For the bees');
    await visitor.leave();
  });

  it('is that of the person who has seen it, and of them with the files of the newer draft alone', async () => {
    const open = await openHackathon(hall);
    const [ada, bob] = [await personWithPassword(hall.world), await personWithPassword(hall.world)];
    const visitor = await hall.visit();
    const { page } = visitor;
    const typedBy = async (who: string) => {
      await field(visitor, open.why).fill(who);
      await page.getByTestId('draft-kept').waitFor();
    };
    await hall.arrive(visitor, ada, open.path);
    await fillIn(visitor, open);
    await typedBy('Ada, signed in');
    // Nobody is signed in, and types something newer without a file.
    await visitor.context.clearCookies();
    await page.evaluate("localStorage.removeItem('muster.session')");
    await page.reload();
    await page.getByTestId('apply-submit').waitFor();
    expect(await field(visitor, open.why).inputValue()).toBe('');
    await typedBy('Ada, before signing in');
    await hall.arrive(visitor, ada, open.path);
    await page.getByText(ada.email).waitFor();
    await page.reload();
    await page.getByText(ada.email).waitFor();
    expect(await field(visitor, open.why).inputValue()).toBe('Ada, before signing in');
    expect(await page.getByText('✓ cv.pdf').count()).toBe(0);
    await hall.arrive(visitor, bob, open.path);
    await page.getByText(bob.email).waitFor();
    expect(await field(visitor, open.why).inputValue()).toBe('');
    await visitor.leave();
  });

  it('is not sent by itself once somebody has gone back to the form', async () => {
    const open = await openHackathon(hall);
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit();
    const { page } = visitor;
    await page.clock.install();
    await hall.arrive(visitor, ada, open.path);
    await fillIn(visitor, open);
    visitor.expectRefusal(503, /\/register$/);
    let tries = 0;
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/register', async (route) => {
      tries += 1;
      await held;
      await route.fulfill({ status: 503, json: { success: false, code: 'UNAVAILABLE', message: 'Away.' } });
    });
    const asked = page.waitForRequest('**/register');
    await press(visitor);
    await asked;
    await page.getByRole('button', { name: 'Back to the form' }).click();
    await page.getByTestId('apply-submit').waitFor();
    answer();
    const afterAWhile = async () => {
      await page.clock.runFor(30_000);
      await page.evaluate("fetch('/status').then(() => undefined)");
      return tries;
    };
    for (let times = 0; times < 4; times++) expect(await afterAWhile()).toBe(1);
    expect(await open.stored()).toEqual([]);
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

/** Takes from each stored draft the list of its files, which came later than drafts did. */
const keptEarlier = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('muster-pages');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const change = opening.result.transaction('kept', 'readwrite');
    change.oncomplete = resolve;
    change.objectStore('kept').openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      const { fileIds, ...draft } = cursor.value;
      if (fileIds) cursor.update(draft);
      cursor.continue();
    };
  };
})`;
