import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openHackathon, type Hackathon } from '../../support/teams/hackathon.ts';

let here: Hackathon;
beforeAll(async () => {
  here = await openHackathon();
});
afterAll(() => here.world.close());

const move = ({ id }: { id: string }, body: object) => here.api.patch(`${here.managed}/teams/${id}/track`, body);

describe('A team that moves to another track', () => {
  it('takes its members along, each accepted there', async () => {
    const { world, ai, web, acme } = here;
    const [ada, bob, gone] = await here.builders(3);
    const team = await world.team(ai, [ada, bob, gone]);
    await world.rows`update teams.member set left_at = now() where user_id = ${gone.id}`;
    const held = await world.registered(bob, web);
    const handedIn = await world.as(ada, acme).post('/submissions', { team_id: team.id, title: 'Bees' });
    const answer = await move(team, { targetTrackId: web.id });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      result: { teamId: team.id, fromEventId: ai.id, toEventId: web.id, movedMemberUserIds: [ada.id, bob.id] },
    });
    expect(await here.eventOf(team)).toBe(web.id);
    expect(await here.tokenOn(ada, web)).toMatchObject({ status: 'accepted' });
    expect(await here.tokenOn(bob, web)).toEqual({ status: 'accepted', checkin_token: held.token });
    expect(await here.tokenOn(gone, web)).toBeUndefined();
    const members =
      await world.rows`select event_id, left_at is null as here from teams.member where team_id = ${team.id}`;
    expect(members).toEqual(
      expect.arrayContaining([
        { event_id: web.id, here: true },
        { event_id: ai.id, here: false },
      ]),
    );
    expect((await world.nextMailTo(ada.email)).text).toContain((await here.tokenOn(ada, web))?.checkin_token);
    expect(await world.mailsTo(bob.email)).toEqual([]);
    const { submissions } = (await here.api.get(`/events/${web.id}/submissions`)).body.data;
    expect(submissions).toMatchObject([{ id: handedIn.body.data.submission.id, event_id: web.id }]);
  });

  it('moves without anybody as well', async () => {
    const { world, ai, web } = here;
    const team = await world.team(ai, []);
    const { result } = (await move(team, { targetTrackId: web.id.toUpperCase() })).body.data;
    expect(result).toEqual({ teamId: team.id, fromEventId: ai.id, toEventId: web.id, movedMemberUserIds: [] });
  });

  it('stays where it is there already', async () => {
    const { world, ai } = here;
    const ada = await here.builder();
    const team = await world.team(ai, [ada]);
    const token = await here.tokenOn(ada, ai);
    const { result } = (await move(team, { targetTrackId: ai.id })).body.data;
    expect(result).toEqual({ teamId: team.id, fromEventId: ai.id, toEventId: ai.id, movedMemberUserIds: [] });
    expect(await here.tokenOn(ada, ai)).toEqual(token);
  });
});

describe('A move of a team that cannot be', () => {
  it('is of nobody, where one member is not accepted in the hackathon', async () => {
    const { world, ai, web, hack } = here;
    const [ada, bob] = await here.builders(2);
    const team = await world.team(ai, [ada, bob]);
    await world.rows`update registrations.super_event_registration set status = 'pending'
                      where super_event_id = ${hack.id} and user_id = ${bob.id}`;
    const answer = await move(team, { targetTrackId: web.id });
    expect(answer).toBeRefused(404, 'BUILDER_NOT_FOUND', { userIds: [bob.id] });
    expect(await here.eventOf(team)).toBe(ai.id);
    expect(await here.tokenOn(ada, web)).toBeUndefined();
  });

  it('is to a track whose teams are smaller', async () => {
    const { world, ai, hack } = here;
    const small = await world.track(hack, { config_json: '{"max_team_size": 1}' });
    const team = await world.team(ai, await here.builders(2));
    expect(await move(team, { targetTrackId: small.id })).toBeRefused(409, 'TEAM_FULL');
  });

  it('is to a track of the hackathon, and says which', async () => {
    const { world, acme, ai, web } = here;
    const team = await world.team(ai, []);
    const elsewhere = await world.track(await world.superEvent(acme));
    for (const targetTrackId of [elsewhere.id, randomUUID(), web.slug]) {
      expect(await move(team, { targetTrackId })).toBeRefused(400, 'INVALID_TRACK');
    }
    for (const id of [team.id, randomUUID()]) {
      expect(await move({ id }, {})).toBeRefused(400, 'TARGET_TRACK_REQUIRED');
    }
  });

  it('is of no team of the hackathon', async () => {
    const { world, acme, web } = here;
    const theirs = await world.team(await world.track(await world.superEvent(acme)), []);
    for (const id of [theirs.id, randomUUID(), 'rockets']) {
      expect(await move({ id }, { targetTrackId: web.id })).toBeRefused(404, 'NOT_FOUND');
    }
  });
});
