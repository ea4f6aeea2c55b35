/** A team with its project, in browsers. */
import type { Page } from 'playwright-core';
import { password, personWithPassword } from '../support/sign-in.ts';
import type { Hall } from './in-browser.ts';

/** Ada and Bob are a team on a track whose projects close then; both can sign in. */
export async function teamed({ world }: Hall, closesInMs = 3_600_000, questions: readonly object[] = []) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const closes_at = new Date(Date.now() + closesInMs).toISOString();
  const track = await world.track(hack, { config_json: JSON.stringify({ submissions: { closes_at, questions } }) });
  const [ada, bob] = [
    await personWithPassword(world, { name: 'Ada' }),
    await personWithPassword(world, { name: 'Bob' }),
  ];
  for (const person of [ada, bob]) await world.registered(person, track);
  const team = await world.team(track, [ada, bob]);
  const project = () =>
    world.rows<{ title: string; description: string | null; links: string[]; late_by_ms: number | null }>`
      select title, description, links, late_by_ms from teams.submission where team_id = ${team.id}`;
  return { world, acme, hack, track, ada: { ...ada, password }, bob: { ...bob, password }, team, project };
}
/** Waits until the form says that of what was typed. */
export const isIn = (page: Page, state: string) =>
  page.locator(`[data-testid=project-save-state][data-state=${state}]`).waitFor();

/** A team whose first member has handed in a project, which the second member sees. */
export async function handedIn(hall: Hall) {
  const team = await teamed(hall);
  const [first, second] = [await hall.visit(), await hall.visit()];
  await hall.arrive(first, team.ada, '/me');
  await first.page.getByTestId('project-title').fill('Bees');
  await first.page.getByTestId('project-submit').click();
  await isIn(first.page, 'saved');
  await hall.arrive(second, team.bob, '/me');
  await isIn(second.page, 'saved');
  return { first, second, project: team.project };
}

/** Holds the first answer from there back until it is released. */
export async function heldBack(page: Page, url: string) {
  const [came, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isFirst = true;
  await page.route(url, async (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    came.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { hasCome: came.promise, release: released.resolve };
}
