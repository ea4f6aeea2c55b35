import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { narrow } from '../../support/browser.ts';
import { answers, Receiver } from '../../support/receiver.ts';
import { eventually } from '../../support/wire.ts';
import { bearer, signIn } from '../../support/sign-in.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { rowOf, setScene, type Scene } from './at-the-desk.ts';

/** The browser's own clock field takes the time of the hackathon's zone. */
const end = '2098-03-08T09:00';

function specs(hall: Parameters<Parameters<typeof inBrowser>[1]>[0]) {
  let scene: Scene;
  let receiver: Receiver;
  beforeAll(async () => {
    scene = await setScene(hall);
    receiver = await Receiver.listen();
  });
  afterAll(() => receiver.close());

  const window = (page: Page) => page.getByRole('dialog');
  const press = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true }).click();
  const closed = (page: Page) => window(page).waitFor({ state: 'detached' });
  const isFine = async (visitor: Visitor) =>
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
  /** Whether the window is as wide as what stands in it. */
  const holds = (visitor: Visitor) =>
    visitor.isTrue(`[...document.querySelectorAll('dialog')].every((each) => each.scrollWidth <= each.clientWidth)`);
  const shownOnce = (page: Page) => page.getByTestId('shown-once').inputValue();
  const asKey = async (key: string) => {
    const url = `${hall.world.url}/organizations/${scene.acme.id}/keys`;
    return (await fetch(url, { headers: { 'X-Api-Key': key } })).status;
  };
  /** A webhook that stands already, with its id. */
  const hooked = async (body: object = {}) => {
    const wanted = { url: receiver.url, types: ['member.added'], ...body };
    const made = await scene.api.post(`/organizations/${scene.acme.id}/webhooks`, wanted);
    return { id: String(made.body.data.webhook.id), secret: String(made.body.data.secret) };
  };
  const stored = async (id: string) => (await scene.api.get(`/webhooks/${id}`)).body.data.webhook;
  const join = async () => {
    const { id: user_id } = await hall.world.person();
    await scene.api.post(`/organizations/${scene.acme.id}/members`, { user_id });
  };

  it('makes a key, which is shown once, works until its end, and is refused after somebody ended it', async () => {
    const visitor = await scene.sit('setup/connections', narrow);
    const { page } = visitor;
    await page.getByRole('button', { name: 'Make an API key' }).click();
    await window(page).getByText('The key acts for you: a program that has it may do in Acme').waitFor();
    await window(page).getByLabel('Label').fill('Door laptop');
    await window(page).getByLabel('Ends').fill(end);
    await isFine(visitor);
    await press(window(page), 'Make the key');
    await window(page).getByText('Copy this now: it is not shown again.').waitFor();
    const key = await shownOnce(page);
    await isFine(visitor);
    expect(await asKey(key)).toBe(200);
    await press(window(page), 'Done');
    await closed(page);
    const row = rowOf(visitor, 'key-row', 'Door laptop');
    await row.getByText(String(scene.olga.name)).waitFor();
    await row.getByText('March 8, 2098, 09:00').waitFor();
    expect(await page.content()).not.toContain(key);
    await isFine(visitor);

    await row.getByRole('button', { name: 'End: Door laptop' }).click();
    await window(page)
      .getByText(/are refused at once, and keys that were made with it end as well/)
      .waitFor();
    await isFine(visitor);
    await press(window(page), 'End');
    await row.waitFor({ state: 'detached' });
    expect(
      await eventually(
        () => asKey(key),
        (status) => status !== 200,
      ),
    ).toBe(401);
    await visitor.leave();
  });

  it('says below the label that another key has it, and that somebody has too many', async () => {
    const { id } = scene.olga;
    const keys = (label: string) => scene.api.post(`/organizations/${scene.acme.id}/keys`, { label });
    expect(await keys('Badge printer')).toMatchObject({ status: 201 });
    const visitor = await scene.sit('setup/connections');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Make an API key' }).click();
    const label = window(page).getByLabel('Label');
    await label.fill('Badge printer');
    visitor.expectRefusal(409, /\/keys$/);
    await press(window(page), 'Make the key');
    await window(page).getByText('Another key of the organization has this label.').waitFor();
    await visitor.becomes(`document.activeElement.getAttribute('aria-invalid')`, 'true');
    await label.fill('Other printer');
    await window(page).getByText('Another key of the organization has this label.').waitFor({ state: 'detached' });
    await hall.world.rows`
      insert into identity.api_key (public_id, secret_hash, organization_id, user_id, created_by, label)
      select 'spare' || n, '', ${scene.acme.id}, ${id}, ${id}, 'Spare ' || n from generate_series(1, 25) n`;
    await press(window(page), 'Make the key');
    await window(page).getByText('You have 25 keys in this organization').waitFor();
    await hall.world.rows`delete from identity.api_key where label like 'Spare %'`;
    await visitor.leave();
  });

  it('adds a webhook of ticked types, and shows its secret once', async () => {
    const visitor = await scene.sit('setup/connections', narrow);
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await window(page).getByLabel('Address').fill(receiver.url);
    await window(page).getByLabel('Hackathon').selectOption('All of Acme');
    await window(page).getByLabel('Types').selectOption('Ticked types only');
    expect(await window(page).getByRole('button', { name: 'Add a webhook' }).isDisabled()).toBe(true);
    await window(page).getByText('Members').click();
    await window(page).getByLabel('member.added').check();
    await window(page).getByText('1 of 3').waitFor();
    await window(page).getByLabel('Description').fill('The screen in the hall');
    await isFine(visitor);
    await holds(visitor);
    await press(window(page), 'Add a webhook');
    await window(page).getByText('Copy this now: it is not shown again.').waitFor();
    const secret = await shownOnce(page);
    expect(secret).toMatch(/^whsec_/);
    await isFine(visitor);
    await press(window(page), 'Done');
    const row = rowOf(visitor, 'webhook-row', 'The screen in the hall');
    for (const text of [receiver.url, 'member.added', 'All of Acme', 'active']) await row.getByText(text).waitFor();
    await isFine(visitor);

    await join();
    await eventually(
      () => Promise.resolve(receiver.types),
      (types) => types.includes('member.added'),
    );
    expect(receiver.verified(secret).at(-1)).toMatchObject({ type: 'member.added' });
    await row.getByRole('button', { name: /^Delete: / }).click();
    await window(page).getByText('Nothing more is sent there').waitFor();
    await isFine(visitor);
    await press(window(page), 'Delete');
    await row.waitFor({ state: 'detached' });
    expect((await scene.api.get(`/organizations/${scene.acme.id}/webhooks`)).body.data.count).toBe(0);
    await visitor.leave();
  });

  it('sends a test and says what came of it, lists what was sent, and sends it again', async () => {
    const visitor = await scene.sit('setup/connections', narrow);
    const { page } = visitor;
    await page.getByText('No webhook yet.').waitFor();
    // Added elsewhere, it is shown by itself.
    const { id } = await hooked({ description: 'Deliveries' });
    receiver.received.length = 0;
    await join();
    await rowOf(visitor, 'webhook-row', 'Deliveries')
      .getByRole('button', { name: /^Deliveries: / })
      .click();
    const row = rowOf(visitor, 'delivery-row', 'member.added');
    await row.getByText('delivered', { exact: true }).waitFor();
    await row.getByText(/1 try · answered 204/).waitFor();
    await press(window(page), 'Send a test');
    await window(page)
      .getByText(/The test arrived\. The receiver answered 204, after \d+ ms\./)
      .waitFor();
    expect(receiver.types).toEqual(['member.added', 'webhook.test']);
    receiver.manner = answers(500);
    await press(window(page), 'Send a test');
    await window(page)
      .getByText('The test did not arrive. The receiver answered 500: only a status from 200 to 299 counts')
      .waitFor();
    receiver.manner = answers(204);
    await isFine(visitor);
    await holds(visitor);

    await row.getByRole('button', { name: 'Send again: member.added' }).click();
    await window(page).getByText('member.added is sent again.').waitFor();
    await row.getByText(/2 tries · answered 204/).waitFor();
    expect(receiver.types.filter((type) => type === 'member.added')).toHaveLength(2);
    await window(page).getByLabel('State').selectOption('failed');
    await window(page).getByText('Nothing was sent within 30 days.').waitFor();
    await window(page).getByLabel('State').selectOption('All');
    await scene.api.patch(`/webhooks/${id}`, { status: 'disabled' });
    visitor.expectRefusal(409, /\/retry$/);
    await row.getByRole('button', { name: 'Send again: member.added' }).click();
    await window(page).getByText('The webhook is switched off or has ended. Switch it on first.').waitFor();
    await scene.api.del(`/webhooks/${id}`);
    await visitor.leave();
  });

  it('gives a webhook a new secret, changes only what was changed, and switches it off and on', async () => {
    const { id, secret } = await hooked({ description: 'Hall', types: ['*', 'checkin.refused'] });
    const visitor = await scene.sit('setup/connections', narrow);
    const { page } = visitor;
    const row = rowOf(visitor, 'webhook-row', 'Hall');
    await row.getByText('everything, and checkin.refused').waitFor();
    await row.getByRole('button', { name: /^Edit: / }).click();
    await window(page)
      .getByRole('button', { name: /^New secret: / })
      .click();
    await window(page).getByText('For 24 hours deliveries are signed with both secrets.').waitFor();
    await isFine(visitor);
    await press(window(page), 'New secret');
    await window(page).getByText('Copy this now: it is not shown again.').waitFor();
    const fresh = await shownOnce(page);
    expect([fresh.startsWith('whsec_'), fresh === secret]).toEqual([true, false]);
    await isFine(visitor);
    await holds(visitor);

    await scene.api.patch(`/webhooks/${id}`, { description: 'Hall of fame' });
    await window(page).getByLabel('Switched on').uncheck();
    await window(page).getByLabel('Hackathon').selectOption('Spring Hack');
    await press(window(page), 'Save');
    await closed(page);
    await rowOf(visitor, 'webhook-row', 'Hall of fame').getByText('switched off').waitFor();
    expect(await stored(id)).toMatchObject({
      ...{ status: 'disabled', super_event_id: scene.hack.id, description: 'Hall of fame' },
      types: ['*', 'checkin.refused'],
    });
    await row.getByRole('button', { name: /^Edit: / }).click();
    await window(page).getByLabel('Switched on').check();
    await window(page).getByLabel('checkin.refused').uncheck();
    await press(window(page), 'Save');
    await closed(page);
    await row.getByText('everything', { exact: true }).waitFor();
    expect(await stored(id)).toMatchObject({ status: 'active', types: ['*'] });
    await scene.api.del(`/webhooks/${id}`);
    await visitor.leave();
  });

  it.each([
    ['https://user:secret@example.org/', 'The address must have no user and no password in it.'],
    ['https://10.0.0.7/', 'The address is in a private network.'],
    ['https://example.org:22/', 'The port must be 443, or above 1023.'],
  ])('says below the address %s why nothing may be sent there', async (url, why) => {
    const visitor = await scene.sit('setup/connections');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await window(page).getByLabel('Address').fill(url);
    visitor.expectRefusal(400, /\/webhooks$/);
    await press(window(page), 'Add a webhook');
    await window(page).getByText(why).waitFor();
    await visitor.becomes(`document.activeElement.getAttribute('aria-invalid')`, 'true');
    await visitor.leave();
  });

  it('says how a webhook fails or has ended, and that there are too many', async () => {
    await hall.world.rows`
      insert into webhooks.webhook (organization_id, url, types, secret, status, failing_since)
      select ${scene.acme.id}, 'https://example.org/' || n, '{*}', '',
             case when n = 1 then 'ended' else 'active' end,
             case when n = 2 then '2027-03-06T09:00Z'::timestamptz end
        from generate_series(1, 50) n`;
    const visitor = await scene.sit('setup/connections', narrow);
    const { page } = visitor;
    await page.getByTestId('webhook-row').getByText('ended by its receiver').waitFor();
    await page.getByTestId('webhook-row').getByText('failing since Sat, March 6').waitFor();
    await isFine(visitor);
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await window(page).getByLabel('Address').fill('https://example.org/hook');
    visitor.expectRefusal(409, /\/webhooks$/);
    await press(window(page), 'Add a webhook');
    await window(page).getByText('The organization has 50 webhooks, which is the most. Delete one first.').waitFor();
    await hall.world.rows`delete from webhooks.webhook where organization_id = ${scene.acme.id}`;
    await visitor.leave();
  });

  it('fits 320 pixels in German', async () => {
    const { access_token } = await signIn(hall.world, scene.olga);
    await bearer(hall.world, access_token).patch('/me', { locale: 'de' });
    await hooked({ types: ['registration.status_changed', 'team.created'] });
    const visitor = await scene.sit('setup/connections', narrow);
    const { page } = visitor;
    await page.getByTestId('webhook-row').getByText('Alle von Acme').waitFor();
    await page.getByTestId('key-row').first().waitFor();
    await isFine(visitor);
    for (const name of ['API-Schlüssel anlegen', 'Webhook hinzufügen', /^Zustellungen: /, /^Bearbeiten: /]) {
      await page.getByRole('button', { name }).first().click();
      await window(page).waitFor();
      await isFine(visitor);
      await holds(visitor);
      await page.keyboard.press('Escape');
      await closed(page);
    }
    await visitor.leave();
  });
}

inBrowser('Connections at the desk', specs, { env: () => Promise.resolve({ WEBHOOKS_INSECURE: 'on' }) });
