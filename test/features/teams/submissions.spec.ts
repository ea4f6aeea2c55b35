import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Person } from '../../support/client.ts';
import type { Track } from '../../support/fixtures.ts';
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
      video_url: 'https://example.org/film',
      built_with: [' Rust '],
      listed: false,
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
        video_url: 'https://example.org/film',
        built_with: ['Rust'],
        prize_ids: [],
        listed: false,
        late_by_ms: null,
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
    ['video_url', { video_url: 'film' }],
    ['built_with[0]', { built_with: ['x'.repeat(51)] }],
    ['built_with', { built_with: Array.from({ length: 21 }, (_, n) => `Rust ${n}`) }],
    ['listed', { listed: 'no' }],
    ['saved_at', { saved_at: 'yesterday' }],
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

  it('is made by members alone, and leaves what it does not name', async () => {
    const { world, acme, api } = here;
    const path = `/submissions/${(await submit({ description: 'They fly.', built_with: ['Rust'] })).body.data.submission.id}`;
    const changed = await member.patch(path, { title: 'Wasps', links: ['https://example.org/w'], listed: false });
    expect(changed.status).toBe(200);
    expect(changed.body.data.submission).toMatchObject({
      title: 'Wasps',
      description: 'They fly.',
      links: ['https://example.org/w'],
      built_with: ['Rust'],
      listed: false,
    });
    expect((await member.patch(path, { description: null })).body.data.submission).toMatchObject({ description: null });
    expect(await api.patch(path, { title: 'Ants' })).toBeRefused(403, 'PERMISSION_DENIED');
    const bob = world.as(await here.builder(), acme);
    expect(await bob.patch(path, { title: 'Ants' })).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await member.patch(`/submissions/${randomUUID()}`, { title: 'Ants' })).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('The prizes that a project enters for', () => {
  beforeAll(found);

  it('are those of its hackathon', async () => {
    const { world, acme, hack, api } = here;
    const prizeOf = async ({ id }: { id: string }) =>
      (await api.post(`/super-events/${id}/prizes`, { name: 'Best use of bees' })).body.data.prize.id as string;
    const [ours, another] = [await prizeOf(hack), await prizeOf(hack)];
    const theirs = await prizeOf(await world.superEvent(acme));
    const { submission } = (await submit({ prize_ids: [ours, another] })).body.data;
    expect(submission.prize_ids).toEqual([ours, another]);
    const path = `/submissions/${submission.id}`;
    expect((await member.patch(path, { title: 'Wasps' })).body.data.submission.prize_ids).toEqual([ours, another]);
    expect((await member.patch(path, { prize_ids: [another] })).body.data.submission.prize_ids).toEqual([another]);
    for (const id of [theirs, randomUUID()]) {
      for (const answer of [await submit({ prize_ids: [ours, id] }), await member.patch(path, { prize_ids: [id] })]) {
        expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
        expect(answer.body.errors).toMatchObject([{ field: 'prize_ids', code: 'unknownPrize' }]);
      }
    }
    expect((await member.get(path)).body.data.submission.prize_ids).toEqual([another]);
  });
});

describe('The deadline of a project', () => {
  let track: Track;
  let project: string;
  beforeAll(found);
  beforeAll(async () => {
    track = await here.world.track(here.hack);
    await here.world.registered(ada, track);
    await here.api.patch(`${here.managed}/builders/${ada.id}/track`, { targetTrackId: track.id });
    team = await here.world.team(track, [ada]);
    project = `/submissions/${(await submit()).body.data.submission.id}`;
  });
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
  const close = (closes_at: string | null) =>
    here.api.patch(`/events/${track.id}`, { config_json: { submissions: { closes_at }, other: 1 } });
  const end = (ago: string) => here.world.rows`
    update events.track set start_at = now() - interval '2 days', end_at = now() - ${ago}::interval where id = ${track.id}`;

  it('is what the settings of the track say', async () => {
    const closes_at = secondsAgo(120);
    expect((await close(closes_at)).status).toBe(200);
    for (const answer of [await submit(), await member.patch(project, { title: 'Ants' })]) {
      expect(answer).toBeRefused(409, 'SUBMISSIONS_CLOSED');
      expect(answer.body.closed_at).toBe(closes_at);
    }
    expect((await member.get(project)).body.data.submission).toMatchObject({ title: 'Bees' });
  });

  it('is kept to by milestones no more than by organizers', async () => {
    const gate = await here.world.point(track, { type: 'milestone' });
    expect((await submit({ checkin_point_id: gate.id })).status).toBe(201);
    const late = await submit({}, here.api);
    expect(late.status).toBe(201);
    expect(late.body.data.submission.late_by_ms).toBeGreaterThanOrEqual(120_000);
  });

  it('takes what was saved before it and arrives within a minute, and says how late', async () => {
    await close(secondsAgo(30));
    const saved_at = secondsAgo(31);
    const changed = (await member.patch(project, { title: 'Wasps', saved_at })).body.data.submission;
    expect(changed).toMatchObject({ title: 'Wasps' });
    expect(changed.late_by_ms).toBeGreaterThanOrEqual(30_000);
    expect(changed.late_by_ms).toBeLessThan(60_000);
    const another = (await submit({ saved_at })).body.data.submission;
    expect(another.late_by_ms).toBeGreaterThanOrEqual(30_000);
    expect(await member.patch(project, { title: 'Ants', saved_at: secondsAgo(29) })).toBeRefused(
      409,
      'SUBMISSIONS_CLOSED',
    );
    expect(await member.patch(project, { title: 'Ants' })).toBeRefused(409, 'SUBMISSIONS_CLOSED');
    await close(secondsAgo(61));
    expect(await member.patch(project, { saved_at: secondsAgo(62) })).toBeRefused(409, 'SUBMISSIONS_CLOSED');
  });

  it('is put off by the organizers, and nobody is late then', async () => {
    await close(secondsAgo(-60));
    const { submission } = (await member.patch(project, { title: 'Moths' })).body.data;
    expect(submission).toMatchObject({ title: 'Moths', late_by_ms: null });
  });

  it('is the end of the track where the settings say none, or no time', async () => {
    await close(null);
    await end('1 day');
    expect(await member.patch(project, { title: 'Ants' })).toBeRefused(409, 'SUBMISSIONS_CLOSED');
    await here.world
      .rows`update events.track set config_json = '{"submissions": {"closes_at": "soon"}}' where id = ${track.id}`;
    expect(await member.patch(project, { title: 'Ants' })).toBeRefused(409, 'SUBMISSIONS_CLOSED');
    await here.world.rows`update events.track set end_at = null where id = ${track.id}`;
    expect((await member.patch(project, { title: 'Bees' })).status).toBe(200);
  });

  it('is a time', async () => {
    for (const closes_at of ['soon', 5, '2027-02-30T00:00:00Z']) {
      const answer = await here.api.patch(`/events/${track.id}`, { config_json: { submissions: { closes_at } } });
      expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
      expect(answer.body.errors).toMatchObject([{ field: 'config_json.submissions.closes_at' }]);
    }
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
