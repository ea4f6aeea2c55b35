/** From a fresh account of an owner to a hackathon that people apply to, by hand, compared with what an event file makes. */
import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { apply } from '../../../cli/commands/apply.ts';
import { exportEventFile } from '../../../cli/commands/export.ts';
import { narrow } from '../../support/browser.ts';
import type { Person } from '../../support/client.ts';
import { memberWithPassword, password, personWithPassword } from '../../support/sign-in.ts';
import { tokenIn } from '../../support/mails.ts';
import { run, written } from '../../cli/command.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { keyboardAlone, pointer, secondsOf, type Hand } from './hand.ts';

/** The same as an event file of an organization with this slug. */
const fileOf = (slug: string, olga: Person, judges: readonly Person[]) => `version: 1
organization:
  slug: ${slug}
  name: Acme
  members: [{ email: ${olga.email}, name: Olga, role: OWNER }]
users:
${judges.map(({ email }) => `  - { email: ${email}, name: Judge }`).join('\n')}
super_events:
  - slug: spring-jam
    name: Spring Jam
    status: final
    start_at: 2030-03-09T09:00
    end_at: 2030-03-10T17:00
    tz: Europe/Berlin
    format: onsite
    registration_fields:
      - { key: why-do-you-want-to-come, field_type: textarea, label: Why do you want to come?, is_required: true }
      - key: diet
        field_type: select
        label: Diet
        options: [No restrictions, Vegetarian, Vegan, Halal, Kosher, Gluten-free, Other]
        is_required: true
        order_index: 1
      - { key: allergies-and-other-needs-at-meals, field_type: text, label: Allergies and other needs at meals, order_index: 2 }
      - { key: t-shirt-size, field_type: select, label: T-shirt size, options: [XS, S, M, L, XL, XXL, None], order_index: 3 }
      - { key: i-bring-a-robot, field_type: checkbox, label: I bring a robot, order_index: 4, at_door: true }
      - key: its-name
        field_type: text
        label: Its name
        order_index: 5
        show_if: { field: i-bring-a-robot, equals: true }
    tracks:
${['Climate', 'Open Data']
  .map(
    (name) => `      - slug: ${name.toLowerCase().replace(' ', '-')}
        name: ${name}
        status: final
        mode: onsite
        start_at: 2030-03-09T09:00
        end_at: 2030-03-10T17:00
        tz: Europe/Berlin
        registration: open
        roles:
${judges.map(({ email }) => `          - { email: ${email}, role: JUDGE }`).join('\n')}`,
  )
  .join('\n')}
    checkin_points:
      - { key: entrance, name: Entrance, type: attendance }
`;

interface Way {
  readonly how: string;
  readonly hand: (page: Visitor['page']) => Hand;
  readonly window: BrowserContextOptions;
}
const ways: readonly Way[] = [
  { how: 'the pointer', hand: pointer, window: {} },
  { how: 'the keyboard alone, at 320 px', hand: keyboardAlone, window: narrow },
];

inBrowser('A first hackathon', (hall) => {
  const judges: Person[] = [];
  beforeAll(async () => {
    process.env['DATABASE_URL'] = hall.world.databaseUrl;
    const judge = () => personWithPassword(hall.world, { name: 'Judge' });
    judges.push(...(await Promise.all([judge(), judge(), judge()])));
  });

  /** Makes all of it, and looks at each page on the way. */
  async function make(visitor: Visitor, hand: Hand): Promise<void> {
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    const label = (text: string) => page.getByLabel(text, { exact: true });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const look = async () => expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    const toChecklist = (key: string) => page.getByTestId(`checklist-${key}`);
    const part = (name: string) =>
      page.getByRole('navigation', { name: 'Parts of the setup' }).getByRole('link', { name });
    const save = async () => {
      await hand.press(dialog.getByRole('button', { name: 'Save' }));
      await dialog.waitFor({ state: 'detached' });
    };

    await page.getByRole('heading', { name: 'Make your first hackathon' }).waitFor();
    await look();
    await hand.write(label('Name'), 'Spring Jam');
    await hand.writeTime(label('Begins'), '2030-03-09T09:00');
    await hand.writeTime(label('Ends'), '2030-03-10T17:00');
    await hand.write(label('Tracks'), 'Climate, Open Data');
    await hand.press(page.getByTestId('make-hackathon'));

    await hand.press(toChecklist('fields'));
    await hand.press(button('Start from…'));
    await look();
    await hand.press(button('Add these questions'));
    await page.getByTestId('field-row').nth(3).waitFor();
    await hand.press(page.getByTestId('field-add'));
    await hand.write(page.getByTestId('field-label'), 'I bring a robot');
    await hand.choose(label('Answered by'), 'Tick box');
    await hand.press(label('Shown at the door, when the ticket is scanned'));
    await save();
    await hand.press(page.getByTestId('field-add'));
    await hand.write(page.getByTestId('field-label'), 'Its name');
    await hand.choose(label('Asked'), 'If “I bring a robot” is ticked');
    await look();
    await save();
    await page.getByTestId('field-row').nth(5).waitFor();
    await look();

    await hand.press(part('Doors'));
    await hand.press(button('Add a door'));
    await hand.write(label('Name'), 'Entrance');
    await look();
    await save();
    await page.getByTestId('door-row').waitFor();

    await hand.press(part('Roles'));
    await hand.press(button('Invite somebody'));
    await look();
    for (const { email } of judges) {
      await hand.write(label('Email'), email);
      await hand.press(dialog.getByRole('button', { name: 'Invite' }));
      await dialog.getByText(`${email} is invited by email.`).waitFor();
    }
    await hand.press(dialog.getByRole('button', { name: 'Close' }).first());

    await hand.press(part('Checklist'));
    await toChecklist('judges').getByText('3 invited').waitFor();
    await hand.press(button('Publish'));
    await toChecklist('final').and(page.locator('[data-done="true"]')).waitFor();
    await look();
    await hand.press(toChecklist('has_registration_open'));
    for (const track of ['Climate', 'Open Data']) {
      await hand.press(button(`Open the registration: ${track}`));
      await button(`Close the registration: ${track}`).waitFor();
    }
    await look();
  }

  /** The invitations, accepted by those who got them. */
  async function accept(): Promise<void> {
    for (const { email } of judges) {
      const token = tokenIn(await hall.world.nextMailTo(email));
      const { status } = await hall.world.stranger().post('/invites/accept', { token, password });
      expect(status).toBe(200);
    }
  }

  /** Without its head, and with the same slug of the organization. */
  async function exported(slug: string): Promise<string> {
    const said = await run(exportEventFile, { superEvent: 'spring-jam', org: slug });
    expect([said.code, said.stderr]).toEqual([0, '']);
    return said.stdout.replace(/^#.*\n/gm, '').replace(`slug: ${slug}\n`, 'slug: acme\n');
  }

  it.each(ways)('is made by $how within six minutes, as its event file makes it', async ({ hand, window }) => {
    const own = await hall.world.organization({ name: 'Acme' });
    const olga = await memberWithPassword(hall.world, own, 'OWNER', { name: 'Olga' });
    const visitor = await hall.visit({ timezoneId: 'Europe/Berlin', locale: 'en-US', ...window });
    await visitor.signIn({ ...olga, password });
    const its = hand(visitor.page);
    await make(visitor, its);
    await visitor.leave();
    // Reading takes its time as well, so that half of it is left.
    expect(secondsOf(its.done)).toBeLessThan(3 * 60);
    expect(its.done.clicks).toBeLessThanOrEqual(40);
    await accept();

    const filed = `${own.slug}-filed`;
    const applied = await run(apply, { file: written(fileOf(filed, olga, judges)), yes: true });
    expect(applied).toMatchObject({ code: 0 });
    expect(await exported(own.slug)).toBe(await exported(filed));
  });
});
