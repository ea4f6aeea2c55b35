import { beforeEach, expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import type { SuperEvent, Track } from '../support/fixtures.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { eventually } from '../support/wire.ts';
import { inBrowser } from './in-browser.ts';
import { looksRight } from './looks.ts';

inBrowser('The projects of a hackathon', (hall) => {
  let hack: SuperEvent;
  let track: Track;
  beforeEach(async () => {
    const acme = await hall.world.organization();
    const end_at = '2127-03-07T17:00:00Z';
    hack = await hall.world.superEvent(acme, { name: 'Spring Hack', gallery: 'open', end_at });
    track = await hall.world.track(hack, { name: 'Climate' });
  });

  /** Hands in this many projects at once, called Project 1 and so on. */
  const handIn = (count: number) => hall.world.rows`
    with team as (
      insert into teams.team (organization_id, super_event_id, event_id, name)
      select ${track.organization_id}, ${hack.id}, ${track.id}, 'Team ' || n from generate_series(1, ${count}::int) n
      returning id, name)
    insert into teams.submission (team_id, super_event_id, event_id, title, submitted_by)
    select id, ${hack.id}, ${track.id}, replace(name, 'Team', 'Project'), gen_random_uuid() from team`;

  /** A team hands in a project with a link that was taken before addresses were checked. */
  async function bees(links = ['https://www.code.test/bees', 'javascript:alert(1)']) {
    const ada = await personWithPassword(hall.world, { name: 'Ada' });
    await hall.world.registered(ada, track);
    const team = await hall.world.team(track, [ada], { name: 'The Hive', table: 'B2' });
    const [made] = await hall.world.rows<{ id: string }>`
      insert into teams.submission (team_id, super_event_id, event_id, title, description, links, video_url, built_with, submitted_by)
      values (${team.id}, ${hack.id}, ${track.id}, 'Bee counter', ${`It counts bees.\n${'More. '.repeat(60)}`},
              ${JSON.stringify(links)}::jsonb, 'https://film.test/bees', '["Rust", "WebGPU"]', ${ada.id})
      returning id`;
    return { ada, project: made?.id ?? '' };
  }

  it('are found from the first page, read by day and by night at three widths, and linked to http alone', async () => {
    await bees();
    for (const [width, colorScheme] of [
      [320, 'dark'],
      [768, 'light'],
      [1280, 'dark'],
    ] as const) {
      const visitor = await hall.visit({ viewport: { width, height: 800 }, colorScheme });
      const { page } = visitor;
      await visitor.open(`/apply/${hack.slug}`);
      await page.getByRole('link', { name: 'See the projects' }).click();
      await page.getByRole('heading', { name: 'Projects of Spring Hack', level: 1 }).waitFor();
      await visitor.isTitled('Projects of Spring Hack – Muster');
      const card = page.getByTestId('project-card');
      expect(await card.getByRole('heading').allInnerTexts()).toEqual(['Bee counter']);
      const text = await card.innerText();
      for (const part of ['The Hive · Climate · Table B2', 'It counts bees.', 'Rust', 'WebGPU', 'code.test/bees']) {
        expect(text).toContain(part);
      }
      expect(text).toMatch(/More\.…/);
      const links = card.getByRole('link');
      const to = await links.evaluateAll((all) =>
        all.map((one) => [one.getAttribute('href'), one.getAttribute('rel')]),
      );
      expect(to).toEqual([
        ['https://film.test/bees', 'noopener noreferrer'],
        ['https://www.code.test/bees', 'noopener noreferrer'],
      ]);
      await page.getByText('1 project', { exact: true }).waitFor();
      expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
      await visitor.leave();
    }
  });

  it('begin with the one that the code on a table leads to, wherever it is in the list', async () => {
    await handIn(50);
    await bees();
    const [last] = await hall.world.rows<{ id: string }>`
      select id from teams.team where super_event_id = ${hack.id} and name = 'Team 9'`;
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await visitor.open(`/projects/${hack.slug}#${last?.id}`);
    const cards = page.getByTestId('project-card');
    await cards.nth(48).waitFor();
    expect((await cards.getByRole('heading').allInnerTexts()).slice(0, 2)).toEqual(['Project 9', 'Bee counter']);
    expect(await cards.first().getAttribute('id')).toBe(last?.id);
    const box = await cards.first().boundingBox();
    expect(box!.y >= 0 && box!.y + box!.height <= narrow.viewport.height).toBe(true);
    await page.getByRole('button', { name: 'Show more' }).click();
    await cards.nth(50).waitFor();
    expect(await cards.count()).toBe(51);
    expect(await cards.getByRole('heading', { name: 'Project 9', exact: true }).count()).toBe(1);
    await page.evaluate("location.hash = 'nobody'");
    await cards.first().getByRole('heading', { name: 'Bee counter' }).waitFor();
    await visitor.leave();
  });

  it('say which prizes they won, once a prize is published', async () => {
    await bees();
    const [team] = await hall.world.rows<{
      id: string;
    }>`select id from teams.team where super_event_id = ${hack.id} and name = 'The Hive'`;
    const [prize] = await hall.world.rows<{ id: string }>`
      insert into events.prize (super_event_id, name) values (${hack.id}, 'Best use of data') returning id`;
    await hall.world.rows`
      insert into judging.award (prize_id, organization_id, super_event_id, team_ids)
      values (${prize?.id}, ${track.organization_id}, ${hack.id}, array[${team?.id}]::uuid[])`;
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await visitor.open(`/projects/${hack.slug}`);
    await page.getByTestId('project-card').waitFor();
    expect(await page.getByTestId('prizes-won').count()).toBe(0);
    await hall.world.rows`
      update judging.award set published_ids = team_ids, published_at = now() where prize_id = ${prize?.id}`;
    await eventually(
      async () => {
        await page.reload();
        await page.getByTestId('project-card').waitFor();
        return page.getByTestId('prizes-won').allInnerTexts();
      },
      (won) => won.join() === '★ Won Best use of data',
    );
    await looksRight(visitor, 'a gallery with a winner');
    await visitor.leave();
  });

  it('come forty-eight at a time, and are searched as one types, by keys alone', async () => {
    await handIn(50);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await visitor.open(`/projects/${hack.slug}`);
    const cards = page.getByTestId('project-card');
    await cards.first().waitFor();
    expect(await cards.count()).toBe(48);
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await cards.nth(49).waitFor();
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await page.getByTestId('gallery-search').focus();
    await page.keyboard.type('project 17');
    await page.getByText('1 project found').waitFor();
    expect(await cards.getByRole('heading').allInnerTexts()).toEqual(['Project 17']);
    await page.keyboard.type(' zebra');
    await page.getByText('No project has all of these words.').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByTestId('gallery-search').fill('');
    await page.getByText('50 projects', { exact: true }).waitFor();
    await visitor.leave();
  });

  it('of a closed gallery are shown once somebody of the hackathon signs in, and lead there from the ticket', async () => {
    const { ada } = await bees();
    await hall.world.rows`update events.super_event set gallery = 'closed' where id = ${hack.id}`;
    const visitor = await hall.visit();
    const { page } = visitor;
    visitor.expectRefusal(404, /\/super-events\//);
    await visitor.open(`/projects/${hack.id}`);
    await page.getByRole('heading', { name: 'There are no projects to see here' }).waitFor();
    await looksRight(visitor, 'a closed gallery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password').fill(password);
    await page.getByTestId('sign-in').click();
    await page.getByTestId('project-card').waitFor();
    await looksRight(visitor, 'a gallery for a participant');
    await visitor.open('/me');
    await page.getByRole('link', { name: 'Projects of all teams' }).click();
    await page.getByTestId('project-card').waitFor();
    await visitor.leave();
  });

  it('are none at first, and say so where they do not come, until they do', async () => {
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.open(`/projects/${hack.slug}`);
    await page.getByText('No team has shown a project yet.').waitFor();
    await looksRight(visitor, 'an empty gallery');
    await handIn(1);
    visitor.expectFailure(/projects/);
    await page.route('**/super-events/*/projects*', (route) => route.abort('internetdisconnected'));
    await page.reload();
    await page.getByText('You are offline.').waitFor();
    await looksRight(visitor, 'a gallery that does not come');
    await page.unroute('**/super-events/*/projects*');
    // By itself, as soon as the service can be reached.
    await page.getByTestId('project-card').waitFor();
    await visitor.leave();
  });

  it('leave out the one whose team hides it in its ticket', async () => {
    const { ada, project } = await bees([]);
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.signIn({ ...ada, password });
    await page.getByTestId('project-listed').uncheck();
    await page.locator('[data-testid=project-save-state][data-state=saved]').waitFor();
    const [row] = await hall.world.rows<{ listed: boolean }>`select listed from teams.submission where id = ${project}`;
    expect(row).toEqual({ listed: false });
    await visitor.open(`/projects/${hack.id}`);
    await page.getByText('No team has shown a project yet.').waitFor();
    await visitor.leave();
  });

  it('stand by table in a list to print, nine before ten and those without one last', async () => {
    await handIn(2);
    const tables = [
      ['B10', 'Ten'],
      ['B9', 'Nine'],
    ] as const;
    for (const [table, title] of tables) {
      const team = await hall.world.team(track, [], { table });
      await hall.world.rows`
        insert into teams.submission (team_id, super_event_id, event_id, title, submitted_by)
        values (${team.id}, ${hack.id}, ${track.id}, ${title}, gen_random_uuid())`;
    }
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.open(`/projects/${hack.slug}`);
    await page.getByRole('link', { name: 'By table' }).click();
    await page.getByRole('heading', { name: 'Expo of Spring Hack', level: 1 }).waitFor();
    const rows = page.getByTestId('expo-row');
    await rows.nth(3).waitFor();
    expect(await rows.locator('[data-name=Project]').allInnerTexts()).toEqual([
      'Nine',
      'Ten',
      'Project 1',
      'Project 2',
    ]);
    expect(await rows.locator('[data-name=Table]').allInnerTexts()).toEqual(['B9', 'B10', '–', '–']);
    await looksRight(visitor, 'an expo list');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await rows.first().isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
    await page.getByRole('link', { name: 'See what they made' }).click();
    await page.getByTestId('gallery-search').waitFor();
    await visitor.leave();
  });

  it('are by table for nobody else while the gallery is closed, and none before one is shown', async () => {
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.open(`/expo/${hack.slug}`);
    await page.getByText('No team has shown a project yet.').waitFor();
    await looksRight(visitor, 'an empty expo list');
    await hall.world.rows`update events.super_event set gallery = 'closed' where id = ${hack.id}`;
    visitor.expectRefusal(404, /\/super-events\//);
    await visitor.open(`/expo/${hack.id}`);
    await page.getByRole('heading', { name: 'There are no projects to see here' }).waitFor();
    await visitor.leave();
  });
});
