import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { idAt, placeOf, positionOf } from '../../../shared/database/facts.ts';
import type { Fact, FactType } from '../../../shared/contract/facts.ts';
import type { Client } from '../../support/client.ts';
import { telling } from '../../support/telling.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

async function setting() {
  const here = await telling(world);
  return { ...here, path: `/organizations/${here.acme.slug}/facts` };
}
type Here = Awaited<ReturnType<typeof setting>>;

interface Page {
  readonly facts: Fact[];
  readonly next: string;
  readonly has_more: boolean;
}
const read = async (client: Client, path: string): Promise<Page> => (await client.get(path)).body.data as Page;
/** Once that many can be read: an older transaction may hold them back for a moment. */
const readAll = ({ owner, path }: Here, count: number, query = '') =>
  eventually(
    () => read(owner, `${path}${query}`),
    ({ facts }) => facts.length >= count,
  );

describe('Facts', () => {
  it('say what happened, where, and who did it', async () => {
    const here = await setting();
    const person = await here.happen();
    const { facts, next, has_more } = await readAll(here, 1);
    expect(facts).toEqual([
      {
        id: expect.any(String),
        position: expect.stringMatching(/^[0-9a-f]{48}$/),
        type: 'role.granted',
        occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        organization_id: here.acme.id,
        super_event_id: here.hack.id,
        event_id: here.track.id,
        actor: { user_id: expect.any(String), key_id: expect.any(String) },
        data: { user_id: person.id, role: 'MENTOR' },
      },
    ]);
    expect(has_more).toBe(false);
    expect(next >= (facts[0] as Fact).position).toBe(true);
  });

  it('are read on from where the page before ended, also where it was empty', async () => {
    const here = await setting();
    for (let n = 0; n < 5; n++) await here.happen();
    const { facts: all } = await readAll(here, 5);
    const seen: Fact[] = [];
    for (let [after, has_more] = ['', true]; has_more;) {
      const page = await read(here.owner, `${here.path}?limit=2${after && `&after=${after}`}`);
      expect(page.facts.length).toBeLessThanOrEqual(2);
      seen.push(...page.facts);
      ({ next: after, has_more } = page);
    }
    expect(seen).toEqual(all);
    const end = await read(here.owner, `${here.path}?after=${all.at(-1)?.position}`);
    expect(end).toMatchObject({ facts: [], has_more: false });
    await here.happen();
    expect((await readAll(here, 1, `?after=${end.next}`)).facts).toHaveLength(1);
  });

  it('are of the types and the hackathon that are asked for', async () => {
    const here = await setting();
    const [other, person] = [await world.superEvent(here.acme), await here.happen()];
    await here.owner.patch(`/super-events/${other.id}`, { description: 'Two days' });
    await here.owner.del(`/events/${here.track.id}/roles/${person.id}/MENTOR`);
    const typesAt = async (query: string, count: number) =>
      (await readAll(here, count, query)).facts.map(({ type }) => type);
    expect(await typesAt('', 3)).toEqual(['role.granted', 'super_event.changed', 'role.revoked']);
    expect(await typesAt('?types=role.revoked,super_event.changed', 2)).toEqual([
      'super_event.changed',
      'role.revoked',
    ]);
    expect(await typesAt(`?super_event_id=${other.id}`, 1)).toEqual(['super_event.changed']);
    expect(await typesAt(`?super_event_id=${randomUUID()}`, 0)).toEqual([]);
  });

  it('are told of scans, of refused ones only by name', async () => {
    const here = await setting();
    const [point, place] = [await world.point(here.track), await world.registered(await world.person(), here.track)];
    const scan = (token: string) => here.owner.post(`/checkin-points/${point.id}/scan`, { token });
    const { body } = await scan(place.token);
    await scan('never-was');
    const [recorded] = (await readAll(here, 1)).facts;
    expect(recorded).toMatchObject({
      type: 'checkin.recorded',
      super_event_id: here.hack.id,
      event_id: here.track.id,
      data: { registration_id: place.id, point_id: point.id, checked_in_at: body.data.checked_in_at },
    });
    expect((await readAll(here, 1)).facts.map(({ type }) => type)).toEqual(['checkin.recorded']);
    const [refused] = (await readAll(here, 1, '?types=checkin.refused')).facts;
    expect(refused).toMatchObject({ type: 'checkin.refused', data: { point_id: point.id, reason: 'INVALID_TOKEN' } });
    await here.owner.del(`/checkins/${recorded?.data['checkin_id'] as string}`, { reason: 'by mistake' });
    const [annulled] = (await readAll(here, 1, '?types=checkin.annulled')).facts;
    expect(annulled).toMatchObject({ event_id: here.track.id, data: { checkin_id: recorded?.data['checkin_id'] } });
  });

  it('carry neither addresses nor answers', async () => {
    const here = await setting();
    await here.owner.post(`/super-events/${here.hack.id}/role-invites`, { email: 'secret@muster.test', role: 'JUDGE' });
    const ada = await world.person();
    await world.as(ada, here.acme).post(`/super-events/${here.hack.slug}/register`, {});
    const { facts } = await readAll(here, 2);
    expect(facts.map(({ type }) => type)).toEqual(['role.invited', 'registration.created'] satisfies FactType[]);
    expect(JSON.stringify(facts)).not.toMatch(/@|answers|message/);
  });
});

describe('A position', () => {
  it('older than 30 days has expired, and so has one this database never gave out', async () => {
    const { owner, path } = await setting();
    const old = positionOf({ timeline: 1, xid: '1', id: idAt(Date.now() - 31 * 86_400_000) });
    const foreign = positionOf({ timeline: 1, xid: '200000000000000', id: idAt(Date.now()) });
    for (const after of [old, foreign]) {
      expect(await owner.get(`${path}?after=${after}`)).toBeRefused(410, 'POSITION_EXPIRED');
    }
  });

  it('of a history that ended when a standby took over has expired, for that one may lack facts', async () => {
    const here = await setting();
    await here.happen();
    const { next } = await readAll(here, 1);
    const former = positionOf({ ...placeOf(next), timeline: placeOf(next).timeline + 1 });
    expect(await here.owner.get(`${here.path}?after=${next}`)).toMatchObject({ status: 200 });
    for (const way of ['', '/stream']) {
      expect(await here.owner.get(`${here.path}${way}?after=${former}`)).toBeRefused(410, 'POSITION_EXPIRED');
    }
  });

  it('is nothing one could make up, as types and limits are not', async () => {
    const { owner, path } = await setting();
    for (const query of [
      'after=1',
      'after=zz',
      'types=team.born',
      'types=',
      'limit=501',
      'limit=0',
      'super_event_id=x',
    ]) {
      expect(await owner.get(`${path}?${query}`)).toBeRefused(400, 'VALIDATION_FAILED');
    }
  });

  it('older than that is not reached from the beginning either', async () => {
    const here = await setting();
    await here.happen();
    await readAll(here, 1);
    await world.rows`update events.audit set at = now() - interval '31 days' where organization_id = ${here.acme.id}`;
    expect((await read(here.owner, here.path)).facts).toEqual([]);
  });
});

describe('Facts are for', () => {
  it('members of the organization, whatever their role there', async () => {
    const { acme, path } = await setting();
    for (const role of ['OWNER', 'ADMIN', 'MEMBER'] as const) {
      expect(await world.as(await world.member(acme, role), acme).get(path)).toMatchObject({ status: 200 });
    }
  });

  it.each(['ORGANIZER', 'MENTOR', 'JUDGE'] as const)('%s of a hackathon, who read what happens there', async (role) => {
    const here = await setting();
    const elsewhere = await world.superEvent(here.acme);
    await here.owner.patch(`/super-events/${elsewhere.id}`, { description: 'Two days' });
    const judge = world.as(await here.happen(here.track, role), here.acme);
    expect(await judge.get(here.path)).toBeRefused(403, 'PERMISSION_DENIED');
    await readAll(here, 2);
    const { facts } = await read(judge, `${here.path}?super_event_id=${here.hack.id}`);
    expect(facts.map(({ type }) => type)).toEqual(['role.granted']);
    expect(await judge.get(`${here.path}?super_event_id=${elsewhere.id}`)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('nobody who takes part, and nobody from outside, who does not even learn that there are any', async () => {
    const here = await setting();
    const ada = await world.person();
    await world.registered(ada, here.track);
    const query = `?super_event_id=${here.hack.id}`;
    expect(await world.as(ada, here.acme).get(`${here.path}${query}`)).toBeRefused(403, 'PERMISSION_DENIED');
    const other = await setting();
    expect(await other.owner.get(`${here.path}${query}`)).toBeRefused(404, 'NOT_FOUND');
    expect((await read(other.owner, `${other.path}${query}`)).facts).toEqual([]);
    expect(await world.stranger().get(here.path)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
