/** A hackathon from outside: what people do, from the first page to the result, without anything but pages. */
import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { pdf } from '../support/files.ts';
import { codeIn } from '../support/mails.ts';
import { Jury } from '../support/judging/jury.ts';
import { hashed, password } from '../support/sign-in.ts';
import { setScene } from './desk/at-the-desk.ts';
import { inBrowser, type Hall } from './in-browser.ts';
import { isOnline, waiting } from './door.ts';
import { teamIn } from './panel.ts';
import { calm, lossy, offline, type Weather } from './weather.ts';
import type { Visitor } from './visitor.ts';

interface Guest {
  readonly visitor: Visitor;
  readonly name: string;
  readonly email: string;
}
async function openDoors(hall: Hall) {
  const scene = await setScene(hall, { confirm_within_hours: 48 });
  const { world } = hall;
  const { ai } = scene.tracks;
  await world.rows`update events.track set registration = 'closed' where id = ${scene.tracks.web.id}`;
  await world.rows`
    insert into events.registration_field (super_event_id, field_type, label, is_required)
    values (${scene.hack.id}, 'text', 'Why come?', true), (${scene.hack.id}, 'file', 'CV', true)`;
  await world.point(ai, { name: 'Main entrance' });
  const jury = new Jury(world, ai);
  const criterion = await jury.criterion('1', { name: 'Impact' });
  const judge = await jury.judge({ name: 'Judy', password_hash: await hashed(password) });
  return { ...scene, world, ai, jury, criterion, judge: { ...judge, password } };
}
type Doors = Awaited<ReturnType<typeof openDoors>>;

/** From the first page to "you have applied". */
async function apply(hall: Hall, scene: Doors, name: string, weather: Weather): Promise<Guest> {
  const email = `${name.toLowerCase()}-${scene.hack.slug}@outside.test`;
  const visitor = await hall.visit(narrow);
  const { page } = visitor;
  await visitor.open('/');
  const card = page.getByTestId('hackathon-card').filter({ has: page.locator(`a[href$="/apply/${scene.hack.slug}"]`) });
  await card.getByRole('link').click();
  await page.getByLabel('Why come?').waitFor();
  await weather(visitor, {
    type: () => fillIn(visitor, name, email),
    press: page.getByTestId('apply-submit'),
    done: page.getByTestId('apply-code'),
    path: /signup$/,
    again: 'always',
  });
  await confirmAddress(hall, visitor, email, weather);
  await page.getByRole('link', { name: 'See my application' }).click();
  await page.getByTestId('me-card').waitFor();
  return { visitor, name, email };
}

async function fillIn({ page }: Visitor, name: string, email: string): Promise<void> {
  await page.getByLabel('Why come?').fill(`${name} likes bees`);
  const cv = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf(2_000)) };
  await page.getByLabel('CV').setInputFiles(cv);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

/** Types the code of the newest email. The application is sent with it, by itself. */
async function confirmAddress({ world }: Hall, visitor: Visitor, email: string, weather: Weather): Promise<void> {
  const { page } = visitor;
  const letter = await world.nextMailTo(email);
  const newest = weather === lossy ? await world.nextMailTo(email) : letter;
  const done = page.getByTestId('apply-done');
  const type = () => page.getByTestId('apply-code').fill(codeIn(newest));
  await weather(visitor, {
    ...{ type, press: page.getByTestId('apply-code-send'), done, path: /\/register$/ },
    again: 'after offline',
  });
}

/** Takes the telephone out: a page that is looked at again asks what is new, and does not wait for its next turn. */
const look = ({ visitor }: Guest) => visitor.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

async function accept(desk: Visitor, guest: Guest, weather: Weather): Promise<void> {
  const { page } = desk;
  const row = page.getByTestId('people-row').filter({ hasText: guest.name });
  await row.getByRole('link', { name: guest.name }).click();
  await page.getByRole('dialog').getByText('cv.pdf').waitFor();
  await page.keyboard.press('Escape');
  await weather(desk, {
    press: page.getByRole('button', { name: `Accept: ${guest.name}` }),
    done: row.locator('[data-status=accepted]'),
    path: /^\/registrations\/[^/]+\/status$/,
    again: 'after offline',
  });
}

async function confirm(guest: Guest, weather: Weather): Promise<void> {
  const { page } = guest.visitor;
  await look(guest);
  await page.getByTestId('ticket-qr').waitFor();
  await weather(guest.visitor, {
    press: page.getByTestId('me-confirm'),
    done: page.getByText('You have confirmed that you will come.'),
    path: /\/confirm$/,
    again: 'after offline',
  });
}

async function formTeam(leader: Guest, other: Guest, weather: Weather): Promise<void> {
  const { page } = leader.visitor;
  await page.getByText('Start a team').click();
  await weather(leader.visitor, {
    type: () => page.getByTestId('team-name').fill('Bees'),
    press: page.getByTestId('team-found'),
    done: page.getByRole('heading', { name: 'Team Bees' }),
    path: /\/my-team$/,
    again: 'after offline',
  });
  await weather(leader.visitor, {
    press: page.getByTestId('team-invite'),
    done: page.getByTestId('team-invite-url'),
    path: /\/invitation$/,
    again: 'always',
  });
  const { pathname, hash } = new URL((await page.getByTestId('team-invite-url').getAttribute('href')) ?? '');
  await join(other, pathname + hash, weather);
}

async function join({ visitor }: Guest, link: string, weather: Weather): Promise<void> {
  const { page } = visitor;
  await visitor.open(link);
  await page.getByText('You are invited to a team').waitFor();
  await weather(visitor, {
    press: page.getByRole('button', { name: 'Join the team' }),
    done: page.getByRole('heading', { name: 'Team Bees' }),
    path: /\/join$/,
    again: 'always',
  });
  await page.getByText('You are invited to a team').waitFor({ state: 'detached' });
}

/** A kiosk lets people in without a network, and hands in later whom. */
async function letIn(hall: Hall, scene: Doors, guest: Guest, weather: Weather): Promise<void> {
  const body = { kind: 'kiosk', name: 'The kiosk', super_event_id: scene.hack.id };
  const { data } = (await scene.api.post(`/organizations/${scene.acme.id}/devices`, body)).body;
  const kiosk = await hall.visit();
  const { page } = kiosk;
  await kiosk.open(`/kiosk#${data.pairing.code}`);
  await page.getByTestId('token-input').waitFor();
  if (weather === offline) await kiosk.goOffline();
  if (weather === lossy) await kiosk.loseAnswer(/\/scan$/);
  await isOnline(page, weather !== offline);
  const shown = guest.visitor.page.getByTestId('ticket-qr');
  await page.getByTestId('token-input').fill((await shown.getAttribute('data-token')) ?? '');
  await page.getByTestId('token-input').press('Enter');
  await page.locator('[data-testid=verdict][data-kind$=ok]').getByText(guest.name).waitFor();
  if (weather === offline) await kiosk.goOnline();
  await waiting(page, 0);
  await kiosk.leave();
}

async function handIn({ visitor }: Guest, weather: Weather): Promise<void> {
  const { page } = visitor;
  await weather(visitor, {
    type: () => page.getByTestId('project-title').fill('A hive that counts'),
    press: page.getByTestId('project-submit'),
    done: page.locator('[data-testid=project-save-state][data-state=saved]'),
    path: /\/submissions$/,
  });
}

async function judge(hall: Hall, scene: Doors, weather: Weather): Promise<void> {
  const [team = { id: '', name: '' }] = await scene.world.rows<{ id: string; name: string }>`
    select id, name from teams.team where event_id = ${scene.ai.id} and deleted_at is null`;
  await scene.jury.assignment(scene.judge, team);
  const visitor = await hall.visit(narrow);
  const { page } = visitor;
  await visitor.signIn(scene.judge);
  // A try whose answer was lost had handed it in.
  if (weather === lossy) visitor.expectRefusal(409, /\/submit$/);
  await teamIn(page, 'Bees').click();
  await weather(visitor, {
    type: () => page.getByTestId(`score-${scene.criterion.id}`).fill('8'),
    press: page.getByTestId('submit'),
    done: page.locator('[data-testid=latest][data-state=sent]'),
    path: /\/submit$/,
  });
  await visitor.leave();
}

async function publish(scene: Doors, desk: Visitor, weather: Weather): Promise<void> {
  const { page } = desk;
  await desk.open(`/desk#/${scene.hack.slug}/judging/ranking`);
  const update = page.getByRole('button', { name: 'Update ranking' });
  await update.waitFor();
  await weather(desk, {
    press: update,
    done: page.getByTestId('result-row').first(),
    path: /\/calculate-results$/,
    again: 'after offline',
  });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const window = page.getByRole('dialog');
  // It says first what is missing, for which it needs the network.
  await window.getByRole('checkbox').waitFor();
  await weather(desk, {
    type: () => window.getByRole('checkbox').check(),
    press: window.getByRole('button', { name: 'Publish' }),
    done: page.getByText('ranking was published'),
    path: /\/results\/publish$/,
    again: 'after offline',
  });
}

/** Everything that was sent, counted: nothing twice, and nothing lost. */
const kept = async ({ world, hack }: Doors) =>
  (
    await world.rows<Record<string, unknown>>`
      select (select count(*)::int from registrations.super_event_registration where super_event_id = ${hack.id}) as applied,
             (select count(*)::int from registrations.super_event_registration
               where super_event_id = ${hack.id} and confirmed_at is not null) as confirmed,
             (select count(*)::int from registrations.file where super_event_id = ${hack.id}) as files,
             (select count(*)::int from teams.team where super_event_id = ${hack.id}) as teams,
             (select count(*)::int from teams.member m join teams.team t on t.id = m.team_id
               where t.super_event_id = ${hack.id}) as members,
             (select count(*)::int from check_in.record r join registrations.registration p on p.id = r.registration_id
               where p.super_event_id = ${hack.id}) as let_in,
             (select array_agg(title) from teams.submission where super_event_id = ${hack.id}) as projects`
  )[0];

inBrowser('A hackathon from outside', (hall) => {
  it.each([
    ['with a network', calm],
    ['with a network that is away at each step', offline],
    ['with a network that loses the answer to each step', lossy],
  ])('leads two strangers from the first page to their result, %s', async (_, weather) => {
    const scene = await openDoors(hall);
    const desk = await scene.sit('people');
    const [ada, bob] = [await apply(hall, scene, 'Ada', weather), await apply(hall, scene, 'Bob', weather)];
    for (const guest of [ada, bob]) {
      await accept(desk, guest, weather);
      await confirm(guest, weather);
    }
    await formTeam(ada, bob, weather);
    await letIn(hall, scene, ada, weather);
    await handIn(ada, weather);
    await judge(hall, scene, weather);
    await publish(scene, desk, weather);
    await look(ada);
    await ada.visitor.page.getByTestId('result').getByText('1st').waitFor();
    expect(await kept(scene)).toEqual({
      ...{ applied: 2, confirmed: 2, files: 2, teams: 1, members: 2, let_in: 1 },
      projects: ['A hive that counts'],
    });
    for (const visitor of [desk, ada.visitor, bob.visitor]) await visitor.leave();
  });
});
