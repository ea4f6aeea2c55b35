import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Person } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Awaited<ReturnType<World['organization']>>;
let hack: Awaited<ReturnType<World['superEvent']>>;
let track: Awaited<ReturnType<World['track']>>;
/** A desk user whose key belongs to the organization: a member of the organization and nothing else. */
let kiosk: Client;
let organizer: Client;

beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  hack = await world.superEvent(acme);
  track = await world.track(hack);
  kiosk = world.as(await world.member(acme, 'MEMBER'), acme);
  organizer = world.as(await world.member(acme, 'ADMIN'), acme);
});
afterAll(() => world.close());

const scan = (client: Client, door: { id: string }, token: string, more: object = {}) =>
  client.post(`/checkin-points/${door.id}/scan`, { token, ...more });
const guest = async (status: Parameters<World['registered']>[2] = 'accepted') => {
  const person = await world.person();
  return { person, ...(await world.registered(person, track, status)) };
};
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const submitFor = (team: { id: string }, person: Person, point: { id: string } | null, answers = {}) =>
  world.rows`insert into teams.submission (team_id, super_event_id, event_id, checkin_point_id, title, answers_json, submitted_by)
             values (${team.id}, ${hack.id}, ${track.id}, ${point?.id ?? null}, 'Ours', ${JSON.stringify(answers)}, ${person.id})`;

describe('Scanning with every method', () => {
  it.each(['qr_scan', 'self_check', 'manual'] as const)(
    '%s is recorded once at an attendance point',
    async (method) => {
      const door = await world.point(track);
      const ada = await guest();
      const first = await scan(organizer, door, ada.token, { method });
      expect(first.status).toBe(201);
      expect(first.body.data).toEqual({
        checked_in: true,
        checked_in_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        checkin_id: expect.any(String),
        registration_id: ada.id,
        point_name: door.name,
        point_type: 'attendance',
      });
      const again = await scan(organizer, door, ada.token, { method });
      expect(again.status).toBe(200);
      expect(again.body.data).toEqual({ already_checked_in: true, checked_in_at: first.body.data.checked_in_at });
      expect(await world.rows`select method from check_in.record where point_id = ${door.id}`).toEqual([{ method }]);
    },
  );

  it.each(['qr_scan', 'self_check', 'manual'] as const)('%s is verified at a doorkeeper point', async (method) => {
    const door = await world.point(track, { type: 'doorkeeper' });
    const ada = await guest();
    const first = await scan(organizer, door, ada.token, { method });
    expect(first.body.data).toMatchObject({ checked_in: true, point_type: 'doorkeeper' });
    const again = await scan(organizer, door, ada.token, { method });
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual({ verified: true, first_check_in_at: first.body.data.checked_in_at });
  });

  it.each(['qr_scan', 'self_check', 'manual'] as const)(
    '%s waits for the milestone at a milestone point',
    async (method) => {
      const requirements = [
        { id: 'repo', title: 'Repository link', description: 'Public', is_required: true },
        { id: 'demo', title: 'Demo' },
      ];
      const gate = await world.point(track, { type: 'milestone', requirements });
      const ada = await guest();
      const team = await world.team(track, [ada.person]);
      const gated = await scan(organizer, gate, ada.token, { method });
      expect(gated.status).toBe(200);
      expect(gated.body.data).toEqual({
        requires_milestone_submission: true,
        milestone_requirements: [
          { id: 'repo', title: 'Repository link', description: 'Public', is_required: true, satisfied: false },
          { id: 'demo', title: 'Demo', description: null, is_required: true, satisfied: false },
        ],
        team_id: team.id,
        team_name: team.name,
      });
      expect(await world.rows`select 1 from check_in.record where point_id = ${gate.id}`).toEqual([]);

      await submitFor(team, ada.person, gate);
      const first = await scan(organizer, gate, ada.token, { method });
      expect(first.status).toBe(201);
      const again = await scan(organizer, gate, ada.token, { method });
      expect(again.body.data).toEqual({ already_checked_in: true, checked_in_at: first.body.data.checked_in_at });
    },
  );

  it('is a QR code where none is named', async () => {
    const door = await world.point(track);
    await scan(kiosk, door, (await guest()).token);
    expect(await world.rows`select method from check_in.record where point_id = ${door.id}`).toEqual([
      { method: 'qr_scan' },
    ]);
  });
});

describe('A milestone gate', () => {
  it('marks what the project submission answers already as satisfied, and stays shut', async () => {
    const gate = await world.point(track, {
      type: 'milestone',
      requirements: [
        { id: 'repo', title: 'Repository' },
        { id: 'demo', title: 'Demo' },
      ],
    });
    const ada = await guest();
    const team = await world.team(track, [ada.person]);
    await submitFor(team, ada.person, null, { repo: 'https://example.org', demo: '' });
    const { data } = (await scan(kiosk, gate, ada.token)).body;
    expect(data.milestone_requirements).toMatchObject([
      { id: 'repo', satisfied: true },
      { id: 'demo', satisfied: false },
    ]);
  });

  it('opens for nobody by the submission of another team or for another point', async () => {
    const [gate, other] = [
      await world.point(track, { type: 'milestone' }),
      await world.point(track, { type: 'milestone' }),
    ];
    const [ada, bob] = [await guest(), await guest()];
    await submitFor(await world.team(track, [ada.person]), ada.person, other);
    await submitFor(await world.team(track, [bob.person]), bob.person, gate);
    expect((await scan(kiosk, gate, ada.token)).body.data).toHaveProperty('requires_milestone_submission', true);
  });

  it('of the whole hackathon counts a team on any of its tracks', async () => {
    const gate = await world.point(hack, { type: 'milestone' });
    const ada = await guest();
    expect(await scan(kiosk, gate, ada.token)).toBeRefused(400, 'NO_TEAM');
    const team = await world.team(track, [ada.person]);
    expect((await scan(kiosk, gate, ada.parent.token)).body.data).toHaveProperty('team_id', team.id);
  });

  it('of one track does not count a team on another', async () => {
    const gate = await world.point(track, { type: 'milestone' });
    const ada = await guest();
    await world.team(await world.track(hack), [ada.person]);
    expect(await scan(kiosk, gate, ada.token)).toBeRefused(400, 'NO_TEAM');
  });
});

describe('A scan that is refused', () => {
  const refusals: [status: number, code: string, attempt: () => ReturnType<typeof scan>][] = [
    [404, 'POINT_NOT_FOUND', async () => scan(kiosk, { id: crypto.randomUUID() }, (await guest()).token)],
    [404, 'POINT_NOT_FOUND', async () => scan(kiosk, { id: 'main-door' }, (await guest()).token)],
    [404, 'INVALID_TOKEN', async () => scan(kiosk, await world.point(track), 'nobody')],
    [404, 'INVALID_TOKEN', async () => scan(kiosk, await world.point(track), 'x'.repeat(4_000))],
    [403, 'ORGANIZER_REQUIRED', async () => scan(kiosk, await world.point(track), 'nobody', { method: 'manual' })],
    [
      400,
      'TOO_EARLY',
      async () => scan(kiosk, await world.point(track, { opens_at: inHours(1) }), (await guest()).token),
    ],
    [
      400,
      'TOO_LATE',
      async () => scan(kiosk, await world.point(track, { closes_at: inHours(-1) }), (await guest()).token),
    ],
    [400, 'NO_TEAM', async () => scan(kiosk, await world.point(track, { type: 'milestone' }), (await guest()).token)],
    [400, 'VALIDATION_FAILED', async () => kiosk.post(`/checkin-points/${(await world.point(track)).id}/scan`, {})],
    [400, 'VALIDATION_FAILED', async () => scan(kiosk, await world.point(track), 'nobody', { method: 'nfc' })],
  ];
  it.each(['pending', 'waitlisted', 'rejected', 'cancelled'] as const)(
    'answers 403 NOT_ACCEPTED with the status of one that is %s',
    async (registration_status) => {
      const answer = await scan(kiosk, await world.point(track), (await guest(registration_status)).token);
      expect(answer).toBeRefused(403, 'NOT_ACCEPTED', { registration_status });
    },
  );

  it.each(refusals)('answers %i %s', async (status, code, attempt) => {
    expect(await attempt()).toBeRefused(status, code as 'INVALID_TOKEN');
  });

  it('is kept with reason, point and key, and never with the token', async () => {
    const door = await world.point(track, { opens_at: inHours(1) });
    const ada = await guest();
    await scan(kiosk, door, ada.token);
    await scan(kiosk, door, 'nobody');
    const log = await world.rows<{ reason: string; registration_id: string | null; scanned_by: string }>`
      select reason, registration_id, scanned_by from check_in.refused_scan where point_id = ${door.id} order by reason`;
    expect(log).toMatchObject([
      { reason: 'INVALID_TOKEN', registration_id: null },
      { reason: 'TOO_EARLY', registration_id: ada.id },
    ]);
    expect(log[0]?.scanned_by).toMatch(/^\w{8}$/);
  });
});

describe('The point of a track', () => {
  it('opens to a token however a scanner sent it', async () => {
    const door = await world.point(track);
    const forms = [
      (token: string) => token.toUpperCase(),
      (token: string) => ` ${token}\r\n`,
      (token: string) => `]Q1${token}`,
      (token: string) => `]d2${token.slice(0, 9)}\t${token.slice(9).toUpperCase()}`,
    ];
    for (const sent of forms) expect((await scan(kiosk, door, sent((await guest()).token))).status).toBe(201);
    const scans = await Promise.all(
      forms.map(async (sent, n) => ({ token: sent((await guest()).token), nonce: `${n}` })),
    );
    const { results } = (await kiosk.post(`/checkin-points/${door.id}/scan/batch`, { scans })).body.data;
    expect(results.map(({ http }: { http: number }) => http)).toEqual([201, 201, 201, 201]);
    for (const sent of [']Q1', ' ', '[Q1abc', ']Q1]Q1'])
      expect(await scan(kiosk, door, sent)).toBeRefused(404, 'INVALID_TOKEN');
  });

  it('does not open to the token of the parent, of another track or of another hackathon', async () => {
    const door = await world.point(track);
    const ada = await guest();
    const elsewhere = await world.registered(ada.person, await world.track(hack));
    const other = await world.registered(ada.person, await world.track(await world.superEvent(acme)));
    for (const token of [ada.parent.token, elsewhere.token, other.token, other.parent.token]) {
      expect(await scan(kiosk, door, token)).toBeRefused(404, 'INVALID_TOKEN');
    }
  });
});

describe('The point of a whole hackathon', () => {
  it('opens to the parent and to every registration, and records the person once', async () => {
    const desk = await world.point(hack);
    const ada = await guest();
    const elsewhere = await world.registered(ada.person, await world.track(hack));
    const first = await scan(kiosk, desk, elsewhere.token);
    expect(first.body.data).toMatchObject({ checked_in: true, registration_id: elsewhere.id });
    for (const token of [ada.token, ada.parent.token]) {
      expect((await scan(kiosk, desk, token)).body.data).toEqual({
        already_checked_in: true,
        checked_in_at: first.body.data.checked_in_at,
      });
    }
  });

  it('names the parent where its token was scanned', async () => {
    const ada = await guest();
    const { data } = (await scan(kiosk, await world.point(hack), ada.parent.token)).body;
    expect(data).toMatchObject({ checked_in: true, registration_id: ada.parent.id });
  });

  it('does not know the token of a track that was deleted', async () => {
    const gone = await world.track(hack);
    const bob = await world.person();
    const place = await world.registered(bob, gone);
    await world.rows`update events.track set deleted_at = now() where id = ${gone.id}`;
    const desk = await world.point(hack);
    expect(await scan(kiosk, desk, place.token)).toBeRefused(404, 'INVALID_TOKEN');
    expect((await scan(kiosk, desk, place.parent.token)).status).toBe(201);
  });
});

describe('A point that was deleted with its track or hackathon', () => {
  it('is unknown', async () => {
    const gone = await world.track(hack);
    const door = await world.point(gone);
    await world.rows`update events.track set deleted_at = now() where id = ${gone.id}`;
    expect(await scan(kiosk, door, 'any')).toBeRefused(404, 'POINT_NOT_FOUND');
  });
});
