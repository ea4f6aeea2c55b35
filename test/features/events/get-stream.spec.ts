import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: { id: string };
let olga: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

const address = 'https://stream.test/live';
const refused = (answer: unknown) => expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
const stream = async (person: Parameters<World['as']>[0], { id }: { id: string }) =>
  world.as(person, acme).get(`/events/${id}/stream`);

describe('The stream of a track', () => {
  it('is its own, and starts when it says', async () => {
    const hack = await world.superEvent(acme, { stream_url: 'https://stream.test/main' });
    const track = await world.track(hack, { stream_url: address, stream_start_at: '2027-03-06T10:00:00+01:00' });
    const answer = await olga.get(`/events/${track.slug}/stream`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: { stream_url: address, stream_start_at: '2027-03-06T09:00:00.000Z' },
    });
  });

  it("is its hackathon's where it has none, and starts with the track where no time is set", async () => {
    const hack = await world.superEvent(acme, { stream_url: 'https://stream.test/main' });
    const dates = { start_at: '2027-03-06T08:00:00Z', end_at: '2027-03-07T08:00:00Z' };
    const track = await world.track(hack, dates);
    expect((await olga.get(`/events/${track.id}/stream`)).body.data).toEqual({
      stream_url: 'https://stream.test/main',
      stream_start_at: '2027-03-06T08:00:00.000Z',
    });
  });

  it('starts with the hackathon where the track has no dates, and at no known time where neither has', async () => {
    const nowhere = { start_at: null, end_at: null, status: 'draft' };
    const dated = await world.superEvent(acme, { start_at: '2027-03-06T08:00:00Z', end_at: '2027-03-07T08:00:00Z' });
    const undated = await world.superEvent(acme, nowhere);
    const startOf = async ({ id }: { id: string }) => {
      const { data } = (await olga.get(`/events/${id}/stream`)).body;
      return data.stream_start_at;
    };
    expect(await startOf(await world.track(dated, { ...nowhere, stream_url: address }))).toBe(
      '2027-03-06T08:00:00.000Z',
    );
    expect(await startOf(await world.track(undated, { ...nowhere, stream_url: address }))).toBe(null);
  });

  it('is not there where neither has one, and again after it was cleared', async () => {
    const track = await world.track(await world.superEvent(acme));
    expect(await olga.get(`/events/${track.id}/stream`)).toBeRefused(404, 'NOT_FOUND');
    await olga.patch(`/events/${track.id}`, { stream_url: 'stream.test/live' });
    expect((await olga.get(`/events/${track.id}/stream`)).body.data.stream_url).toBe(address);
    await olga.patch(`/events/${track.id}`, { stream_url: '' });
    expect(await olga.get(`/events/${track.id}/stream`)).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('A person who may watch', () => {
  const streamed = async (columns = {}) => world.track(await world.superEvent(acme, columns), { stream_url: address });

  it.each(['pending', 'waitlisted', 'rejected', 'cancelled'] as const)(
    'is nobody whose registration is %s',
    async (status) => {
      const track = await streamed();
      const ada = await world.person();
      await world.registered(ada, track, status);
      refused(await stream(ada, track));
    },
  );

  it('is somebody who is accepted on the track, and who is accepted in the hackathon', async () => {
    const track = await streamed();
    const [ada, bob] = [await world.person(), await world.person()];
    await world.registered(ada, track);
    await world.applied(bob, { ...track, id: track.super_event_id });
    for (const person of [ada, bob]) expect((await stream(person, track)).status).toBe(200);
  });

  it.each(['ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT'] as const)(
    'is who is %s of the track, or of another one of the hackathon',
    async (role) => {
      const track = await streamed({ visibility: 'private' });
      const sister = await world.track({ ...track, id: track.super_event_id });
      const [ada, bob] = [await world.person(), await world.person()];
      await world.role(ada, track, role);
      await world.role(bob, sister, role);
      for (const person of [ada, bob]) expect((await stream(person, track)).status).toBe(200);
    },
  );

  it('is every member of the organization, and nobody who has no part in the hackathon', async () => {
    const track = await streamed();
    const other = await streamed();
    const ada = await world.person();
    await world.registered(ada, other);
    expect((await stream(await world.member(acme, 'MEMBER'), track)).status).toBe(200);
    refused(await stream(ada, track));
    refused(await stream(await world.person(), track));
  });

  it('is no longer somebody who was accepted before', async () => {
    const track = await streamed();
    const ada = await world.person();
    const { parent } = await world.registered(ada, track);
    await olga.patch(`/super-event-registrations/${parent.id}/status`, { status: 'waitlisted' });
    refused(await stream(ada, track));
  });

  it('is one of its staff alone while the track or its hackathon is a draft', async () => {
    const track = await streamed();
    const [ada, judy] = [await world.person(), await world.person()];
    await world.registered(ada, track);
    await world.role(judy, track, 'JUDGE');
    await olga.patch(`/events/${track.id}`, { status: 'draft' });
    refused(await stream(ada, track));
    expect((await stream(judy, track)).status).toBe(200);
  });

  it('is nobody of another organization, nobody without a key, and nobody once the track is deleted', async () => {
    const other = await world.organization();
    const otto = world.as(await world.member(other, 'OWNER'), other);
    const track = await streamed();
    expect(await otto.get(`/events/${track.slug}/stream`)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().get(`/events/${track.id}/stream`)).toBeRefused(401, 'UNAUTHENTICATED');
    await olga.del(`/events/${track.id}`);
    expect(await olga.get(`/events/${track.id}/stream`)).toBeRefused(404, 'NOT_FOUND');
  });
});
