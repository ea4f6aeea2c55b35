import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { setScene, type Scene } from './at-the-desk.ts';

/** A form in a window over a list, and what another person changes of the same thing while it is open. */
interface Case {
  readonly view: string;
  /** Makes the thing to change. Answers its address, and its name. */
  readonly make: (scene: Scene) => Promise<{ readonly path: string; readonly name: string }>;
  readonly theirs: object;
  readonly own: (form: Locator) => Promise<unknown>;
  /** Stored in the end, of both. */
  readonly both: object;
  /** Reads it from the list of all. */
  readonly read: (scene: Scene) => Promise<readonly unknown[]>;
}

const made = async (answer: Promise<{ readonly body: { readonly data: unknown } }>, member: string) =>
  ((await answer).body.data as Record<string, { id: string }>)[member]?.id ?? '';

const cases: Readonly<Record<string, Case>> = {
  criterion: {
    view: 'judging',
    make: async ({ api, tracks }) => {
      const given = { name: 'Craft', weight: 0.4, order_index: 1, description: 'How it is made.' };
      const id = await made(api.post(`/events/${tracks.ai.id}/criteria`, given), 'criterion');
      return { path: `/criteria/${id}`, name: 'Craft' };
    },
    theirs: { weight: 0.6, order_index: 3 },
    own: (form) => form.getByLabel('Description').fill('What it took.'),
    both: { name: 'Craft', weight: 0.6, description: 'What it took.', order_index: 3 },
    read: async ({ api, tracks }) => (await api.get(`/events/${tracks.ai.id}/criteria`)).body.data.criteria,
  },
  track: {
    view: 'setup/tracks',
    make: ({ tracks }) => Promise.resolve({ path: `/events/${tracks.ai.id}`, name: 'AI' }),
    theirs: { mode: 'online', config_json: { place: 'Hall 3', own: 1 } },
    own: (form) => form.getByLabel('Projects can be handed in until').fill('2030-03-10T12:00'),
    both: {
      mode: 'online',
      config_json: { place: 'Hall 3', own: 1, submissions: { closes_at: '2030-03-10T12:00:00.000Z' } },
    },
    read: async ({ api, tracks }) => [(await api.get(`/events/${tracks.ai.id}`)).body.data.event],
  },
  door: {
    view: 'setup/doors',
    make: async ({ api, hack }) => {
      const times = { opens_at: '2030-03-10T08:00:00.000Z', closes_at: '2030-03-10T10:00:00.000Z' };
      const given = { name: 'Lunch', type: 'meal', ...times };
      const id = await made(api.post(`/super-events/${hack.slug}/checkin-points`, given), 'checkin_point');
      return { path: `/checkin-points/${id}`, name: 'Lunch' };
    },
    theirs: { closes_at: '2030-03-10T12:00:00.000Z', config_json: { own: 1 } },
    own: (form) => form.getByLabel('Portions').fill('2'),
    both: { name: 'Lunch', closes_at: '2030-03-10T12:00:00.000Z', config_json: { own: 1, portions: 2 } },
    read: async ({ api, hack }) =>
      (await api.get(`/super-events/${hack.slug}/checkin-points`)).body.data.checkin_points,
  },
  prize: {
    view: 'setup/prizes',
    make: async ({ api, hack }) => {
      const id = await made(api.post(`/super-events/${hack.id}/prizes`, { name: 'Best of all' }), 'prize');
      return { path: `/prizes/${id}`, name: 'Best of all' };
    },
    theirs: { sponsor: 'Acme', by: 'ranking' },
    own: (form) => form.getByLabel('Description').fill('A cup.'),
    both: { name: 'Best of all', sponsor: 'Acme', by: 'ranking', description: 'A cup.' },
    read: async ({ api, hack }) => (await api.get(`/super-events/${hack.id}/prizes`)).body.data.prizes,
  },
  question: {
    view: 'setup/form',
    make: async ({ api, hack }) => {
      const given = { field_type: 'text', label: 'Diet', placeholder: 'Vegan' };
      const { id } = (await api.post(`/super-events/${hack.id}/registration-fields`, given)).body.data;
      return { path: `/super-event-registration-fields/${id}`, name: 'Diet' };
    },
    theirs: { is_required: true, description: 'For the kitchen.' },
    own: (form) => form.getByLabel('Example').fill('Halal'),
    both: { label: 'Diet', is_required: true, description: 'For the kitchen.', placeholder: 'Halal' },
    read: async ({ api, hack }) => (await api.get(`/super-events/${hack.id}/registration-fields`)).body.data.fields,
  },
};

inBrowser('A form of the desk, of something that somebody else changes meanwhile', (hall) => {
  let scene: Scene;
  let visitor: Visitor;
  beforeEach(async () => {
    scene = await setScene(hall);
  });
  afterEach(() => visitor.leave());
  const changed = async (path: string, theirs: object) =>
    expect((await scene.api.patch(path, theirs)).status).toBe(200);
  /** The bodies of all changes that the page asks for. */
  const listen = () => {
    const sent: unknown[] = [];
    visitor.page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()));
    return sent;
  };

  it.each(Object.keys(cases))(
    'writes of a %s only what the person changed, and nothing where that is nothing',
    async (kind) => {
      const { view, make, theirs, own, both, read } = cases[kind] as Case;
      const { path, name } = await make(scene);
      visitor = await scene.sit(view);
      const form = visitor.page.getByRole('dialog');
      const edit = visitor.page.getByRole('button', { name: `Edit: ${name}`, exact: true });
      const save = async () => {
        await form.getByRole('button', { name: 'Save' }).click();
        await form.waitFor({ state: 'detached' });
      };
      const sent = listen();
      await edit.click();
      await save();
      expect(sent).toEqual([]);
      await edit.click();
      await changed(path, theirs);
      await own(form);
      await save();
      expect(sent).toHaveLength(1);
      expect(await read(scene)).toEqual([expect.objectContaining(both)]);
    },
  );

  it('shows and keeps their part of the hackathon, and of its looks', async () => {
    const { hack } = scene;
    const letters = { accepted: 'Bring a laptop.' };
    visitor = await scene.sit('setup/hackathon');
    const { page } = visitor;
    await page.getByLabel('Place', { exact: true }).fill('Mainz');
    await changed(`/super-events/${hack.id}`, { max_participants: 80, letters, config_json: { own: 1 } });
    await visitor.becomes(
      `[...document.querySelectorAll('label')].find((each) => each.textContent === 'Places').control.value`,
      '80',
    );
    expect(await page.getByLabel('Place', { exact: true }).inputValue()).toBe('Mainz');
    const sent = listen();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(sent).toEqual([{ config_json: { own: 1, place: 'Mainz' } }]);

    await visitor.leave();
    visitor = await scene.sit('setup/looks');
    const looks = visitor.page;
    await looks.getByLabel('people who are rejected').fill('Next year again.');
    await changed(`/super-events/${hack.id}`, { letters: { ...letters, waitlisted: 'Wait.' }, colour: '#aa3355' });
    await looks.getByRole('button', { name: 'Save' }).click();
    await looks.getByText('Saved.', { exact: true }).waitFor();
    expect((await scene.api.get(`/super-events/${hack.id}`)).body.data.super_event).toMatchObject({
      colour: '#aa3355',
      letters: { ...letters, waitlisted: 'Wait.', rejected: 'Next year again.' },
    });
  });

  it('keeps their part of an email', async () => {
    const { hack, api } = scene;
    const draft = { subject: 'Doors', body: 'At nine.', audience: { statuses: ['accepted'] } };
    const id = await made(api.post(`/super-events/${hack.slug}/announcements`, draft), 'announcement');
    visitor = await scene.sit('emails');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Doors', exact: true }).click();
    await page.getByTestId('announce-subject').fill('Doors open');
    await changed(`/announcements/${id}`, { body: 'At ten.' });
    await page.getByTestId('announce-save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { announcements } = (await api.get(`/super-events/${hack.slug}/announcements`)).body.data;
    expect(announcements).toMatchObject([{ subject: 'Doors open', body: 'At ten.' }]);
  });
});
