import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/client.ts';
import { begin, waitingFor } from '../../support/transaction.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function crowd(size: number, columns: Record<string, unknown>) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, columns);
  const track = await world.track(hack);
  const olga = await world.member(acme, 'OWNER');
  const places = [];
  for (let n = 0; n < size; n++) places.push(await world.registered(await world.person(), track, 'pending'));
  const api = world.as(olga, acme);
  const accept = ({ id }: { id: string }) => api.patch(`/registrations/${id}/status`, { status: 'accepted' });
  const leave = ({ parent }: { parent: { id: string } }) => api.post(`/super-event-registrations/${parent.id}/cancel`);
  return { acme, hack, track, api, places, accept, leave };
}

/** Seats as they are counted, and as the parents and registrations say they should be. */
const counts = async (hack: { id: string }) =>
  (
    await world.rows<{ seats: number; parents: number; stranded: number }>`
      select (select accepted from registrations.seat where super_event_id = ${hack.id}) as seats,
             (select count(*)::int from registrations.super_event_registration
               where super_event_id = ${hack.id} and status = 'accepted') as parents,
             (select count(*)::int from registrations.registration r
                join registrations.super_event_registration p on p.id = r.super_event_registration_id
               where r.super_event_id = ${hack.id} and r.status = 'accepted' and p.status <> 'accepted') as stranded`
  )[0];
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

describe('Two seats', () => {
  it('go to exactly two of ten who are accepted at the same time', async () => {
    const { hack, places, accept } = await crowd(10, { max_participants: 2 });
    const answers = await Promise.all(places.map(accept));
    expect(statuses(answers)).toEqual([200, 200, ...Array<number>(8).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(answer).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED', { acceptedCount: 2, maxParticipants: 2 });
    }
    expect(await counts(hack)).toEqual({ seats: 2, parents: 2, stranded: 0 });
  });

  it('are never three while people come and go, and both are taken in the end', async () => {
    const { hack, places, accept, leave } = await crowd(10, { max_participants: 2 });
    let watching = true;
    let most = 0;
    const watch = (async () => {
      while (watching) most = Math.max(most, (await counts(hack))?.parents ?? 0);
    })();
    for (let round = 0; round < 3; round++) {
      await Promise.all(places.flatMap((place, n) => [accept(place), ...(n % 2 === 0 ? [leave(place)] : [])]));
      const now = await counts(hack);
      expect(now?.seats).toBe(now?.parents);
      expect(now?.stranded).toBe(0);
    }
    await Promise.all(places.map(accept));
    watching = false;
    await watch;
    expect(most).toBeLessThanOrEqual(2);
    expect(await counts(hack)).toEqual({ seats: 2, parents: 2, stranded: 0 });
  });

  it('are one for a person who is accepted ten times at the same time', async () => {
    const { hack, places, accept } = await crowd(1, { max_participants: 2 });
    const [place] = places;
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(place as { id: string })));
    expect(answers.map(({ body }) => body.data.updated).filter(Boolean)).toHaveLength(1);
    expect(await counts(hack)).toEqual({ seats: 1, parents: 1, stranded: 0 });
  });

  it('are one for a person who is accepted on several tracks at the same time', async () => {
    const { hack, track, api } = await crowd(0, { max_participants: 1 });
    const ada = await world.person();
    const places = [await world.registered(ada, track, 'pending')];
    for (const other of [await world.track(hack), await world.track(hack)]) {
      places.push(await world.registered(ada, other, 'pending'));
    }
    const answers = await Promise.all(
      places.map(({ id }) => api.patch(`/registrations/${id}/status`, { status: 'accepted' })),
    );
    expect(statuses(answers)).toEqual([200, 200, 200]);
    expect(await counts(hack)).toEqual({ seats: 1, parents: 1, stranded: 0 });
  });
});

describe('An accept against a parent that leaves', () => {
  it('never leaves an accepted registration under one that is not', async () => {
    const { hack, places, accept, leave } = await crowd(4, {});
    for (let round = 0; round < 5; round++) {
      await Promise.all(places.flatMap((place) => [accept(place), leave(place)]));
      const now = await counts(hack);
      expect(now).toEqual({ seats: now?.parents, parents: now?.parents, stranded: 0 });
    }
  });

  it('waits for a team that accepts the person on its track, and takes that registration along', async () => {
    const { hack, places, accept, leave } = await crowd(1, {});
    const [place] = places;
    if (!place) throw new Error('There is nobody.');
    const other = await world.track(hack);
    await accept(place);
    await using team = await begin(
      world.databaseUrl,
      'select published.accept_on_track(array[user_id], $1) from registrations.registration where id = $2',
      [other.id, place.id],
    );
    const leaving = leave(place);
    await waitingFor(world);
    await team.commit();
    expect((await leaving).status).toBe(200);
    expect(await counts(hack)).toEqual({ seats: 0, parents: 0, stranded: 0 });
  });
});

describe('An accept against a cancel of the same registration', () => {
  it('ends in one of the two, with the token that belongs to it', async () => {
    for (let round = 0; round < 5; round++) {
      const { api, places, accept } = await crowd(3, {});
      await Promise.all(places.flatMap((place) => [accept(place), api.post(`/registrations/${place.id}/cancel`)]));
      for (const { id, token } of places) {
        const { status, checkin_token } = (await api.get(`/registrations/${id}`)).body.data.registration;
        // Cancelling keeps the token; accepting what was cancelled makes a fresh one.
        expect([status, checkin_token === token]).toEqual(
          status === 'cancelled' ? ['cancelled', true] : ['accepted', false],
        );
      }
    }
  });
});
