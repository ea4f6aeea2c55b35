/** A judge in front of the page to judge, and what the service has of it. */
import type { Page } from 'playwright-core';
import { Jury, type Criterion } from '../support/judging/jury.ts';
import { hashed, password } from '../support/sign-in.ts';
import type { World } from '../support/world.ts';
import type { Visitor } from './visitor.ts';

/** A judge with teams and two criteria, of these weights. */
export async function panel(world: World, teams = 1, config: object = {}, weights = ['0.6', '0.4']) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, { config_json: JSON.stringify(config) });
  const jury = new Jury(world, await world.track(hack, { name: 'AI' }));
  const judge = await jury.judge({ password_hash: await hashed(password) });
  const criteria = [
    await jury.criterion(weights[0], { name: 'Impact', description: 'Whom it helps.' }),
    await jury.criterion(weights[1], { name: 'Craft' }),
  ] as const;
  const assignments: { id: string; team: string }[] = [];
  for (let count = 0; count < teams; count++) {
    const team = await world.team(jury.track, [await world.person()]);
    assignments.push({ id: await jury.assignment(judge, team), team: team.name });
  }
  const [first = { id: '', team: '' }] = assignments;
  return { jury, judge: { ...judge, password }, criteria, assignments, first };
}

const nothing = { links: [], built_with: [], answers_json: {}, description: null, video_url: null, prize_ids: [] };

/** A team has handed in a project, with these columns. */
export async function handedIn(world: World, assignment: string, said: Record<string, unknown>): Promise<void> {
  const columns = { ...nothing, ...said };
  await world.rows`
    insert into teams.submission (team_id, super_event_id, event_id, submitted_by, title, description, links, video_url,
                                  built_with, answers_json, late_by_ms, prize_ids)
    select a.team_id, a.super_event_id, a.event_id, a.judge_user_id, p.title, p.description, p.links, p.video_url,
           p.built_with, p.answers_json, p.late_by_ms, p.prize_ids
      from judging.assignment a, jsonb_to_record(${JSON.stringify(columns)}::jsonb) as p (
           title text, description text, links jsonb, video_url text, built_with jsonb, answers_json jsonb, late_by_ms int,
           prize_ids uuid[])
     where a.id = ${assignment}`;
}

export const scoreIn = ({ page }: Visitor, { id }: Criterion) => page.getByTestId(`score-${id}`);
export const isSaved = ({ page }: Visitor) => page.locator('[data-testid=saved][data-state=saved]').waitFor();
export const scoresOf = async (world: World, id: string) =>
  world.rows<{ name: string; value: number; comment: string | null; feedback: string | null }>`
    select c.name, s.value::float, s.comment, s.feedback from judging.score s
      join judging.criterion c on c.id = s.criterion_id where s.assignment_id = ${id} order by c.order_index`;
export const isHandedIn = async (world: World, id: string) => {
  const [row] = await world.rows<{ done: boolean }>`
    select submitted_at is not null as done from judging.assignment where id = ${id}`;
  return row?.done === true;
};

/** A team in the list of a judge. */
export const teamIn = (page: Page, team: string) => page.getByRole('listitem').getByRole('link', { name: team });

/** The page is left, so that it holds back nothing any more. */
export const leavePage = (page: Page) => page.evaluate("dispatchEvent(new Event('pagehide'))");

/** Hands in what has all its scores, and leaves no time to take it back. */
export async function handIn(page: Page): Promise<void> {
  await page.getByTestId('submit').click();
  await leavePage(page);
}

/** Looks at a team of which the service has everything. */
export async function isFixed(page: Page, team: string): Promise<void> {
  await teamIn(page, team).click();
  await page.getByText('Handed in. Only the organizers').waitFor();
}
