/** Every state that people from outside and participants see, held against the same. */
import { beforeAll, expect, it } from '@jest/globals';
import { codeIn, type Mail } from '../support/mails.ts';
import { password, personWithPassword, wrongPassword } from '../support/sign-in.ts';
import { setScene, type Scene } from './desk/at-the-desk.ts';
import { inBrowser } from './in-browser.ts';
import { looksRight } from './looks.ts';
import type { Visitor } from './visitor.ts';

const times = { start_at: '2127-03-06T08:00:00Z', end_at: '2127-03-07T17:00:00Z' };

inBrowser('The pages, to people from outside,', (hall) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(hall, { ...times, config_json: JSON.stringify({ place: 'Mainz' }) });
    await hall.world.rows`
      insert into events.registration_field (super_event_id, field_type, label, is_required, options, order_index)
      values (${scene.hack.id}, 'textarea', 'Why come?', true, '[]', 0),
             (${scene.hack.id}, 'select', 'Diet', false, '["none", "vegan"]', 1),
             (${scene.hack.id}, 'file', 'CV', false, '[]', 2)`;
  });
  const openLink = async (visitor: Visitor, { links }: Mail) => {
    const { pathname, hash } = new URL(links.find((link) => link.includes('#token=')) ?? '');
    await visitor.open(pathname + hash);
  };

  it('before they have an account', async () => {
    const visitor = await hall.visit();
    const { page } = visitor;
    const look = async (state: string, sign: string) => {
      await page.getByText(sign).first().waitFor();
      await looksRight(visitor, state);
    };
    await visitor.open('/');
    await look('the first page', 'Take part');
    visitor.expectRefusal(404, /^\/nope$/);
    await visitor.open('/nope');
    await look('an unknown address', 'There is nothing here');
    await visitor.open('/signin');
    await page.getByTestId('sign-in').waitFor();
    await looksRight(visitor, 'signing in');
    visitor.expectRefusal(401, /^\/auth\/signin$/);
    await visitor.signIn({ email: 'nobody@states.test', password: wrongPassword });
    await look('a refused sign-in', 'The email or the password is wrong.');
    await visitor.open('/signin#up');
    await page.getByLabel('Name').fill('Grace Hopper');
    await looksRight(visitor, 'signing up');
    await page.getByLabel('Email').fill('grace@states.test');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await look('an email on its way', 'on its way to grace@states.test');
    await openLink(visitor, await hall.world.nextMailTo('grace@states.test'));
    await page.getByLabel('Your password').fill(password);
    await looksRight(visitor, 'confirming an email');
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await look('a confirmed email', 'Welcome, Grace Hopper');
    await visitor.open('/auth/verify');
    await look('an incomplete link', 'This link is incomplete');
    await visitor.open('/me');
    await look('no ticket', 'No ticket yet.');
    await visitor.leave();
  });

  it('who follow a link of an email', async () => {
    const { world } = hall;
    const ada = await personWithPassword(world, { name: 'Ada' });
    const visitor = await hall.visit();
    const { page } = visitor;
    const look = async (state: string, sign: string) => {
      await page.getByText(sign).first().waitFor();
      await looksRight(visitor, state);
    };
    await visitor.open('/auth/reset');
    await page.getByLabel('email').fill(ada.email);
    await looksRight(visitor, 'a forgotten password');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await look('a link on its way', 'a link is on its way.');
    await openLink(visitor, await world.nextMailTo(ada.email));
    await page.getByLabel('new password').fill(`${password} anew`);
    await looksRight(visitor, 'a new password');
    await page.getByRole('button', { name: 'Change my password' }).click();
    await look('a changed password', 'Your password is changed.');
    await page.getByRole('link', { name: 'Go to my tickets' }).click();
    await page.getByText('No ticket yet.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByTestId('sign-in').waitFor();

    await scene.api.post(`/super-events/${scene.hack.slug}/participants`, {
      email: 'ida@states.test',
      firstName: 'Ida',
    });
    await openLink(visitor, await world.nextMailTo('ida@states.test'));
    await look('an invitation', 'You are invited to Spring Hack');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await look('an accepted invitation', 'You are in: Spring Hack');
    const [link] = await world.rows<{ token: string }>`
      insert into mail.subscription (organization_id, user_id) values (${scene.acme.id}, ${ada.id}) returning token`;
    await visitor.open(`/unsubscribe/${link?.token}`);
    await page.getByRole('button').first().waitFor();
    await looksRight(visitor, 'emails that somebody wants no more');
    await visitor.leave();
  });

  it('who apply', async () => {
    const { world } = hall;
    const closed = await world.superEvent(scene.acme, {
      ...times,
      name: 'Shut Hack',
      closes_at: '2020-01-01T00:00:00Z',
    });
    const visitor = await hall.visit();
    const { page } = visitor;
    visitor.expectRefusal(404, /nobodys-hack/);
    await visitor.open('/apply/nobodys-hack');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await looksRight(visitor, 'an unknown hackathon');
    await visitor.open(`/apply/${closed.slug}`);
    await page.getByText('Registration closed').waitFor();
    await looksRight(visitor, 'a closed registration');
    await visitor.open(`/apply/${scene.hack.slug}`);
    await page.getByLabel('Why come?').fill('For the bees');
    await page.getByTestId(`apply-track-${scene.tracks.ai.id}`).check();
    await page.getByLabel('Name').fill('Nina Simone');
    await page.getByLabel('Email').fill('nina@states.test');
    await page.getByLabel('Password').fill(password);
    await looksRight(visitor, 'an application');
    await page.getByTestId('apply-submit').click();
    await page.getByTestId('apply-code').fill(codeIn(await world.nextMailTo('nina@states.test')));
    await looksRight(visitor, 'the code of an email');
    await page.getByTestId('apply-code-send').click();
    await page.getByTestId('apply-done').waitFor();
    await looksRight(visitor, 'having applied');
    await page.getByRole('link', { name: 'See my application' }).click();
    await page.getByText('Spring Hack').first().waitFor();
    await looksRight(visitor, 'an application that waits');
    await visitor.leave();
  });

  it('who take part', async () => {
    const { world } = hall;
    const ada = await personWithPassword(world, { name: 'Ada Lovelace' });
    const { parent } = await world.registered(ada, scene.tracks.ai);
    await world.registered(ada, scene.tracks.web, 'waitlisted');
    await world.rows`update registrations.super_event_registration
                        set confirm_by = now() + interval '2 days' where id = ${parent.id}`;
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.signIn({ ...ada, password });
    await page.getByTestId('ticket-qr').waitFor();
    await page.getByTestId('me-confirm').waitFor();
    await looksRight(visitor, 'a ticket to be confirmed');
    await page.getByTestId('me-confirm').click();
    await page.getByTestId('me-give-up').click();
    await page.getByRole('dialog').waitFor();
    await looksRight(visitor, 'giving up a place');
    await page.keyboard.press('Escape');
    await page.getByText('Start a team').click();
    await page.getByTestId('team-name').fill('Bees');
    await looksRight(visitor, 'starting a team');
    await page.getByTestId('team-found').click();
    await page.getByTestId('team-invite').click();
    await page.getByTestId('team-invite-url').waitFor();
    await page.getByTestId('project-title').fill('Bee counter');
    await looksRight(visitor, 'a team, its link and its project');
    await visitor.isKept('/me');
    await visitor.goOffline();
    await page.getByText('Offline. This is how things were').waitFor();
    await looksRight(visitor, 'a ticket without a network');
    await visitor.leave();
    expect(await world.rows`select name from teams.team where event_id = ${scene.tracks.ai.id}`).toEqual([
      { name: 'Bees' },
    ]);
  });
});
