import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { pdf } from '../support/files.ts';
import { codeIn } from '../support/mails.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { eventually } from '../support/wire.ts';
import { inBrowser, type Hall } from './in-browser.ts';
import type { Visitor } from './visitor.ts';

let count = 0;

/** A hackathon with two open tracks and a form. */
async function openHackathon({ world }: Hall, columns: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, { name: `Winter Hack ${++count}`, ...columns });
  const [ai, web] = [await world.track(hack, { name: 'AI' }), await world.track(hack, { name: 'Web' })];
  const fields = await world.rows<{ id: string }>`
    insert into events.registration_field (super_event_id, field_type, label, is_required, options, order_index)
    values (${hack.id}, 'text', 'Why come?', true, '[]', 0), (${hack.id}, 'select', 'Diet', false, '["none", "vegan"]', 1),
           (${hack.id}, 'file', 'CV', true, '[]', 2), (${hack.id}, 'url', 'Something you made', false, '[]', 3)
    returning id`;
  const [why = '', diet = '', cv = '', made = ''] = fields.map(({ id }) => id);
  const stored = () => world.rows<{ answers_json: Record<string, any>; email: string; tracks: number }>`
    select r.answers_json, p.email, (select count(*)::int from registrations.registration t
                                      where t.super_event_registration_id = r.id) as tracks
      from registrations.super_event_registration r join identity.person p on p.id = r.user_id
     where r.super_event_id = ${hack.id}`;
  return { acme, hack, ai, web, why, diet, cv, made, stored, path: `/apply/${hack.slug}` };
}
type Open = Awaited<ReturnType<typeof openHackathon>>;

const field = ({ page }: Visitor, id: string) => page.getByTestId(`apply-field-${id}`);
const file = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf(3_000)) };

async function fillIn(visitor: Visitor, { why, diet, cv, ai }: Open) {
  await field(visitor, why).fill('For the bees');
  await field(visitor, diet).selectOption('vegan');
  await field(visitor, cv).setInputFiles(file);
  await visitor.page.getByTestId(`apply-track-${ai.id}`).check();
}
async function giveAccount({ page }: Visitor) {
  const email = `guest-${++count}@apply.test`;
  await page.getByLabel('Name').fill('Nina Simone');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  return email;
}
const press = ({ page }: Visitor) => page.getByTestId('apply-submit').click();
async function typeCode({ world }: Hall, { page }: Visitor, email: string) {
  await page.getByTestId('apply-code').fill(codeIn(await world.nextMailTo(email)));
  await page.getByTestId('apply-code-send').click();
}

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
    await visitor.open(open.path);
    expect(await field(visitor, open.why).inputValue()).toBe('');
    await visitor.leave();
  });

  it('says beside each answer what is wrong, by itself and for the service, and leads to the first', async () => {
    const open = await openHackathon(hall);
    await hall.world.rows`
      update events.registration_field set validation_rules = '{"min_length": 10}' where id = ${open.why}`;
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.signIn({ ...ada, password });
    await page.waitForURL('**/me');
    await visitor.open(open.path);
    await field(visitor, open.made).fill('no address');
    await press(visitor);
    expect(await page.getByTestId('apply-problem').count()).toBe(3);
    expect(await visitor.barriers()).toEqual([]);
    const isWhyFocused = () => visitor.becomes('document.activeElement.dataset.testid', `apply-field-${open.why}`);
    await isWhyFocused();
    await fillIn(visitor, open);
    await field(visitor, open.made).fill('https://example.org');
    await field(visitor, open.why).fill('Bees');
    visitor.expectRefusal(400, /\/register$/);
    await press(visitor);
    await page.getByTestId('apply-problem').filter({ hasText: 'at least 10 characters' }).waitFor();
    await isWhyFocused();
    await field(visitor, open.why).fill('Bees, bees, bees');
    await press(visitor);
    await page.getByTestId('apply-done').waitFor();
    expect(await open.stored()).toHaveLength(1);
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

  it('says that somebody has applied already', async () => {
    const open = await openHackathon(hall);
    const ada = await personWithPassword(hall.world);
    await hall.world.applied(ada, open.hack);
    const visitor = await hall.visit();
    await visitor.signIn({ ...ada, password });
    await visitor.page.waitForURL('**/me');
    await visitor.open(open.path);
    await fillIn(visitor, open);
    visitor.expectRefusal(409, /\/register$/);
    await press(visitor);
    await visitor.page.getByText('already').first().waitFor();
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
