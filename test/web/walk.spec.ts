/** Every page, as people come by it: none asks for what is refused, loses a request or writes into the console. */
import { expect, it } from '@jest/globals';
import { hostContests, type Host } from '../support/judging/contest.ts';
import { hashed, memberWithPassword, password, personWithPassword } from '../support/sign-in.ts';
import { doorScene, type, typing, verdict } from './door.ts';
import { inBrowser, type Hall } from './in-browser.ts';
import type { Visitor } from './visitor.ts';

const begun = { start_at: new Date(Date.now() - 3_600_000).toISOString() };

/** Opens a link of a letter, which has the address that the service is told to be at; in a test it is at another. */
async function openLink(visitor: Visitor, links: readonly string[]): Promise<void> {
  const { pathname, hash } = new URL(links.find((link) => link.includes('token=')) ?? '');
  await visitor.open(pathname + hash);
}

/** A track that has begun, with a team of Ada's that is ranked, and how to look at her tickets. */
async function rankedTeam({ world }: Hall) {
  const host: Host = await hostContests(world);
  const contest = await host.contest([1], { name: 'AI', ...begun });
  const ada = await personWithPassword(world, { name: 'Ada' });
  await world.registered(ada, contest.track);
  const bees = await contest.team('Bees', [ada]);
  await contest.judged(bees, [8]);
  await contest.calculate();
  return { host, contest, ada, bees };
}

inBrowser('A walk through the pages', (hall) => {
  it('of somebody new: the first page, a sign-up, its letter, a sign-in, no ticket yet, a forgotten password', async () => {
    const visitor = await hall.visit();
    const { page } = visitor;
    const email = 'grace@walk.test';
    await visitor.open('/');
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'New here? Sign up' }).click();
    await page.getByLabel('Name').fill('Grace Hopper');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText(`on its way to ${email}`).waitFor();
    await openLink(visitor, (await hall.world.nextMailTo(email)).links);
    await page.getByLabel('password').fill(password);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await page.getByRole('heading', { name: 'Welcome, Grace Hopper' }).waitFor();
    await page.getByRole('link', { name: 'Go to my tickets' }).click();
    await page.getByText('No ticket yet.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByTestId('sign-in').waitFor();
    await visitor.open('/auth/reset');
    await page.getByLabel('email').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('a link is on its way.').waitFor();
    await openLink(visitor, (await hall.world.nextMailTo(email)).links);
    await page.getByLabel('new password').fill(`${password} anew`);
    await page.getByRole('button', { name: 'Change my password' }).click();
    await page.getByText('Your password is changed. You are signed in.').waitFor();
    await page.getByRole('link', { name: 'Go to my tickets' }).click();
    await page.getByText('No ticket yet.').waitFor();
    await visitor.leave();
  });

  it('of somebody who is invited', async () => {
    const { acme, hack } = await doorScene(hall.world);
    const owner = hall.world.as(await hall.world.member(acme, 'OWNER'), acme);
    const email = 'ida@walk.test';
    await owner.post(`/super-events/${hack.id}/participants`, { email, firstName: 'Ida', lastName: 'Rhodes' });
    const visitor = await hall.visit();
    await openLink(visitor, (await hall.world.nextMailTo(email)).links);
    await visitor.page.getByLabel('Password').fill(password);
    await visitor.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await visitor.page.getByRole('heading', { name: 'You are in' }).waitFor();
    await visitor.page.getByRole('link', { name: 'Show my ticket' }).click();
    await visitor.page.getByTestId('ticket-qr').waitFor();
    await visitor.leave();
  });

  it.each([
    ['is not published', false],
    ['is published', true],
  ])('of somebody whose team has a result that %s', async (_, isPublished) => {
    const { contest, ada } = await rankedTeam(hall);
    if (isPublished) await contest.publish();
    const visitor = await hall.visit();
    await visitor.signIn({ ...ada, password });
    await visitor.page.getByText('Team Bees').waitFor();
    expect(await visitor.page.getByTestId('result').count()).toBe(isPublished ? 1 : 0);
    await visitor.page.reload();
    await visitor.page.getByText('Team Bees').waitFor();
    await visitor.leave();
  });

  it('of somebody whose team is not ranked, once the others are published', async () => {
    const { contest } = await rankedTeam(hall);
    const bob = await personWithPassword(hall.world, { name: 'Bob' });
    await hall.world.registered(bob, contest.track);
    await contest.team('Ants', [bob]);
    await contest.publish();
    const visitor = await hall.visit();
    await visitor.signIn({ ...bob, password });
    await visitor.page.getByText('Team Ants').waitFor();
    await visitor.leave();
  });

  it('of a judge', async () => {
    const { contest, bees } = await rankedTeam(hall);
    const judge = await contest.judge({ name: 'Judy', password_hash: await hashed(password) });
    await contest.assignment(judge, bees, false);
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.signIn({ ...judge, password });
    await page.getByTestId('continue').click();
    await page.getByTestId('submit').waitFor();
    await visitor.open('/me');
    await page.getByText('No ticket yet.').waitFor();
    await visitor.leave();
  });

  it.each(['an owner', 'an organizer of the track'])('of %s at the desk', async (who) => {
    const { host, contest } = await rankedTeam(hall);
    await contest.assignment(await contest.judge(), await contest.team('Ants'), false);
    const columns = { name: 'Olga' };
    const isOwner = who === 'an owner';
    const olga = isOwner
      ? await memberWithPassword(hall.world, host.acme, 'OWNER', columns)
      : await personWithPassword(hall.world, columns);
    if (!isOwner) await hall.world.role(olga, contest.track, 'ORGANIZER');
    await hall.world.point(contest.track, { name: 'Main entrance' });
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.signIn({ ...olga, password });
    await page.waitForURL('**/desk');
    const view = async (name: string) => page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('link', { name: 'Ada', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await view('Doors');
    await page.getByText('Main entrance').first().waitFor();
    await view('Teams');
    await page.getByText('Bees').first().waitFor();
    await view('Judging');
    await view('Judges');
    await page.getByRole('button', { name: 'Judges of Bees' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await view('Ranking');
    await page.getByTestId('result-row').first().waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('checkbox').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The simple ranking was published').waitFor();
    for (const path of ['/me', '/judge']) {
      await visitor.open(path);
      await page.getByText(path === '/me' ? 'No ticket yet.' : 'No team is yours to judge yet').waitFor();
    }
    await visitor.leave();
  });

  it('of a door: its kiosk before and after it is paired, a scan, and the board', async () => {
    const scene = await doorScene(hall.world);
    const ada = await scene.guest('Ada Lovelace');
    const [kiosk, board] = [await hall.visit(), await hall.visit()];
    await kiosk.open('/kiosk');
    await kiosk.page.getByText('Pair this kiosk').waitFor();
    await kiosk.open((await scene.device()).path);
    await typing(kiosk.page).waitFor();
    await board.open('/board');
    await board.page.getByText('Pair this board').waitFor();
    await board.open((await scene.device('board')).path);
    await type(kiosk.page, ada.token);
    expect(await verdict(kiosk.page, 'ok')).toBe('Ada Lovelace');
    await board.page.getByTestId('board-checked-in').filter({ hasText: /^1$/ }).waitFor();
    await kiosk.leave();
    await board.leave();
  });
});
