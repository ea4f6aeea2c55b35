/** The main jobs without a pointer, and what colours of the system leave to see. */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Contest } from '../support/judging/contest.ts';
import { codeIn } from '../support/mails.ts';
import { password } from '../support/sign-in.ts';
import { setScene } from './desk/at-the-desk.ts';
import { doorScene, typing, verdict } from './door.ts';
import { inBrowser } from './in-browser.ts';
import { isHandedIn, leavePage, panel, scoresOf, teamIn } from './panel.ts';

/** The name of what has the focus. The page itself, which has it where nothing else does, holds all names. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `(({ ariaLabel, labels, textContent, tagName }) =>
      tagName === 'BODY' ? tagName : ariaLabel || labels?.[0]?.textContent || textContent || tagName)(document.activeElement)`,
  );

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press('Tab');
    const present = await focused(page);
    if (present.includes(name)) return;
    seen.push(present.slice(0, 40));
  }
  throw new Error(`${name} is not among ${seen.join(' | ')}`);
}

inBrowser('By the keyboard alone', (hall) => {
  it('somebody skips what stands before the page, and signs in', async () => {
    const { olga } = await setScene(hall);
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.open('/signin');
    await page.getByTestId('sign-in').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await visitor.becomes('document.activeElement.tagName', 'MAIN');
    await page.keyboard.press('Tab');
    await page.keyboard.type(olga.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/desk*');
    await visitor.leave();
  });

  it('a stranger applies, from the first page on', async () => {
    const { world } = hall;
    const { hack } = await setScene(hall, { name: 'Keyboard Hack' });
    await world.rows`
      insert into events.registration_field (super_event_id, field_type, label, is_required, options)
      values (${hack.id}, 'radio', 'T-shirt', true, '["Small", "Large"]')`;
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.open('/');
    await page.getByRole('heading', { name: 'Keyboard Hack' }).waitFor();
    await tabTo(page, 'Keyboard Hack');
    await page.keyboard.press('Enter');
    await page.getByTestId('apply-submit').waitFor();
    await tabTo(page, 'Web');
    await page.keyboard.press('Space');
    await tabTo(page, 'Small');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Name');
    await page.keyboard.insertText('Nina Simone');
    await page.keyboard.press('Tab');
    await page.keyboard.insertText('nina@keyboard.test');
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(password);
    await page.keyboard.press('Enter');
    await page.getByTestId('apply-code').waitFor();
    const code = codeIn(await world.nextMailTo('nina@keyboard.test'));
    await visitor.becomes('document.activeElement.dataset.testid', 'apply-code');
    await page.keyboard.insertText(code);
    await page.keyboard.press('Enter');
    await page.getByTestId('apply-done').waitFor();
    await tabTo(page, 'See my application');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/me');
    const stored = await world.rows<{ answers: unknown[]; tracks: string[] }>`
      select array(select jsonb_object_keys(answers_json)) as answers,
             array(select t.name from registrations.registration r join events.track t on t.id = r.event_id
                    where r.super_event_registration_id = p.id) as tracks
        from registrations.super_event_registration p where super_event_id = ${hack.id}`;
    expect(stored).toMatchObject([{ answers: [expect.any(String)], tracks: ['Web'] }]);
    await visitor.leave();
  });

  it('a participant starts a team, removes a member, hands a project in, and keeps the place', async () => {
    const { world } = hall;
    const { hack, tracks, acme } = await setScene(hall, { name: 'Keyboard Hack' });
    const asked = { id: 'model', field_type: 'radio', label: 'Which model?', options: ['small', 'large'] };
    const config = JSON.stringify({ submissions: { questions: [{ ...asked, is_required: true }] } });
    await world.rows`update events.track set config_json = ${config}::jsonb where id = ${tracks.ai.id}`;
    const [ada, bob] = [await world.person({ name: 'Ada' }), await world.person({ name: 'Bob' })];
    for (const person of [ada, bob]) await world.registered(person, tracks.ai);
    const visitor = await hall.visit();
    const { page } = visitor;
    const press = async (name: string) => {
      await tabTo(page, name);
      await page.keyboard.press('Enter');
    };
    const type = async (name: string, text: string) => {
      await tabTo(page, name);
      await page.keyboard.insertText(text);
    };
    await hall.arrive(visitor, ada, '/me');
    await page.getByText('Start a team').waitFor();
    await tabTo(page, 'Show me to others');
    await page.keyboard.press('Space');
    await press('Start a team');
    await type('Name', 'Bees');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Team Bees' }).waitFor();
    await press('Invite by link');
    const code = await page.getByTestId('team-invite-code').innerText();
    await world.as(bob, acme).post('/my-teams/join', { code });
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByTestId('team-remove').waitFor();
    await press('Remove Bob');
    await press('Remove');
    await page.getByTestId('team-remove').waitFor({ state: 'detached' });
    await type('Title', 'Bee counter');
    await press('Hand in');
    await visitor.becomes('document.activeElement.type', 'radio');
    await page.keyboard.press('Space');
    await press('Hand in');
    await page.locator('[data-testid=project-save-state][data-state=saved]').waitFor();
    await press('Leave the team');
    await page.keyboard.press('Escape');
    await visitor.becomes('document.activeElement.textContent', 'Leave the team');
    await press('Give up my place');
    await press('Keep my place');
    const stored = await world.rows`
      select s.title, s.answers_json, t.name, t.member_count, p.status, p.looking_for_team
        from teams.submission s join teams.team t on t.id = s.team_id
        join registrations.super_event_registration p on p.super_event_id = t.super_event_id and p.user_id = ${ada.id}
       where t.super_event_id = ${hack.id}`;
    expect(stored).toEqual([
      {
        title: 'Bee counter',
        answers_json: { model: 'small' },
        name: 'Bees',
        member_count: 1,
        status: 'accepted',
        looking_for_team: true,
      },
    ]);
    await visitor.leave();
  });

  it('an organizer finds somebody and accepts them, and goes from view to view', async () => {
    const scene = await setScene(hall);
    const people = [await hall.world.person({ name: 'Dora Dirichlet' }), await hall.world.person({ name: 'Emil' })];
    for (const person of people) await hall.world.registered(person, scene.tracks.ai, 'pending');
    const visitor = await scene.sit('people');
    const { page } = visitor;
    await page.getByText('Emil').waitFor();
    await page.keyboard.press('/');
    // At once: letters that come slowly are several searches, each of which draws the list anew and drops the focus in it.
    await page.keyboard.insertText('dora');
    await page.getByText('Emil').waitFor({ state: 'detached' });
    await tabTo(page, 'Accept: Dora');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Undo/ }).waitFor();
    expect(
      await hall.world.rows`
        select status from registrations.super_event_registration where user_id = ${people[0]?.id}`,
    ).toEqual([{ status: 'accepted' }]);
    await page.keyboard.press('5');
    await page.getByRole('heading', { name: 'Judging' }).waitFor();
    await visitor.leave();
  });

  it('a judge scores a team and hands it in', async () => {
    const { judge, first } = await panel(hall.world, 2);
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.signIn(judge);
    await teamIn(page, first.team).waitFor();
    await tabTo(page, first.team);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Score for Impact, as a slider');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'Score for Craft, as a slider');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'Hand in');
    await page.keyboard.press('Enter');
    await page.getByText(`${first.team} is handed in.`).waitFor();
    await leavePage(page);
    await page.locator('[data-testid=latest][data-state=sent]').waitFor();
    expect([await isHandedIn(hall.world, first.id), (await scoresOf(hall.world, first.id)).length]).toEqual([true, 2]);
    await visitor.leave();
  });

  it('somebody at the door chooses a door, and welcomes people', async () => {
    const scene = await doorScene(hall.world);
    await hall.world.point(scene.track, { name: 'Side entrance' });
    const ada = await scene.guest('Ada Lovelace');
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.open((await scene.device()).path);
    await page.getByRole('heading', { name: 'Where does this kiosk stand?' }).waitFor();
    await tabTo(page, 'Main entrance');
    await page.keyboard.press('Enter');
    await typing(page).waitFor();
    // Into its field: without, keys that come slowly are taken for a person who hits some, and not for a scanner.
    await tabTo(page, 'Code');
    await page.keyboard.insertText(ada.token);
    await page.keyboard.press('Enter');
    expect(await verdict(page, 'ok')).toBe('Ada Lovelace');
    await visitor.leave();
  });
});

inBrowser('With colours of the system', (hall) => {
  it('the current tab is told from the others, and what is pressed from what is not', async () => {
    const scene = await setScene(hall);
    const contest = new Contest(hall.world, scene.tracks.ai, scene.api);
    await contest.criterion('1', { name: 'Craft' });
    const visitor = await scene.sit('people', { forcedColors: 'active' });
    const { page } = visitor;
    /** How many values this property has among the elements. */
    const differs = async (css: string, property: string) => {
      await page.locator(css).first().waitFor();
      const all = `[...document.querySelectorAll(${JSON.stringify(css)})]`;
      return page.evaluate(
        `new Set(${all}.map((each) => getComputedStyle(each).getPropertyValue('${property}'))).size`,
      );
    };
    expect(await differs('.tabs a', 'border-bottom-color')).toBe(2);
    expect(await differs('.statuses button', 'background-color')).toBe(2);
    await page.goto(`${new URL(page.url()).origin}/desk#/${scene.hack.slug}/judging/criteria`);
    await page.getByText('Craft').waitFor();
    expect(await differs('nav[aria-label="Steps of judging"] a', 'border-bottom-color')).toBe(2);
    await visitor.leave();
  });
});
