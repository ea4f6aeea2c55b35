import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decidingIn, idsOf } from '../../support/deciding.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const { hackathon, guests, parentsOf, onTrack, seatsOf, letters, age } = decidingIn(() => world);

describe('Taking a decision back', () => {
  it('has everybody be as they were: place, tracks, seat and code, and no email leaves', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null], 'accepted');
    const pending = await guests(scene.ai, [null, null]);
    const before = await world.rows`select id, checkin_token from registrations.registration order by id`;
    const rejection = await scene.decide({ status: 'rejected', ids: idsOf(all) });
    const acceptance = await scene.decide({
      status: 'accepted',
      ids: idsOf(pending),
      track_ids: [scene.ai.id, scene.web.id],
    });
    expect(await seatsOf(scene)).toBe(2);
    for (const [{ body }, undone] of [
      [rejection, 1],
      [acceptance, 2],
    ] as const) {
      const id = body.data.id as string;
      const answer = await scene.undo(id);
      expect([answer.status, answer.body.data]).toEqual([200, { id, undone, kept: [], without_team: [] }]);
    }
    expect([await parentsOf(all), await onTrack(all, scene.ai)]).toEqual([['accepted'], ['accepted']]);
    expect([await parentsOf(pending), await onTrack(pending, scene.ai), await onTrack(pending, scene.web)]).toEqual([
      ['pending', 'pending'],
      ['pending', 'pending'],
      ['cancelled', 'cancelled'],
    ]);
    expect(await seatsOf(scene)).toBe(1);
    expect(await letters([...all, ...pending])).toEqual([]);
    const after = await world.rows`select id, checkin_token from registrations.registration
                                    where event_id = ${scene.ai.id} order by id`;
    expect(before).toEqual(expect.arrayContaining(after));
  });

  it('gives people back to their teams, and a team to its leader', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null, null, null], 'accepted');
    const people = all.map(({ person }) => person);
    const team = await world.team(scene.ai, people);
    const membersOf = async () =>
      (await scene.api.get(`/super-events/${scene.hack.id}/team-management/teams/${team.id}/members`)).body.data
        .members;
    const before = await membersOf();
    const { body } = await scene.decide({ status: 'rejected', ids: idsOf(all.slice(0, 2)) });
    expect(await membersOf()).toHaveLength(1);
    expect((await scene.undo(body.data.id as string)).body.data).toMatchObject({ undone: 2, without_team: [] });
    expect(await membersOf()).toEqual(before);
  });

  it('opens a team again that it left empty, and names whom there is no room for', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null, null], 'accepted');
    const [ada, bob] = all;
    const team = await world.team(scene.ai, [ada!.person]);
    await world.rows`update events.track set config_json = '{"max_team_size": 1}' where id = ${scene.ai.id}`;
    const isOpen = async () =>
      (await world.rows<{ is_open: boolean }>`select is_open from teams.team where id = ${team.id}`)[0]?.is_open;
    const first = await scene.decide({ status: 'waitlisted', ids: [ada!.id] });
    expect(await isOpen()).toBe(false);
    await scene.undo(first.body.data.id as string);
    expect(await isOpen()).toBe(true);
    const second = await scene.decide({ status: 'waitlisted', ids: [ada!.id] });
    const path = `/super-events/${scene.hack.id}/team-management/teams/${team.id}/members`;
    expect((await scene.api.post(path, { userId: bob!.person.id })).status).toBe(200);
    const { body } = await scene.undo(second.body.data.id as string);
    expect(body.data).toMatchObject({ undone: 1, without_team: [ada!.person.id] });
    expect(await parentsOf([ada!])).toEqual(['accepted']);
  });

  it('leaves alone, and names, what was decided anew since, even if it came to the same', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null, null]);
    const { body } = await scene.decide({ status: 'accepted', ids: idsOf(all) });
    for (const status of ['rejected', 'accepted'])
      await scene.api.patch(`/super-event-registrations/${all[0]!.id}/status`, { status });
    expect((await scene.undo(body.data.id as string)).body.data).toMatchObject({
      undone: 1,
      kept: [{ id: all[0]!.id, code: 'DECIDED_ANEW' }],
    });
    expect(await parentsOf(all)).toEqual(['accepted', 'pending']);
    expect(await seatsOf(scene)).toBe(1);
  });

  it('leaves teams alone that it had not to do with, though its people are on several tracks', async () => {
    const scene = await hackathon();
    const [ada] = await guests(scene.ai, [null], 'accepted');
    await world.registered(ada!.person, scene.web, 'pending');
    const [bob] = await guests(scene.ai, [null]);
    const [cyd] = await guests(scene.ai, [null], 'accepted');
    const team = await world.team(scene.ai, [ada!.person, cyd!.person]);
    const membersOf = async () =>
      (await scene.api.get(`/super-events/${scene.hack.id}/team-management/teams/${team.id}/members`)).body.data
        .members;
    const before = await membersOf();
    const { body } = await scene.decide({ status: 'accepted', ids: idsOf([ada!, bob!]) });
    expect((await scene.undo(body.data.id as string)).body.data).toMatchObject({ undone: 2, without_team: [] });
    expect(await membersOf()).toEqual(before);
    expect([await onTrack([ada!, bob!], scene.ai), await onTrack([ada!], scene.web)]).toEqual([
      ['accepted', 'pending'],
      ['pending'],
    ]);
  });

  it('gives people the code of before, whatever was decided between', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null], 'accepted');
    const codes = () => world.rows`
      select p.checkin_token as parent, r.checkin_token as place,
             array(select token from registrations.former_token f where f.place_id in (p.id, r.id)
                      and f.token in (p.checkin_token, r.checkin_token)) as gone
        from registrations.super_event_registration p
        join registrations.registration r on r.super_event_registration_id = p.id where p.id = ${all[0]!.id}`;
    const before = await codes();
    const first = (await scene.decide({ status: 'rejected', ids: idsOf(all) })).body.data.id as string;
    const second = (await scene.decide({ status: 'pending', ids: idsOf(all) })).body.data.id as string;
    expect(await codes()).not.toEqual(before);
    for (const id of [second, first]) expect((await scene.undo(id)).body.data).toMatchObject({ undone: 1 });
    expect(await codes()).toEqual(before);
  });

  it('can be asked for again where nothing could be taken back', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null]);
    const first = (await scene.decide({ status: 'accepted', ids: idsOf(all) })).body.data.id as string;
    const second = (await scene.decide({ status: 'waitlisted', ids: idsOf(all) })).body.data.id as string;
    const kept = [{ id: all[0]!.id, code: 'DECIDED_ANEW' }];
    expect((await scene.undo(first)).body.data).toMatchObject({ undone: 0, kept });
    await scene.undo(second);
    expect((await scene.undo(first)).body.data).toMatchObject({ undone: 1, kept: [] });
    expect(await parentsOf(all)).toEqual(['pending']);
  });

  it('passes no cap: whose seat was given away meanwhile stays out', async () => {
    const scene = await hackathon({ max_participants: 1 });
    const all = await guests(scene.ai, [null], 'accepted');
    const [other] = await guests(scene.ai, [null]);
    const { body } = await scene.decide({ status: 'waitlisted', ids: idsOf(all) });
    await scene.api.patch(`/super-event-registrations/${other!.id}/status`, { status: 'accepted' });
    expect((await scene.undo(body.data.id as string)).body.data).toMatchObject({
      undone: 0,
      kept: [{ id: all[0]!.id, code: 'MAX_PARTICIPANTS_REACHED' }],
    });
    expect(await seatsOf(scene)).toBe(1);
  });

  it('changes nothing when it is repeated, and is refused when its time is over', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null]);
    const first = (await scene.decide({ status: 'accepted', ids: idsOf(all) })).body.data.id as string;
    await scene.undo(first);
    expect((await scene.undo(first)).body.data).toEqual({ id: first, undone: 0, kept: [], without_team: [] });
    const second = (await scene.decide({ status: 'accepted', ids: idsOf(all) })).body.data.id as string;
    await age(second);
    expect(await scene.undo(second)).toBeRefused(409, 'UNDO_EXPIRED', { undo_until: expect.any(String) });
    expect(await parentsOf(all)).toEqual(['accepted']);
    expect(await scene.undo(randomUUID())).toBeRefused(404, 'NOT_FOUND');
  });
});
