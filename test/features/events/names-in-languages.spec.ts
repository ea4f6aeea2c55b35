/** The names of a hackathon in several languages, where other services answer them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { paired } from '../../support/devices.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function opened(locales = ['en', 'de']) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, { name: 'Spring Hack', gallery: 'open' });
  const track = await world.track(hack, { name: 'Climate' });
  const olga = await world.member(acme, 'OWNER');
  const api = world.as(olga, acme);
  await api.patch(`/super-events/${hack.id}`, { locales, name_i18n: { de: 'Frühlingshack' } });
  await api.patch(`/events/${track.id}`, { name_i18n: { de: 'Klima' } });
  const ada = await world.person({ name: 'Ada Lovelace', locale: 'de' });
  return { acme, hack, track, olga, api, ada, asAda: world.as(ada, acme) };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const hackathon = { name: 'Spring Hack', name_i18n: { en: 'Spring Hack', de: 'Frühlingshack' } };
const climate = { name: 'Climate', name_i18n: { en: 'Climate', de: 'Klima' } };

async function project({ api, hack, track, ada, asAda }: Opened) {
  await world.registered(ada, track);
  const team = await world.team(track, [ada]);
  await asAda.post('/submissions', { team_id: team.id, title: 'Bees' });
  const named = { name: 'Best', name_i18n: { de: 'Beste' } };
  const answer = await api.post(`/super-events/${hack.id}/prizes`, named);
  const { id } = answer.body.data.prize;
  await world.rows`
    insert into judging.award (prize_id, organization_id, super_event_id, team_ids, published_ids, published_at)
    values (${id}, ${hack.organization_id}, ${hack.id}, array[${team.id}::uuid], array[${team.id}::uuid], now())`;
  return { team, won: [{ id, name: 'Best', name_i18n: { en: 'Best', de: 'Beste' } }] };
}

const answers: [string, (of: Opened) => Promise<unknown>, (won: object[]) => object][] = [
  [
    'one’s own places',
    async ({ asAda }) => (await asAda.get('/me/registrations')).body.data.registrations[0],
    () => ({ event: climate, super_event: hackathon }),
  ],
  [
    'one’s own team',
    async ({ asAda }) => (await asAda.get('/my-teams')).body.data.teams[0],
    (won) => ({ prizes_won: won }),
  ],
  [
    'the gallery',
    async ({ hack }) => (await world.stranger().get(`/super-events/${hack.id}/projects`)).body.data,
    (won) => ({ hackathon, projects: [{ track: climate, prizes_won: won }] }),
  ],
  [
    'a board',
    async ({ api, hack }) => (await api.get(`/super-events/${hack.id}/board`)).body.data,
    () => ({ super_event: hackathon }),
  ],
];

describe('The names of a hackathon in several languages', () => {
  it.each(answers)('are in %s', async (_where, read, expected) => {
    const of = await opened();
    const { won } = await project(of);
    expect(await read(of)).toMatchObject(expected(won));
  });

  it.each(answers)('are not in %s of a hackathon in one', async (_where, read) => {
    const of = await opened();
    await project(of);
    await of.api.patch(`/super-events/${of.hack.id}`, { locales: ['en'] });
    const answer = JSON.stringify(await read(of));
    expect(answer).toMatch(/"name":"(Spring Hack|Best)"/);
    expect(answer).not.toContain('_i18n');
  });

  it('are in the manifest of a kiosk', async () => {
    const { olga, hack, track } = await opened();
    await world.point(track);
    const kiosk = await paired(world, olga, hack);
    const { body } = await kiosk.api.get('/device/manifest');
    expect(body.data).toMatchObject({ super_event: hackathon, tracks: [climate] });
  });

  it('are in what a judge judges', async () => {
    const { api, acme, track } = await opened();
    const [judge, team] = [await world.person(), await world.team(track, [])];
    await world.role(judge, track, 'JUDGE');
    const made = await api.post(`/events/${track.id}/assignments`, { judge_user_id: judge.id, team_id: team.id });
    const path = `/assignments/${made.body.data.assignment.id}`;
    expect((await world.as(judge, acme).get(path)).body.data.assignment).toMatchObject({
      ...{ event_name: 'Climate', event_name_i18n: climate.name_i18n, prize: null },
    });
  });
});

describe('An email about a hackathon in several languages', () => {
  const decided = async (api: Client, id: string, status: string) => {
    expect((await api.patch(`/registrations/${id}/status`, { status })).status).toBe(200);
  };

  it('has its names and its own paragraph in the language of the reader', async () => {
    const { api, hack, track, ada } = await opened();
    const letters = {
      waitlisted: 'Dear {first_name}, wait for **{hackathon}**.',
      waitlisted_i18n: { de: 'Liebe {first_name}, warte auf **{hackathon}**, {track}.' },
    };
    await api.patch(`/super-events/${hack.id}`, { letters });
    const { id } = await world.registered(ada, track, 'pending');
    await decided(api, id, 'waitlisted');
    const mail = await world.nextMailTo(ada.email);
    expect(mail.subject).toContain('Klima (Frühlingshack)');
    expect(mail.text).toContain('Liebe Ada, warte auf Frühlingshack, Klima.');
    expect(mail.text).not.toMatch(/Spring Hack|Climate|Dear/);
  });

  it.each([
    ['has chosen none', null],
    ['has chosen one that the hackathon does not have', 'fr'],
  ])('has the plain texts for a reader who %s', async (_who, locale) => {
    const { api, hack, track } = await opened();
    await api.patch(`/super-events/${hack.id}`, { letters: { rejected: 'Sorry', rejected_i18n: { de: 'Leider' } } });
    const ben = await world.person({ locale });
    const { id } = await world.registered(ben, track, 'pending');
    await decided(api, id, 'rejected');
    const mail = await world.nextMailTo(ben.email);
    expect(mail.subject).toContain('Climate (Spring Hack)');
    expect(mail.text).toContain('Sorry');
  });

  it('has its names for the braces of an announcement', async () => {
    const { api, hack, track, ada } = await opened();
    await world.registered(ada, track);
    const text = { subject: '{hackathon}', body: 'Your track is {track}.' };
    const written = await api.post(`/super-events/${hack.id}/announcements`, text);
    await api.post(`/announcements/${written.body.data.announcement.id}/send`);
    const mail = await world.nextMailTo(ada.email);
    expect([mail.subject, mail.text]).toEqual(['Frühlingshack', expect.stringContaining('Your track is Klima.')]);
  });
});
