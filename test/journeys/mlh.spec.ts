/** The ten things that docs/mlh.md names, in its order, by the pages and the files that they save. */
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Person } from '../support/client.ts';
import { narrow } from '../support/browser.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { eventually } from '../support/wire.ts';
import { rowOf, says, setScene, type Scene } from '../web/desk/at-the-desk.ts';
import { type, typing, verdict } from '../web/door.ts';
import { inBrowser } from '../web/in-browser.ts';
import { handIn } from '../web/panel.ts';
import type { Visitor } from '../web/visitor.ts';

/** Milliseconds for each of them. */
const patience = 180_000;
const columns = [
  ...['First Name', 'Last Name', 'Age', 'Email', 'Phone Number', 'School', 'Level of Study'],
  ...['Country of Residence', 'LinkedIn URL', 'MLH Code of Conduct', 'MLH Privacy Policy', 'MLH Emails', 'Checked In'],
];
const said: Record<string, string> = {
  ...{ 'First name': 'Ada', 'Last name': 'King Lovelace', Age: '19', 'Phone number': '020 7946 0000' },
  ...{ School: 'University of London', 'Level of study': 'Graduate', 'Country of residence': 'United Kingdom' },
  ...{ Diet: 'Vegan' },
};

inBrowser('An MLH event, start to finish', (hall) => {
  let scene: Scene;
  let desk: Visitor;
  let judge: Person;
  let ada: Person;
  let bob: Person;
  const fields = new Map<string, string>();
  beforeAll(async () => {
    scene = await setScene(hall, { gallery: 'open' });
    judge = await personWithPassword(hall.world, { name: 'Judy Okafor' });
    await hall.world.role(judge, scene.tracks.ai, 'JUDGE');
    [ada, bob] = [await personWithPassword(hall.world, { name: 'Ada' }), await personWithPassword(hall.world)];
    desk = await scene.sit('setup/form');
  }, patience);

  const at = async (view: string) => desk.open(`/desk#/${scene.hack.slug}/${view}`);
  const dialog = () => desk.page.getByRole('dialog');
  const button = (name: string) => desk.page.getByRole('button', { name, exact: true });
  /** Somebody else than at the desk, signed in. */
  const enter = async (person: Person) => {
    const visitor = await hall.visit(narrow);
    await visitor.signIn({ ...person, password });
    await visitor.page.waitForURL(/\/(me|judge)$/);
    return visitor;
  };
  /** Saves a table at the desk. */
  const saved = async (testId: string): Promise<string[][]> => {
    await at('tables');
    const download = desk.page.waitForEvent('download');
    await desk.page.getByTestId(testId).click();
    const text = await readFile((await (await download).path()) ?? '', 'utf8');
    // For spreadsheets, which take it for another encoding without.
    expect(text.startsWith('\ufeff')).toBe(true);
    return parse(text, { bom: true, record_delimiter: '\r\n' });
  };
  /** @param ticked The three consents, and whether they came. */
  const lineOf = ({ email }: Person, firstName: string, ticked: readonly string[]) => [
    ...[firstName, 'King Lovelace', '19', email, '020 7946 0000', 'University of London', 'Graduate'],
    ...['United Kingdom', '', ...ticked],
  ];
  const apply = async (person: Person, isTicked: boolean) => {
    const visitor = await enter(person);
    const { page } = visitor;
    const field = (label: string) => page.getByTestId(`apply-field-${fields.get(label)}`);
    await visitor.open(`/apply/${scene.hack.slug}`);
    await page.getByTestId(`apply-track-${scene.tracks.ai.id}`).check();
    for (const [label, text] of Object.entries({ ...said, ...(!isTicked && { 'First name': 'Bob' }) })) {
      const isChosen = (await field(label).evaluate((one) => one.tagName)) === 'SELECT';
      await (isChosen ? field(label).selectOption(text) : field(label).fill(text));
    }
    const consents = [...fields.keys()].filter((label) => label.includes('MLH'));
    expect(consents).toHaveLength(3);
    for (const label of consents) expect(await field(label).isChecked()).toBe(false);
    await page.getByTestId('apply-submit').click();
    const problems = page.getByTestId('apply-problem');
    await problems.first().waitFor();
    expect(await problems.count()).toBe(2);
    for (const label of isTicked ? consents : consents.slice(0, 2)) await field(label).check();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByTestId('apply-submit').click();
    await page.getByTestId('apply-done').waitFor();
    await visitor.leave();
  };

  it(
    '1. has a registration form with its questions',
    async () => {
      const { page } = desk;
      await page.getByRole('button', { name: 'Start from' }).click();
      await dialog().getByLabel('Questions').selectOption('For MLH member events');
      await button('Add these questions').click();
      await page.getByTestId('field-row').nth(12).waitFor();
      await dialog().waitFor({ state: 'detached' });
      const { data } = (await scene.api.get(`/super-events/${scene.hack.id}/registration-fields`)).body;
      for (const { id, label } of data.fields) fields.set(label, id);
      expect([...fields.keys()]).toEqual(expect.arrayContaining([...Object.keys(said), 'LinkedIn', 'T-shirt size']));
    },
    patience,
  );

  it(
    '2. asks for the consents, none of which is ticked beforehand',
    async () => {
      await apply(ada, true);
      await apply(bob, false);
      await at('people');
      await button('Undecided').click();
      await desk.page.getByTestId('people-select-all').check();
      await desk.page.getByTestId('bulk-accepted').click();
      await desk.page.getByTestId('bulk-outcome').getByText('2 people accepted.').waitFor();
    },
    patience,
  );

  it(
    '3. contacts everybody',
    async () => {
      await at('emails');
      await desk.page.getByTestId('announce-new').click();
      await desk.page.getByTestId('announce-subject').fill('Doors open at 9');
      await desk.page.getByTestId('announce-body').fill('Dear {first_name}, see you soon.');
      await says(desk, 'announce-count', '2 people');
      await desk.page.getByTestId('announce-send').click();
      await desk.page.getByTestId('announce-send-sure').click();
      await rowOf(desk, 'announce-row', 'Doors open at 9').getByText('2 of 2 sent').waitFor();
      for (const { email } of [ada, bob]) {
        expect((await hall.world.mailsTo(email)).map(({ subject }) => subject)).toContain('Doors open at 9');
      }
    },
    patience,
  );

  it(
    '4. exports the people, with their consents as Yes or No',
    async () => {
      const [header, ...people] = await saved('export-csv-mlh');
      expect(header).toEqual(columns);
      expect(people).toEqual([
        lineOf(ada, 'Ada', ['Yes', 'Yes', 'Yes', 'No']),
        lineOf(bob, 'Bob', ['Yes', 'Yes', 'No', 'No']),
      ]);
    },
    patience,
  );

  it(
    '5. checks people in',
    async () => {
      await hall.world.point(scene.hack, { name: 'Main entrance' });
      const body = { kind: 'kiosk', name: 'Tablet', super_event_id: scene.hack.id };
      const { pairing } = (await scene.api.post(`/organizations/${scene.acme.id}/devices`, body)).body.data;
      const kiosk = await hall.visit();
      await kiosk.open(`/kiosk#${pairing.code}`);
      await typing(kiosk.page).waitFor();
      const [ticket] = await hall.world.rows<{ token: string }>`
      select checkin_token as token from registrations.registration
       where user_id = ${ada.id} and event_id = ${scene.tracks.ai.id}`;
      await type(kiosk.page, ticket?.token ?? '');
      expect(await verdict(kiosk.page, 'ok')).toBe('Ada');
      await kiosk.leave();
    },
    patience,
  );

  it(
    '6. exports the people who came, with the same columns and one more',
    async () => {
      const when = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(await saved('export-csv-mlh_checkins')).toEqual([
        [...columns, 'Checked In At'],
        [...lineOf(ada, 'Ada', ['Yes', 'Yes', 'Yes', 'Yes']), when],
      ]);
    },
    patience,
  );

  it(
    '7. takes projects, which enter for prizes of the event',
    async () => {
      await at('setup/prizes');
      await button('Add a prize').click();
      await dialog().getByLabel('Name').fill('Best use of data');
      await dialog().getByLabel('Sponsor').fill('Honeycomb Ltd.');
      await dialog().getByLabel('Judy Okafor').check();
      await button('Save').click();
      await rowOf(desk, 'prize-row', 'Best use of data').waitFor();
      await hall.world.team(scene.tracks.ai, [ada, bob], { name: 'Bees', table: 'A1' });
      const visitor = await enter(ada);
      const { page } = visitor;
      await page.getByTestId('project-title').fill('Bee counter');
      await page.getByLabel('Best use of data').check();
      await page.getByTestId('project-submit').click();
      await page.locator('[data-testid=project-save-state][data-state=saved]').waitFor();
      await visitor.leave();
    },
    patience,
  );

  it(
    '8. exports the projects, with members, addresses and schools',
    async () => {
      const [header = [], line = [], ...none] = await saved('export-csv-projects');
      expect(none).toEqual([]);
      expect(Object.fromEntries(header.map((name, place) => [name, line[place]]))).toMatchObject({
        ...{ Title: 'Bee counter', Team: 'Bees', Track: 'AI', Table: 'A1', Prizes: 'Best use of data' },
        ...{ Members: `Ada; ${bob.name}`, Emails: `${ada.email}; ${bob.email}` },
        Schools: 'University of London; University of London',
      });
    },
    patience,
  );

  it(
    '9. is judged, the prize by a judge of its own',
    async () => {
      await scene.api.post(`/events/${scene.tracks.ai.id}/criteria`, { name: 'Idea', weight: 1, order_index: 0 });
      await at('judging/judges');
      await button('Assign judges').click();
      await dialog().getByRole('button', { name: 'Preview' }).click();
      await dialog()
        .getByRole('button', { name: /^Assign 1 review/ })
        .click();
      await says(desk, 'progress', '0 of 1 team judged');
      await at('setup/prizes');
      await button('Decide: Best use of data').click();
      await button('Give its judges the teams that entered').click();
      await dialog().getByText('1 team more to judge.').waitFor();
      const visitor = await enter(judge);
      const { page } = visitor;
      await page.getByRole('link', { name: 'Bees' }).first().click();
      await page.getByRole('spinbutton', { name: 'Score for Idea' }).fill('8');
      await handIn(page);
      await page.getByRole('spinbutton', { name: 'Score for Overall' }).fill('9');
      await handIn(page);
      await page.locator('[data-testid=latest][data-state=sent]').waitFor();
      await visitor.leave();
    },
    patience,
  );

  it(
    '10. gives its awards on the day, and tells of none before',
    async () => {
      const [guest, member] = [await hall.visit(narrow), await enter(ada)];
      const gallery = async () => {
        await guest.open(`/projects/${scene.hack.slug}`);
        await guest.page.getByRole('heading', { name: 'Bee counter' }).waitFor();
        return guest.page.getByTestId('prizes-won').allInnerTexts();
      };
      expect(await gallery()).toEqual([]);
      await member.page.getByTestId('me-team').waitFor();
      for (const award of ['prizes-won', 'result']) expect(await member.page.getByTestId(award).count()).toBe(0);

      await at('judging/ranking');
      await button('Update ranking').click();
      await rowOf(desk, 'result-row', 'Bees').waitFor();
      await button('Publish').click();
      await dialog().getByRole('checkbox').check();
      await dialog().getByRole('button', { name: 'Publish' }).click();
      await desk.page.getByRole('link', { name: 'Present' }).click();
      await desk.page.getByTestId('podium').getByRole('button', { name: 'Show first place' }).click();
      await desk.page.getByTestId('podium').getByText('Bees').waitFor();
      await at('setup/prizes');
      await button('Decide: Best use of data').click();
      await dialog().getByTestId('prize-winner').check();
      await dialog().getByText('Bees is in.').waitFor();
      expect(await gallery()).toEqual([]);
      await button('Publish: Best use of data').click();
      await button('Publish').click();
      await dialog().getByText('Bees won, and everybody may read it.').first().waitFor();

      await eventually(gallery, (won) => won.join() === '★ Won Best use of data');
      await member.page.reload();
      await member.page.getByTestId('prizes-won').getByText('Won: Best use of data').waitFor();
      await member.page.getByTestId('result').waitFor();
      for (const visitor of [guest, member, desk]) await visitor.leave();
    },
    patience,
  );
});
