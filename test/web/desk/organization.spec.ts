import { beforeEach, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../support/client.ts';
import { narrow } from '../../support/browser.ts';
import { codeOf, forgetCodes, personWithApp } from '../../support/second-factor.ts';
import { memberWithPassword, password } from '../../support/sign-in.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { rowOf, setScene, type Scene } from './at-the-desk.ts';

inBrowser('The organization in the setup at the desk', (hall) => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await setScene(hall);
  });
  const window = (page: Page) => page.getByRole('dialog');
  const row = (visitor: Visitor, { email }: Pick<Person, 'email'>): Locator => rowOf(visitor, 'member-row', email);
  const press = (within: Page | Locator, name: string) => within.getByRole('button', { name }).click();
  /** Whether it fits 320 pixels, and what axe finds. */
  const looks = async (visitor: Visitor) => [await visitor.fits(), await visitor.barriers()];
  const right = [true, []];
  const arriveAs = async (person: Person) => {
    const visitor = await hall.visit(narrow);
    await hall.arrive(visitor, person, `/desk#/${scene.hack.slug}/setup/organization`);
    await visitor.page.getByTestId('member-row').first().waitFor();
    return visitor;
  };
  const stored = async () =>
    (
      await hall.world
        .rows`select name, slug, second_factor from organizations.organization where id = ${scene.acme.id}`
    )[0];
  const roleOf = async ({ id }: Person) => {
    const [member] = await hall.world.rows<{ role: string }>`
      select role from organizations.member where organization_id = ${scene.acme.id} and user_id = ${id}`;
    return member?.role;
  };

  it('gets another name and another short name, each alone, and no short name of another organization', async () => {
    const other = await hall.world.organization();
    const visitor = await arriveAs(scene.olga);
    const { page } = visitor;
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.postDataJSON());
    });
    expect(await looks(visitor)).toEqual(right);
    await page.getByLabel('Name', { exact: true }).fill('Acme United');
    await press(page, 'Save');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await stored()).toMatchObject({ name: 'Acme United', slug: scene.acme.slug });
    await page.getByLabel('Short name').fill('Not One');
    visitor.expectRefusal(400, /^\/organizations\//);
    await press(page, 'Save');
    await page.getByText('Has the wrong format.').waitFor();
    await page.getByLabel('Short name').fill(other.slug);
    visitor.expectRefusal(409, /^\/organizations\//);
    await press(page, 'Save');
    await page.getByText('Another organization has this short name.').waitFor();
    await page.getByText('Nothing was saved.').waitFor();
    await visitor.isTrue(`document.activeElement.matches('[aria-invalid="true"]')`);
    expect(await looks(visitor)).toEqual(right);
    await page.getByLabel('Short name').fill(`${scene.acme.slug}-united`);
    await page.getByText('Another organization has this short name.').waitFor({ state: 'detached' });
    await press(page, 'Save');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await stored()).toMatchObject({ name: 'Acme United', slug: `${scene.acme.slug}-united` });
    expect(sent).toEqual([
      { name: 'Acme United' },
      ...['Not One', other.slug, `${scene.acme.slug}-united`].map((slug) => ({ slug })),
    ]);
    await visitor.leave();
  });

  it('gets members who have an account, gives them another role, and removes them', async () => {
    const ada = await hall.world.person({ name: 'Ada' });
    const visitor = await arriveAs(scene.olga);
    const { page } = visitor;
    await row(visitor, scene.olga).getByText('you', { exact: true }).waitFor();
    await press(page, 'Add a member');
    expect(await looks(visitor)).toEqual(right);
    await window(page).getByLabel('Email').fill('nobody@members.test');
    visitor.expectRefusal(404, /\/members$/);
    await press(window(page), 'Add');
    await window(page).getByText('Nobody has an account with this email. They sign up first').waitFor();
    expect(await looks(visitor)).toEqual(right);
    await window(page).getByLabel('Email').fill(scene.olga.email);
    visitor.expectRefusal(409, /\/members$/);
    await press(window(page), 'Add');
    await window(page).getByText('already, with the role Owner.').waitFor();
    await window(page).getByLabel('Email').fill(ada.email);
    await press(window(page), 'Add');
    await row(visitor, ada).getByText('Member', { exact: true }).waitFor();
    await window(page).waitFor({ state: 'detached' });
    expect(await roleOf(ada)).toBe('MEMBER');

    await press(row(visitor, ada), 'Change role: Ada');
    expect(await looks(visitor)).toEqual(right);
    await window(page).getByLabel('Role').selectOption('Administrator');
    await press(window(page), 'Save');
    await row(visitor, ada).getByText('Administrator', { exact: true }).waitFor();
    await window(page).waitFor({ state: 'detached' });
    expect(await roleOf(ada)).toBe('ADMIN');

    await press(row(visitor, ada), 'Remove: Ada');
    expect(await looks(visitor)).toEqual(right);
    await press(window(page), 'Cancel');
    await window(page).waitFor({ state: 'detached' });
    expect(await roleOf(ada)).toBe('ADMIN');
    await press(row(visitor, ada), 'Remove: Ada');
    await press(window(page), 'Remove');
    await row(visitor, ada).waitFor({ state: 'detached' });
    expect(await roleOf(ada)).toBeUndefined();
    await visitor.leave();
  });

  it('keeps its last owner, and leads on one who left the setup to others', async () => {
    const { olga } = scene;
    const visitor = await arriveAs(olga);
    const { page } = visitor;
    visitor.expectRefusal(409, new RegExp(`/members/${olga.id}$`));
    await press(row(visitor, olga), 'Change role');
    await window(page).getByText('This is your own role').waitFor();
    await window(page).getByLabel('Role').selectOption('Member');
    await press(window(page), 'Save');
    await window(page).getByText('An organization needs an owner. Make another member an owner first.').waitFor();
    expect(await looks(visitor)).toEqual(right);
    await page.keyboard.press('Escape');
    await press(row(visitor, olga), 'Remove');
    await press(window(page), 'Remove');
    await page.getByText('An organization needs an owner. Make another member an owner first.').waitFor();
    expect(await roleOf(olga)).toBe('OWNER');

    const second = await hall.world.member(scene.acme, 'MEMBER', { name: 'Second' });
    await scene.api.patch(`/organizations/${scene.acme.id}/members/${second.id}`, { role: 'OWNER' });
    await row(visitor, second).getByText('Owner', { exact: true }).waitFor();
    await press(row(visitor, olga), 'Change role');
    await window(page).getByLabel('Role').selectOption('Administrator');
    await press(window(page), 'Save');
    await row(visitor, olga).getByText('Administrator', { exact: true }).waitFor();
    await row(visitor, second).getByRole('button').first().waitFor({ state: 'detached' });
    visitor.expectRefusal(403, /\/facts\/stream$/);
    // The fact may come before the answer: then the page reads once more what is theirs no longer.
    visitor.expectRefusal(404, /^\/organizations\/[^/]+(\/members|\/facts\/stream)?$/);
    await press(row(visitor, olga), 'Remove');
    await window(page).getByText('You cannot add yourself again.').waitFor();
    await press(window(page), 'Remove');
    await page.getByRole('heading', { name: 'You organize no hackathon yet' }).waitFor();
    expect(await roleOf(olga)).toBeUndefined();
    await visitor.leave();
  });

  it('lets administrators change all but owners and the second factor', async () => {
    const admin = await memberWithPassword(hall.world, scene.acme, 'ADMIN', { name: 'Adam' });
    const bob = await hall.world.member(scene.acme, 'MEMBER', { name: 'Bob' });
    const visitor = await arriveAs(admin);
    const { page } = visitor;
    await row(visitor, admin).getByText('you', { exact: true }).waitFor();
    expect(await row(visitor, scene.olga).getByRole('button').count()).toBe(0);
    expect(await row(visitor, bob).getByRole('button').count()).toBe(2);
    expect(await page.getByRole('heading', { name: 'Second factor' }).count()).toBe(0);
    await press(page, 'Add a member');
    expect(await window(page).getByRole('option').allInnerTexts()).toEqual(['Administrator', 'Member']);
    await page.keyboard.press('Escape');
    await press(row(visitor, bob), 'Change role');
    expect(await window(page).getByRole('option').allInnerTexts()).toEqual(['Administrator', 'Member']);
    await page.keyboard.press('Escape');
    await press(row(visitor, admin), 'Change role');
    await window(page).getByLabel('Role').selectOption('Member');
    await press(window(page), 'Save');
    await page.getByRole('heading', { name: 'You organize no hackathon yet' }).waitFor();
    expect(await roleOf(admin)).toBe('MEMBER');
    await visitor.leave();
  });

  it('asks for a second factor once its owner has one', async () => {
    const { olga } = scene;
    const weak = await arriveAs(olga);
    await press(weak.page, 'Require a second factor');
    await window(weak.page).getByText('are refused here at once, until they add one at /account').waitFor();
    expect(await looks(weak)).toEqual(right);
    weak.expectRefusal(403, /^\/organizations\//);
    await press(window(weak.page), 'Require a second factor');
    await weak.page.getByText('You need a second factor first').waitFor();
    expect(await stored()).toMatchObject({ second_factor: 'optional' });
    await weak.leave();

    const { secret } = await personWithApp(hall.world, olga);
    await forgetCodes(hall.world, olga);
    const strong = await hall.visit(narrow);
    const { page } = strong;
    strong.expectRefusal(401, /^\/auth\/signin$/);
    await strong.signIn({ ...olga, password });
    await page.getByTestId('second-factor-code').fill(codeOf(secret));
    await page.getByTestId('second-factor-send').click();
    await page.waitForURL('**/desk#/**');
    await strong.open(`/desk#/${scene.hack.slug}/setup/organization`);
    await press(page, 'Require a second factor');
    await press(window(page), 'Require a second factor');
    await page.getByRole('button', { name: 'Require it no longer' }).waitFor();
    expect(await stored()).toMatchObject({ second_factor: 'required' });
    expect(await looks(strong)).toEqual(right);
    await press(page, 'Require it no longer');
    await page.getByRole('button', { name: 'Require a second factor' }).waitFor();
    expect(await stored()).toMatchObject({ second_factor: 'optional' });
    await strong.leave();
  });

  it('lists all of its members, by pages, and follows changes', async () => {
    await hall.world.rows`
      with made as (
        insert into identity.person (email, name) select 'm' || n || '@many.test', 'M' || n from generate_series(1, 120) n
        returning id
      )
      insert into organizations.member (organization_id, user_id, role, created_at)
      select ${scene.acme.id}, id, 'MEMBER', now() + interval '1 hour' from made`;
    const visitor = await arriveAs(scene.olga);
    const { page } = visitor;
    await page.getByText('Page 1 of 3').waitFor();
    await press(page, 'Next');
    await press(page, 'Next');
    await page.getByText('Page 3 of 3').waitFor();
    expect(await page.getByTestId('member-row').count()).toBe(21);
    expect(await looks(visitor)).toEqual(right);
    await hall.world.rows`
      delete from organizations.member where organization_id = ${scene.acme.id} and created_at > now() + interval '1 minute'`;
    const late = await hall.world.person({ name: 'Late' });
    await scene.api.post(`/organizations/${scene.acme.id}/members`, { user_id: late.id });
    await row(visitor, late).waitFor();
    expect(await page.getByTestId('member-row').count()).toBe(2);
    await visitor.leave();
  });
});
