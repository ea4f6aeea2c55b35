import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Person } from '../../support/client.ts';
import { openHackathon, time, type Hackathon } from '../../support/teams/hackathon.ts';

let here: Hackathon;
let ada: Person;
let member: Client;
let team: { id: string; name: string };
beforeAll(async () => {
  here = await openHackathon();
});
afterAll(() => here.world.close());

const found = async () => {
  ada = await here.builder();
  member = here.world.as(ada, here.acme);
  team = await here.world.team(here.ai, [ada]);
};
const submit = (body: object = {}, by = member) =>
  by.post('/submissions', { team_id: team.id, title: 'Bees', ...body });

describe('A submission', () => {
  beforeAll(found);

  it('is handed in by a member, and read by them and by staff', async () => {
    const { world, acme, ai, api } = here;
    const answer = await submit({
      title: ' Bees ',
      description: 'They fly.',
      links: ['https://example.org/bees'],
      answers_json: { r1: 'done' },
    });
    expect(answer.status).toBe(201);
    const { submission } = answer.body.data;
    expect(answer.body.data).toEqual({
      submission: {
        id: expect.any(String),
        team_id: team.id,
        event_id: ai.id,
        checkin_point_id: null,
        title: 'Bees',
        description: 'They fly.',
        links: ['https://example.org/bees'],
        answers_json: { r1: 'done' },
        submitted_by: ada.id,
        submitted_at: expect.stringMatching(time),
        updated_at: expect.stringMatching(time),
      },
    });
    const path = `/submissions/${submission.id}`;
    expect((await member.get(path)).body.data).toEqual({ submission });
    expect((await api.get(path)).body.data).toEqual({ submission });
    const bob = world.as(await here.builder(), acme);
    expect(await bob.get(path)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is handed in by an organizer as well, but by nobody else', async () => {
    const { world, acme, api, ai } = here;
    const [bob, mentor] = [await here.builder(), await world.person()];
    await world.role(mentor, ai, 'MENTOR');
    expect((await submit({}, api)).status).toBe(201);
    for (const person of [bob, mentor]) {
      expect(await submit({}, world.as(person, acme))).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });

  it('is listed on its track for staff, newest first', async () => {
    const { world, acme, hack, api } = here;
    const track = await world.track(hack);
    const cleo = await world.person();
    await world.registered(cleo, track);
    const theirs = await world.team(track, [cleo]);
    const by = world.as(cleo, acme);
    const ids = [];
    for (const title of ['First', 'Second']) {
      ids.unshift((await by.post('/submissions', { team_id: theirs.id, title })).body.data.submission.id);
    }
    const { data } = (await api.get(`/events/${track.slug}/submissions`)).body;
    expect(data).toMatchObject({ submissions: ids.map((id) => ({ id })), count: 2 });
    expect(await by.get(`/events/${track.id}/submissions`)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it.each([
    ['title', { title: ' ' }],
    ['team_id', { team_id: 'rockets' }],
    ['links', { links: ['javascript:alert(1)'] }],
    ['checkin_point_id', { checkin_point_id: 'door' }],
    ['answers_json', { answers_json: [] }],
  ])('is refused for its %s', async (field, body) => {
    const answer = await submit(body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toMatchObject([{ field }]);
  });

  it('is of a team that is there', async () => {
    expect(await submit({ team_id: randomUUID() })).toBeRefused(404, 'NOT_FOUND');
    expect(await member.get(`/submissions/${randomUUID()}`)).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('A change of a submission', () => {
  beforeAll(found);

  it('is made by members until the track ends', async () => {
    const { world, acme, hack, api } = here;
    const track = await world.track(hack);
    await world.registered(ada, track);
    await here.api.patch(`${here.managed}/builders/${ada.id}/track`, { targetTrackId: track.id });
    team = await world.team(track, [ada]);
    const path = `/submissions/${(await submit({ description: 'They fly.' })).body.data.submission.id}`;
    const changed = await member.patch(path, { title: 'Wasps', links: ['https://example.org/w'] });
    expect(changed.status).toBe(200);
    expect(changed.body.data.submission).toMatchObject({
      title: 'Wasps',
      description: 'They fly.',
      links: ['https://example.org/w'],
    });
    expect((await member.patch(path, { description: null })).body.data.submission).toMatchObject({ description: null });
    expect(await api.patch(path, { title: 'Ants' })).toBeRefused(403, 'PERMISSION_DENIED');
    const bob = world.as(await here.builder(), acme);
    expect(await bob.patch(path, { title: 'Ants' })).toBeRefused(403, 'PERMISSION_DENIED');

    await world.rows`update events.track set start_at = now() - interval '2 days', end_at = now() - interval '1 day'
                      where id = ${track.id}`;
    expect(await member.patch(path, { title: 'Ants' })).toBeRefused(403, 'PERMISSION_DENIED');
    expect((await member.get(path)).body.data.submission).toMatchObject({ title: 'Wasps' });
  });
});

describe('A milestone', () => {
  beforeAll(found);
  const requirements = [
    { id: 'r1', title: 'Pitch' },
    { id: 'r2', title: 'Video', description: 'One minute', is_required: false },
  ];

  it('opens after its submission', async () => {
    const { world, ai, api } = here;
    const gate = await world.point(ai, { type: 'milestone', requirements });
    const token = (await here.tokenOn(ada, ai))?.checkin_token;
    const scan = () => api.post(`/checkin-points/${gate.id}/scan`, { token });
    await submit({ answers_json: { r2: 'https://example.org/v' } });
    expect((await scan()).body.data).toEqual({
      requires_milestone_submission: true,
      milestone_requirements: [
        { id: 'r1', title: 'Pitch', description: null, is_required: true, satisfied: false },
        { id: 'r2', title: 'Video', description: 'One minute', is_required: false, satisfied: true },
      ],
      team_id: team.id,
      team_name: team.name,
    });
    const handedIn = await submit({ checkin_point_id: gate.id, answers_json: { r1: 'done' } });
    expect(handedIn.body.data.submission).toMatchObject({ checkin_point_id: gate.id });
    const opened = await scan();
    expect(opened.status).toBe(201);
    expect(opened.body.data).toMatchObject({ checked_in: true, point_type: 'milestone' });
  });

  it('is fulfilled at a milestone point of the track or of its hackathon alone', async () => {
    const { world, ai, web, hack, acme } = here;
    const everywhere = await world.point(hack, { type: 'milestone' });
    expect((await submit({ checkin_point_id: everywhere.id })).status).toBe(201);
    const elsewhere = await world.point(await world.superEvent(acme), { type: 'milestone' });
    const other = await world.point(web, { type: 'milestone' });
    for (const checkin_point_id of [elsewhere.id, other.id, randomUUID()]) {
      expect(await submit({ checkin_point_id })).toBeRefused(404, 'POINT_NOT_FOUND');
    }
    const door = await world.point(ai);
    const answer = await submit({ checkin_point_id: door.id });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toMatchObject([{ field: 'checkin_point_id', code: 'milestone' }]);
  });

  it('is no project', async () => {
    const { api, managed, world, hack } = here;
    await found();
    const gate = await world.point(hack, { type: 'milestone' });
    await submit({ checkin_point_id: gate.id });
    const shown = async () =>
      (await api.get(`${managed}/teams?limit=100`)).body.data.teams.find(({ id }: { id: string }) => id === team.id);
    expect(await shown()).toMatchObject({ hasSubmission: false, submission: null });
    await submit({ title: 'Draft' });
    await submit({ title: 'Final' });
    expect(await shown()).toMatchObject({ hasSubmission: true, submission: { title: 'Final' } });
  });
});
