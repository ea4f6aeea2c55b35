import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Client } from '../../support/client.ts';
import type { Track } from '../../support/fixtures.ts';
import { openCriteria, type Criteria } from '../../support/judging/criteria.ts';
import { Jury } from '../../support/judging/jury.ts';

let here: Criteria;
beforeAll(async () => {
  here = await openCriteria();
});
afterAll(() => here.world.close());

type Weighed = readonly [name: string, weight: number, order_index: number];
const trackWith = async (...criteria: readonly Weighed[]): Promise<Track> => {
  const track = await here.track();
  for (const [name, weight, order_index] of criteria) {
    expect((await here.create(track, { name, weight, order_index, description: `${name}?` })).status).toBe(201);
  }
  return track;
};
const clone = (to: string, from: string, client: Client = here.olga) =>
  client.post(`/events/${to}/criteria/clone/${from}`);
const namesOn = async (track: Track) => (await here.list(track)).criteria.map(({ name }: { name: string }) => name);

describe('Cloning the criteria of a track', () => {
  it('copies every field of every criterion to a track without any, and answers 201 with the copies', async () => {
    const source = await trackWith(['Craft', 0.4, 5], ['Impact', 0.6, -1]);
    const target = await here.track();
    const answer = await clone(target.id, source.id);
    expect(answer.status).toBe(201);
    const copy = { id: expect.any(String), event_id: target.id };
    expect(answer.body).toEqual({
      success: true,
      data: {
        criteria: [
          { ...copy, name: 'Impact', description: 'Impact?', weight: 0.6, order_index: -1 },
          { ...copy, name: 'Craft', description: 'Craft?', weight: 0.4, order_index: 5 },
        ],
        count: 2,
      },
    });
    expect(await here.list(target)).toEqual(answer.body.data);
    expect(await here.total(target)).toBe(1);
  });

  it('puts them behind those of the target, in the order they had', async () => {
    const source = await trackWith(['C', 0.1, 9], ['A', 0.1, 1], ['B', 0.1, 1.5]);
    const target = await trackWith(['First', 0.3, 7.5], ['Before', 0.3, -2]);
    const { data } = (await clone(target.id, source.id)).body;
    expect(data.criteria.map(({ order_index }: { order_index: number }) => order_index)).toEqual([8.5, 9.5, 10.5]);
    expect(data.count).toBe(3);
    expect(await namesOn(target)).toEqual(['Before', 'First', 'A', 'B', 'C']);
    expect(await here.total(target)).toBe(0.9);
  });

  it('keeps the order also of those with one index', async () => {
    const source = await trackWith(...['A', 'B', 'C', 'D', 'E', 'F'].map((name) => [name, 0.1, 0] as const));
    const target = await here.track();
    await clone(target.id, source.id);
    expect(await namesOn(target)).toEqual(await namesOn(source));
  });

  it('leaves the source and its scores as they are, and goes its own way afterwards', async () => {
    const source = await trackWith(['Craft', 0.5, 0]);
    const target = await here.track();
    const jury = new Jury(here.world, source);
    const before = await here.list(source);
    const assignment = await jury.assignment(await jury.judge(), await here.world.team(source, []));
    await jury.score(assignment, before.criteria[0], { value: 7 });
    const [copy] = (await clone(target.id, source.id)).body.data.criteria;
    await here.olga.patch(`/criteria/${copy.id}`, { name: 'Other', weight: 1 });
    expect(await here.list(source)).toEqual(before);
    expect(await here.world.rows`select 1 from judging.score where criterion_id = ${copy.id}`).toEqual([]);
  });

  it('takes slugs, and works across hackathons of the organization', async () => {
    const source = await trackWith(['Craft', 0.5, 0]);
    const target = await here.track();
    expect((await clone(target.slug, source.slug)).status).toBe(201);
    expect(await namesOn(target)).toEqual(['Craft']);
  });

  it('doubles a track that is its own source, as far as the weights allow', async () => {
    const track = await trackWith(['Craft', 0.25, 0]);
    expect((await clone(track.id, track.id)).status).toBe(201);
    expect((await clone(track.id, track.id)).status).toBe(201);
    expect(await here.total(track)).toBe(1);
    expect(await clone(track.id, track.id)).toBeRefused(409, 'WEIGHT_TOTAL_EXCEEDED');
  });

  it('answers 200 with none where there are none', async () => {
    const answer = await clone((await trackWith(['Craft', 1, 0])).id, (await here.track()).id);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ criteria: [], count: 0 });
  });

  it('is refused as a whole where the weights would pass 1', async () => {
    const source = await trackWith(['Craft', 0.2, 0], ['Impact', 0.3, 1]);
    const target = await trackWith(['Own', 0.500_02, 0]);
    const before = await here.list(target);
    expect(await clone(target.id, source.id)).toBeRefused(409, 'WEIGHT_TOTAL_EXCEEDED', {
      current_total: 0.500_02,
      attempted_total: 1.000_02,
    });
    expect(await here.list(target)).toEqual(before);
    expect(await here.total(target)).toBe(0.500_02);
  });

  it('happens once under one idempotency key', async () => {
    const [source, target] = [await trackWith(['Craft', 0.2, 0]), await here.track()];
    const headers = { 'Idempotency-Key': `clone-${target.id}` };
    const ask = () => here.olga.post(`/events/${target.id}/criteria/clone/${source.id}`, {}, { headers });
    const [first, second] = [await ask(), await ask()];
    expect([second.status, second.body.data]).toEqual([201, first.body.data]);
    expect((await here.list(target)).count).toBe(1);
  });

  it('leaves an audit row for each copy', async () => {
    const source = await trackWith(['Craft', 0.2, 0], ['Impact', 0.3, 1]);
    const target = await here.track();
    const { criteria } = (await clone(target.id, source.id)).body.data;
    expect(await here.audit(target, 'judging.cloneCriteria')).toEqual(
      criteria.map(({ id, event_id, ...after }: { id: string; event_id: string }) => ({
        ids: { event_id, criterion_id: id },
        before: {},
        after,
      })),
    );
  });
});

describe('A source', () => {
  let target: Track;
  beforeAll(async () => {
    target = await here.track();
  });

  it.each(['no-such-track', randomUUID()])('that is not there is 404: %s', async (source) => {
    expect(await clone(target.id, source)).toBeRefused(404, 'NOT_FOUND');
  });

  it('that was deleted is 404', async () => {
    const source = await trackWith(['Craft', 0.2, 0]);
    await here.olga.del(`/events/${source.id}`);
    expect(await clone(target.id, source.id)).toBeRefused(404, 'NOT_FOUND');
  });

  it('of another organization is 404, also for a session of both', async () => {
    const { world, acme } = here;
    const elsewhere = await world.organization();
    const theirs = await world.track(await world.superEvent(elsewhere), { slug: 'theirs' });
    const both = await world.member(acme, 'ADMIN');
    await world.rows`
      insert into organizations.member (organization_id, user_id, role) values (${elsewhere.id}, ${both.id}, 'OWNER')`;
    const session = await new Jury(world, theirs).signedIn(both);
    expect((await session.get(`/events/${theirs.id}/criteria`)).status).toBe(200);
    for (const client of [here.olga, session]) {
      for (const source of [theirs.id, theirs.slug]) {
        expect(await clone(target.id, source, client)).toBeRefused(404, 'NOT_FOUND');
      }
    }
  });

  it('that shares its slug with one of another organization is that of the target', async () => {
    const { world, acme } = here;
    const source = await trackWith(['Craft', 0.2, 0]);
    const elsewhere = await world.organization();
    await world.track(await world.superEvent(elsewhere), { slug: source.slug });
    const both = await world.member(acme, 'ADMIN');
    await world.rows`
      insert into organizations.member (organization_id, user_id, role) values (${elsewhere.id}, ${both.id}, 'OWNER')`;
    const session = await new Jury(world, source).signedIn(both);
    expect(await session.get(`/events/${source.slug}/criteria`)).toBeRefused(409, 'AMBIGUOUS_SLUG');
    expect(await clone(source.slug, target.id, session)).toBeRefused(409, 'AMBIGUOUS_SLUG');
    expect((await clone((await here.track()).id, source.slug, session)).status).toBe(201);
  });

  it('that the organizer of the target may not see is 403', async () => {
    const { world, acme } = here;
    const source = await trackWith(['Craft', 0.2, 0]);
    const oscar = await world.person();
    await world.role(oscar, target, 'ORGANIZER');
    for (const client of [world.as(oscar, acme), await new Jury(world, target).signedIn(oscar)]) {
      expect(await clone(target.id, source.id, client)).toBeRefused(403, 'PERMISSION_DENIED');
    }
    await world.registered(oscar, source);
    expect((await clone(target.id, source.id, world.as(oscar, acme))).status).toBe(201);
  });

  it('does not help who may not organize the target', async () => {
    const { world, acme } = here;
    const source = await trackWith(['Craft', 0.2, 0]);
    const oscar = await world.person();
    await world.role(oscar, source, 'ORGANIZER');
    expect(await clone(target.id, source.id, world.as(oscar, acme))).toBeRefused(403, 'PERMISSION_DENIED');
    const elsewhere = await world.organization();
    const otto = world.as(await world.member(elsewhere, 'OWNER'), elsewhere);
    const theirs = await world.track(await world.superEvent(elsewhere));
    expect(await clone(target.id, theirs.id, otto)).toBeRefused(404, 'NOT_FOUND');
    expect(await clone(target.id, source.id, world.stranger())).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
