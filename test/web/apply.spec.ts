import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { pdf } from '../support/files.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { eventually } from '../support/wire.ts';
import { field, file, fillIn, giveAccount, openHackathon, press, typeCode } from './applying.ts';
import { inBrowser } from './in-browser.ts';

inBrowser('Applying on the page', (hall) => {
  it('leads a stranger from reading to having applied, with a file and the code of the email', async () => {
    const open = await openHackathon(hall);
    const visitor = await hall.visit(narrow);
    await visitor.open(open.path);
    await visitor.page.getByRole('heading', { name: open.hack.name }).waitFor();
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
    await fillIn(visitor, open);
    const email = await giveAccount(visitor);
    await press(visitor);
    await visitor.page.getByTestId('apply-code').waitFor();
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
    await typeCode(hall, visitor, email);
    await visitor.page.getByTestId('apply-done').waitFor();
    expect(await visitor.barriers()).toEqual([]);
    expect(await open.stored()).toEqual([
      {
        email,
        tracks: 1,
        answers_json: {
          [open.why]: 'For the bees',
          [open.diet]: 'vegan',
          [open.cv]: expect.objectContaining({ filename: 'cv.pdf', size: 3_000 }),
        },
      },
    ]);
    await visitor.page.getByRole('link', { name: 'See my application' }).click();
    await visitor.page.waitForURL('**/me');
    await visitor.page.getByText(open.hack.name).first().waitFor();
    await visitor.leave();
  });

  it('says beside each answer what is wrong, by itself and for the service, and leads to the first', async () => {
    const open = await openHackathon(hall);
    await hall.world.rows`
      update events.registration_field set validation_rules = '{"min_length": 10, "pattern": "Bees.*"}' where id = ${open.why}`;
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, ada, open.path);
    await field(visitor, open.made).fill('no address');
    await press(visitor);
    expect(await page.getByTestId('apply-problem').count()).toBe(3);
    expect(await visitor.barriers()).toEqual([]);
    const problem = (text: string) => page.getByTestId('apply-problem').filter({ hasText: text });
    const isWhyFocused = () => visitor.becomes('document.activeElement.dataset.testid', `apply-field-${open.why}`);
    await isWhyFocused();
    await fillIn(visitor, open);
    await field(visitor, open.made).fill('https://example.org');
    await field(visitor, open.why).fill('Bees');
    await press(visitor);
    await problem('at least 10 characters').waitFor();
    await isWhyFocused();
    await field(visitor, open.why).fill('Many bees, many bees');
    visitor.expectRefusal(400, /\/register$/);
    await press(visitor);
    await problem('has the wrong format').waitFor();
    await isWhyFocused();
    await field(visitor, open.why).fill('Bees, bees, bees');
    await press(visitor);
    await page.getByTestId('apply-done').waitFor();
    expect(await open.stored()).toHaveLength(1);
    await visitor.leave();
  });

  it('finds what is missing before it asks for an account, in the language of the page', async () => {
    const open = await openHackathon(hall);
    const [skills] = await hall.world.rows<{ id: string }>`
      insert into events.registration_field (super_event_id, field_type, label, is_required, options)
      values (${open.hack.id}, 'multiselect', 'Skills', true, '["code", "design"]') returning id`;
    const visitor = await hall.visit({ locale: 'fr-FR' });
    const { page } = visitor;
    await visitor.open(open.path);
    await field(visitor, open.why).fill('   ');
    await press(visitor);
    const missing = 'Ce champ est obligatoire.';
    await page.getByTestId('apply-problem').filter({ hasText: missing }).first().waitFor();
    const told = await page.locator('.wrong').allTextContents();
    expect(told).toEqual(Array.from({ length: 6 }, () => missing));
    await page.getByTestId(`apply-field-${skills?.id}`).getByLabel('design').check();
    expect(await page.locator('.wrong').count()).toBe(5);
    await field(visitor, open.cv).setInputFiles(file);
    await page.getByRole('button', { name: 'Retirer cv.pdf' }).click();
    await page.getByText('✓ cv.pdf').waitFor({ state: 'detached' });
    await visitor.leave();
  });

  it('says beside a file that it is too large or empty before anything is sent, and marks what an account lacks', async () => {
    const open = await openHackathon(hall, { config_json: '{"max_file_mb": 0.1}' });
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await visitor.open(open.path);
    await fillIn(visitor, open);
    await page.getByText('At most 0.1 MB.').waitFor();
    const choose = (size: number) =>
      field(visitor, open.cv).setInputFiles({ ...file, buffer: Buffer.from(pdf(Math.max(size, 9))).subarray(0, size) });
    await choose(110_000);
    await page.getByTestId('apply-problem').filter({ hasText: 'at most 0.1 MB' }).waitFor();
    await choose(0);
    await page.getByTestId('apply-problem').filter({ hasText: 'is empty' }).waitFor();
    await press(visitor);
    await visitor.becomes('document.activeElement.dataset.testid', `apply-field-${open.cv}`);
    for (const label of ['Name', 'Email', 'Password']) {
      expect(await page.getByLabel(label).getAttribute('aria-invalid')).toBe('true');
    }
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
    await choose(90_000);
    await page.getByTestId('apply-problem').waitFor({ state: 'detached' });
    const email = await giveAccount(visitor);
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBeNull();
    await press(visitor);
    await typeCode(hall, visitor, email);
    await page.getByTestId('apply-done').waitFor();
    expect((await open.stored())[0]?.answers_json[open.cv]).toMatchObject({ size: 90_000 });
    await visitor.leave();
  });

  it('asks for consent to the texts that are named, anew where they change', async () => {
    const open = await openHackathon(hall, {
      privacy_url: 'https://acme.test/privacy',
      terms_url: 'https://acme.test/terms',
    });
    const { rows } = hall.world;
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await visitor.signIn({ ...ada, password });
    await page.waitForURL('**/me');
    await visitor.open(open.path);
    await fillIn(visitor, open);
    expect(await page.getByRole('link', { name: 'privacy notice' }).getAttribute('href')).toBe(
      'https://acme.test/privacy',
    );
    await press(visitor);
    await page.locator('[data-field=consent] .wrong').waitFor();
    await visitor.becomes('document.activeElement.dataset.testid', 'consent');
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
    await page.getByTestId('consent').check();
    await page.getByTestId('draft-kept').waitFor();
    await rows`update events.super_event set privacy_url = null, terms_url = 'https://acme.test/new' where id = ${open.hack.id}`;
    await eventually(
      () => hall.world.stranger().get(`/super-events/${open.hack.slug}/public`),
      ({ body }) => body.data.hackathon.privacy_url === null,
    );
    visitor.expectRefusal(400, /\/register$/);
    await press(visitor);
    await page.getByText('consent has to be true, to https://acme.test/new').waitFor();
    await page.getByRole('link', { name: 'privacy notice' }).waitFor({ state: 'detached' });
    expect(await page.getByTestId('consent').isChecked()).toBe(false);
    await page.getByTestId('consent').check();
    await press(visitor);
    await page.getByTestId('apply-done').waitFor();
    expect(
      await rows`select consented_to from registrations.super_event_registration where super_event_id = ${open.hack.id}`,
    ).toEqual([{ consented_to: ['https://acme.test/new'] }]);
    await visitor.leave();
  });

  it('says at once that somebody has applied already, and also where they do so elsewhere meanwhile', async () => {
    const open = await openHackathon(hall);
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, ada, open.path);
    await fillIn(visitor, open);
    await hall.world.applied(ada, open.hack);
    visitor.expectRefusal(409, /\/register$/);
    await press(visitor);
    await page.getByTestId('apply-done').waitFor();
    await visitor.open(open.path);
    await page.getByText('You have already applied').waitFor();
    expect(await page.getByTestId('apply-submit').count()).toBe(0);
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
    await visitor.leave();
  });

  it('has the email with the code sent again', async () => {
    const open = await openHackathon(hall);
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.open(open.path);
    await fillIn(visitor, open);
    const email = await giveAccount(visitor);
    await press(visitor);
    await hall.world.nextMailTo(email);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sent once more.').waitFor();
    await typeCode(hall, visitor, email);
    await page.getByTestId('apply-done').waitFor();
    await visitor.leave();
  });

  it.each([
    ['is closed', { closes_at: '2020-01-01T00:00:00Z' }, 'Registration closed'],
    ['opens later', { opens_at: '2999-01-01T00:00:00Z' }, 'Registration opens'],
  ])('shows no form where registration %s', async (_situation, columns, said) => {
    const open = await openHackathon(hall, columns);
    const visitor = await hall.visit();
    await visitor.open(open.path);
    await visitor.page.getByText(said).waitFor();
    expect(await visitor.page.getByTestId('apply-submit').count()).toBe(0);
    await visitor.leave();
  });

  it('says that there is nothing where nobody may see one', async () => {
    const open = await openHackathon(hall, { visibility: 'private' });
    const visitor = await hall.visit();
    visitor.expectRefusal(404, /\/public$/);
    for (const path of [open.path, '/apply/nothing']) {
      await visitor.open(path);
      await visitor.page.getByText('There is nothing here').waitFor();
      expect(await visitor.barriers()).toEqual([]);
    }
    await visitor.leave();
  });
});
