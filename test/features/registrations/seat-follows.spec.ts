/** A seat belongs to somebody who is accepted on a track, or was accepted in the hackathon and on no track yet. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import type { Answer, Client } from '../../support/client.ts';
import { brokenRules } from '../../support/teams/invariants.ts';
import { begin, waitingFor } from '../../support/transaction.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let organizer: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  organizer = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

type Place = Awaited<ReturnType<World['registered']>>;
const decide = ({ id }: { id: string }, status: string) => organizer.patch(`/registrations/${id}/status`, { status });
const cancel = ({ id }: { id: string }) => organizer.post(`/registrations/${id}/cancel`);
const onboard = (hack: SuperEvent, { email }: { email: string }) =>
  organizer.post(`/super-events/${hack.slug}/participants`, { email });
const parentStatus = async ({ parent }: Place) =>
  (await organizer.get(`/super-event-registrations/${parent.id}`)).body.data.super_event_registration.status as string;
const seats = async (hack: SuperEvent) =>
  (await world.rows<{ accepted: number }>`select accepted from registrations.seat where super_event_id = ${hack.id}`)[0]
    ?.accepted ?? 0;

/** A hackathon with one seat and Ada accepted on its only track. */
async function full() {
  const hack = await world.superEvent(acme, { max_participants: 1 });
  const track = await world.track(hack);
  const ada = await world.person();
  const place = await world.registered(ada, track);
  return { hack, track, ada, place };
}

/** Ada, accepted on each of so many tracks. */
async function onTracks(count: number) {
  const hack = await world.superEvent(acme);
  const ada = await world.person();
  const tracks: Track[] = [];
  const places: Place[] = [];
  for (let n = 0; n < count; n++) {
    const track = await world.track(hack);
    tracks.push(track);
    places.push(await world.registered(ada, track));
  }
  const [place, other] = places as [Place, Place];
  return { hack, ada, tracks, places, place, other };
}

describe('Ending the last accepted registration of somebody', () => {
  it.each(['pending', 'waitlisted', 'rejected'] as const)(
    'as %s takes their place in the hackathon along',
    async (status) => {
      const { hack, place } = await full();
      expect((await decide(place, status)).body.data).toEqual({ updated: true, status });
      expect([await parentStatus(place), await seats(hack)]).toEqual([status, 0]);
    },
  );

  it('by cancelling takes their place in the hackathon along', async () => {
    const { hack, ada, place } = await full();
    expect((await world.as(ada, acme).post(`/registrations/${place.id}/cancel`)).status).toBe(200);
    expect([await parentStatus(place), await seats(hack)]).toEqual(['cancelled', 0]);
  });

  it('gives the seat to the next, and makes onboarding them anew possible', async () => {
    const { hack, ada, place } = await full();
    const [bob, cleo] = [await world.person(), await world.person()];
    expect(await onboard(hack, bob)).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED');
    await decide(place, 'rejected');
    expect(await onboard(hack, bob)).toMatchObject({ status: 201, body: { data: { status: 'enrolled' } } });
    expect(await onboard(hack, ada)).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED');
    await world.rows`update events.super_event set max_participants = 3 where id = ${hack.id}`;
    expect(await onboard(hack, ada)).toMatchObject({ status: 201, body: { data: { status: 'enrolled' } } });
    expect((await onboard(hack, cleo)).status).toBe(201);
    expect(await onboard(hack, ada)).toMatchObject({ status: 200, body: { data: { status: 'already_enrolled' } } });
    expect(await seats(hack)).toBe(3);
  });

  it('is told as a fact of both, and stands in the audit of both', async () => {
    const { hack, ada, place } = await full();
    await decide(place, 'rejected');
    const about = `super_event_id=${hack.id}`;
    // A transaction that is still under way elsewhere may hold them back for a moment.
    const told = await eventually(
      async () => {
        const { facts } = (await organizer.get(`/organizations/${acme.id}/facts?${about}`)).body.data;
        return facts.filter(({ type }: { type: string }) => type.startsWith('registration.')) as Record<string, any>[];
      },
      ({ length }) => length >= 2,
    );
    expect(told.map(({ type, data }) => [type, data.registration_id, data.status])).toEqual(
      expect.arrayContaining([['registration.status_changed', place.id, 'rejected']]),
    );
    expect(told).toHaveLength(2);
    const { entries } = (await organizer.get(`/organizations/${acme.id}/audit?action=registrations.updateStatus`)).body
      .data;
    const own = entries.filter(({ ids }: { ids: Record<string, string> }) => ids['user_id'] === ada.id);
    expect(own.map(({ before, after }: Record<string, unknown>) => [before, after])).toEqual(
      Array.from({ length: 2 }, () => [{ status: 'accepted' }, { status: 'rejected' }]),
    );
    expect(own.map(({ ids }: { ids: Record<string, string> }) => Object.keys(ids).sort().join())).toEqual(
      expect.arrayContaining(['super_event_registration_id,user_id', 'event_id,registration_id,user_id']),
    );
  });

  it('is told the person in one letter, about the track', async () => {
    const { ada, place } = await full();
    await decide(place, 'rejected');
    expect((await world.nextMailTo(ada.email)).subject).toMatch(/^About your registration: .+ \(.+\)$/);
    await decide(place, 'accepted');
    await world.nextMailTo(ada.email);
    expect(await world.mailsTo(ada.email)).toHaveLength(2);
  });

  it('ends the team there, and the tokens of both open no door', async () => {
    const { hack, track, ada, place } = await full();
    const point = await world.point(hack);
    await world.team(track, [ada]);
    await decide(place, 'waitlisted');
    for (const token of [place.token, place.parent.token]) {
      expect(await organizer.post(`/checkin-points/${point.id}/scan`, { token })).toBeRefused(403, 'NOT_ACCEPTED');
    }
    const { builders } = (await organizer.get(`/super-events/${hack.id}/team-management/builders`)).body.data;
    expect(builders).toMatchObject([{ userId: ada.id, status: 'waitlisted', activeTeam: null }]);
  });

  it('takes accepted registrations on deleted tracks along, which keep no seat', async () => {
    const { hack, tracks, place, other } = await onTracks(2);
    await organizer.del(`/events/${tracks[1]?.id}`);
    expect([await parentStatus(place), await seats(hack)]).toEqual(['accepted', 1]);
    await decide(place, 'rejected');
    expect([await parentStatus(place), await seats(hack)]).toEqual(['rejected', 0]);
    const [row] = await world.rows<{ status: string }>`
      select status from registrations.registration where id = ${other.id}`;
    expect(row?.status).toBe('rejected');
  });
});

describe('A place in the hackathon stays', () => {
  it('where the person is accepted on another track', async () => {
    const { hack, place, other } = await onTracks(2);
    await decide(place, 'rejected');
    expect([await parentStatus(place), await seats(hack)]).toEqual(['accepted', 1]);
    await cancel(other);
    expect([await parentStatus(place), await seats(hack)]).toEqual(['cancelled', 0]);
  });

  it('where they were accepted in the hackathon, and what ends was not accepted', async () => {
    const hack = await world.superEvent(acme);
    const ada = await world.person();
    await world.applied(ada, hack, 'accepted');
    const place = await world.registered(ada, await world.track(hack), 'pending');
    for (const status of ['waitlisted', 'rejected']) await decide(place, status);
    await cancel(place);
    expect([await parentStatus(place), await seats(hack)]).toEqual(['accepted', 1]);
  });

  it('where their only track is deleted', async () => {
    const { hack, track, place } = await full();
    await organizer.del(`/events/${track.id}`);
    expect([await parentStatus(place), await seats(hack)]).toEqual(['accepted', 1]);
  });

  it('where they were moved to another track and lose the former', async () => {
    const { hack, ada, place } = await full();
    const other = await world.track(hack);
    await organizer.patch(`/super-events/${hack.id}/team-management/builders/${ada.id}/track`, {
      targetTrackId: other.id,
    });
    await decide(place, 'rejected');
    expect([await parentStatus(place), await seats(hack)]).toEqual(['accepted', 1]);
  });
});

describe('At the same time', () => {
  /** The seats as kept and as counted, and people who are accepted in only one of hackathon and track. */
  const state = async (hack: SuperEvent) =>
    (
      await world.rows<{ seats: number; parents: number; on_tracks: number }>`
        select (select accepted from registrations.seat where super_event_id = ${hack.id}) as seats,
               (select count(*)::int from registrations.super_event_registration
                 where super_event_id = ${hack.id} and status = 'accepted') as parents,
               (select count(distinct user_id)::int from registrations.registration
                 where super_event_id = ${hack.id} and status = 'accepted') as on_tracks`
    )[0];
  const all = (answers: Answer[]) => answers.map(({ status }) => status);

  it('the last two tracks of somebody leave no seat behind', async () => {
    for (let round = 0; round < 10; round++) {
      const { hack, place, other } = await onTracks(2);
      expect(all(await Promise.all([decide(place, 'rejected'), cancel(other)]))).toEqual([200, 200]);
      expect(await state(hack)).toEqual({ seats: 0, parents: 0, on_tracks: 0 });
    }
  });

  it('who waits for the end of one track finds that theirs is the last', async () => {
    const { hack, place, other } = await onTracks(2);
    await using first = await begin(
      world.databaseUrl,
      `with held as (select id from registrations.super_event_registration where id = $1 for no key update)
       update registrations.registration r set status = 'rejected' from held where r.id = $2`,
      [place.parent.id, place.id],
    );
    const second = decide(other, 'waitlisted');
    await waitingFor(world);
    await first.commit();
    expect((await second).status).toBe(200);
    expect(await state(hack)).toEqual({ seats: 0, parents: 0, on_tracks: 0 });
    expect(await parentStatus(place)).toBe('waitlisted');
  });

  it('one track accepted and another rejected leave one seat', async () => {
    for (let round = 0; round < 10; round++) {
      const { hack, place, other } = await onTracks(2);
      await decide(other, 'waitlisted');
      expect(all(await Promise.all([decide(place, 'rejected'), decide(other, 'accepted')]))).toEqual([200, 200]);
      expect(await state(hack)).toEqual({ seats: 1, parents: 1, on_tracks: 1 });
    }
  });

  it('sixteen decisions about four tracks leave the seat exactly where somebody is accepted', async () => {
    for (let round = 0; round < 5; round++) {
      const { hack, places } = await onTracks(4);
      const statuses = ['rejected', 'accepted', 'cancelled', 'waitlisted'];
      const answers = await Promise.all(
        places.flatMap((place, n) =>
          statuses.map((_, m) => {
            const status = statuses[(n + m) % statuses.length] ?? '';
            return status === 'cancelled' ? cancel(place) : decide(place, status);
          }),
        ),
      );
      expect(all(answers)).toEqual(Array.from({ length: 16 }, () => 200));
      const now = await state(hack);
      expect([now?.seats, now?.parents]).toEqual([now?.on_tracks, now?.on_tracks]);
      expect(await brokenRules(world, hack.id)).toEqual([]);
    }
  });

  it('rejecting and letting in the next go on until everybody was in, one at a time', async () => {
    const { hack, track, place } = await full();
    const others = [];
    for (let n = 0; n < 8; n++) others.push(await world.registered(await world.person(), track, 'pending'));
    for (const other of others) {
      const before = others[others.indexOf(other) - 1] ?? place;
      const [out, into] = await Promise.all([decide(before, 'rejected'), decide(other, 'accepted')]);
      expect(out.status).toBe(200);
      if (into.status === 409) expect((await decide(other, 'accepted')).status).toBe(200);
      expect(await state(hack)).toEqual({ seats: 1, parents: 1, on_tracks: 1 });
    }
  });
});
