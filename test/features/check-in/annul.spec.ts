import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Client, Person } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Awaited<ReturnType<World['organization']>>;
let track: Awaited<ReturnType<World['track']>>;
let kiosk: Client;
let olga: Person;
let organizer: Client;

beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  track = await world.track(await world.superEvent(acme));
  kiosk = world.as(await world.member(acme, 'MEMBER'), acme);
  olga = await world.person();
  await world.role(olga, track, 'ORGANIZER');
  organizer = world.as(olga, acme);
});
afterAll(() => world.close());

const scan = (door: { id: string }, token: string, more: object = {}) =>
  kiosk.post(`/checkin-points/${door.id}/scan`, { token, ...more });
const reason = 'Scanned by mistake';

async function checkedIn() {
  const [door, ada] = [await world.point(track), await world.registered(await world.person(), track)];
  await scan(door, ada.token, { nonce: 'first' });
  const { data } = (await organizer.get(`/registrations/${ada.id}/checkin`)).body;
  return { door, ada, id: data.checkins.at(-1).id as string };
}

describe('Annulling a check-in', () => {
  it('lets the person be recorded again', async () => {
    const { door, ada, id } = await checkedIn();
    const answer = await organizer.del(`/checkins/${id}`, { reason });
    expect([answer.status, answer.body.data]).toEqual([200, { deleted: true }]);
    expect((await organizer.get(`/registrations/${ada.id}/checkin`)).body.data.count).toBe(0);
    expect(await scan(door, ada.token)).toMatchObject({ status: 201 });
  });

  it('does not come undone by a late repeat of the scan', async () => {
    const { door, ada, id } = await checkedIn();
    await organizer.del(`/checkins/${id}`, { reason });
    expect(await scan(door, ada.token, { nonce: 'first' })).toMatchObject({ status: 201 });
    expect((await organizer.get(`/registrations/${ada.id}/checkin`)).body.data.count).toBe(0);
  });

  it('takes its reason from the query as well, and must have one', async () => {
    const { id } = await checkedIn();
    expect(await organizer.del(`/checkins/${id}`)).toBeRefused(400, 'VALIDATION_FAILED');
    expect(await organizer.del(`/checkins/${id}`, { reason: '  ' })).toBeRefused(400, 'VALIDATION_FAILED');
    expect(await organizer.del(`/checkins/${id}?reason=mistake`)).toMatchObject({ status: 200 });
  });

  it('happens once: the second time it is gone, also of ten at once', async () => {
    const { id } = await checkedIn();
    const answers = await Promise.all(Array.from({ length: 10 }, () => organizer.del(`/checkins/${id}`, { reason })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
    expect(await organizer.del(`/checkins/${id}`, { reason })).toBeRefused(404, 'NOT_FOUND');
  });

  it('is repeated under its Idempotency-Key', async () => {
    const { id } = await checkedIn();
    const headers = { 'Idempotency-Key': randomUUID() };
    await organizer.del(`/checkins/${id}`, { reason }, { headers });
    const again = await organizer.del(`/checkins/${id}`, { reason }, { headers });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  });

  it('is for organizers', async () => {
    const { id } = await checkedIn();
    const mentor = await world.person();
    await world.role(mentor, track, 'MENTOR');
    const member = await world.member(acme, 'MEMBER');
    for (const person of [mentor, member]) {
      expect(await world.as(person, acme).del(`/checkins/${id}`, { reason })).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });

  it('finds nothing in another organization or under no id', async () => {
    const { id } = await checkedIn();
    const rival = await world.organization();
    const owner = world.as(await world.member(rival, 'OWNER'), rival);
    expect(await owner.del(`/checkins/${id}`, { reason })).toBeRefused(404, 'NOT_FOUND');
    expect(await organizer.del('/checkins/unknown', { reason })).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('The audit', () => {
  it('has the scan, with who made it, and the annulment beside it', async () => {
    const { door, ada, id } = await checkedIn();
    await organizer.del(`/checkins/${id}`, { reason });
    const entries = await world.rows`
      select action, organization_id, user_id = ${olga.id} as by_olga, length(key_id) as key_length, session_id,
             ids->>'point_id' as point_id, ids->>'registration_id' as registration_id, before, after->>'annul_reason' as why
        from published.check_in_audit where ids->>'checkin_id' = ${id} order by at`;
    const ids = {
      organization_id: acme.id,
      point_id: door.id,
      registration_id: ada.id,
      key_length: 8,
      session_id: null,
    };
    expect(entries).toMatchObject([
      { ...ids, action: 'check-in.scan', by_olga: false, before: {}, why: null },
      { ...ids, action: 'check-in.annul', by_olga: true, before: { annulled_at: null }, why: reason },
    ]);
  });
});
