import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openHackathon, type Hackathon } from '../../support/teams/hackathon.ts';

let here: Hackathon;
beforeAll(async () => {
  here = await openHackathon();
});
afterAll(() => here.world.close());

const move = ({ id }: { id: string }, body: object) => here.api.patch(`${here.managed}/builders/${id}/track`, body);
const toWeb = (person: { id: string }, more: object = {}) => move(person, { targetTrackId: here.web.id, ...more });
const member = ({ id }: { id: string }, role: 'LEADER' | 'MEMBER', left = false) => ({ user_id: id, role, left });
const onWeb = async () => {
  const person = await here.world.person();
  await here.world.registered(person, here.web);
  return person;
};
const pair = () => here.builders(2);

describe('A builder who moves to another track', () => {
  it('is accepted there with a fresh token, and keeps the former registration', async () => {
    const { ai, web } = here;
    const ada = await here.builder();
    const former = await here.tokenOn(ada, ai);
    const answer = await toWeb(ada);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ result: { userId: ada.id, targetEventId: web.id } });
    const fresh = await here.tokenOn(ada, web);
    expect(fresh).toMatchObject({ status: 'accepted', checkin_token: expect.stringMatching(/^\w{40}$/) });
    expect(fresh?.checkin_token).not.toBe(former?.checkin_token);
    expect(await here.tokenOn(ada, ai)).toEqual(former);
  });

  it('is told, with the new track and the code there', async () => {
    const { world, web, hack } = here;
    const ada = await here.builder();
    await toWeb(ada);
    const mail = await world.nextMailTo(ada.email);
    expect(mail.subject).toBe(`You are on another track: ${web.name} (${hack.name})`);
    expect(mail.text).toContain((await here.tokenOn(ada, web))?.checkin_token);
  });

  it('gets another token where they were there before and are not any more', async () => {
    const { world, web } = here;
    const ada = await here.builder();
    const dead = await world.registered(ada, web, 'cancelled');
    await toWeb(ada);
    expect(await here.tokenOn(ada, web)).toMatchObject({ status: 'accepted' });
    expect((await here.tokenOn(ada, web))?.checkin_token).not.toBe(dead.token);
  });

  it('leaves the team they were in', async () => {
    const [ada, bob] = await pair();
    const team = await here.world.team(here.ai, [ada, bob]);
    await toWeb(ada);
    expect(await here.membersOf(team)).toEqual([member(ada, 'LEADER', true), member(bob, 'LEADER')]);
  });

  it('joins the team that is named', async () => {
    const { world, ai, web } = here;
    const [ada, bob] = await pair();
    const former = await world.team(ai, [bob, ada]);
    const cleo = await onWeb();
    const team = await world.team(web, [cleo]);
    const answer = await toWeb(ada, { targetTeamId: team.id });
    expect(answer.body.data).toEqual({ result: { teamId: team.id, userId: ada.id } });
    expect(await here.membersOf(former)).toEqual([member(bob, 'LEADER'), member(ada, 'MEMBER', true)]);
    expect(await here.membersOf(team)).toEqual([member(cleo, 'LEADER'), member(ada, 'MEMBER')]);
    const { builder } = (await here.api.get(`${here.managed}/builders/${ada.id}`)).body.data;
    expect(builder.teamHistory).toMatchObject([{ teamId: former.id }, { teamId: team.id, leftAt: null }]);
  });

  it('is followed as leader by whom is named', async () => {
    const { world, ai } = here;
    const [[ada, bob], cleo] = [await pair(), await here.builder()];
    const team = await world.team(ai, [ada, bob, cleo]);
    expect((await toWeb(ada, { replacementLeaderUserId: cleo.id, targetTeamId: null })).status).toBe(200);
    expect(await here.membersOf(team)).toMatchObject([{ left: true }, member(bob, 'MEMBER'), member(cleo, 'LEADER')]);
  });

  it('leads the team that was empty', async () => {
    const { world, web } = here;
    const ada = await here.builder();
    const team = await world.team(web, []);
    await toWeb(ada, { targetTeamId: team.id });
    expect(await here.membersOf(team)).toEqual([member(ada, 'LEADER')]);
  });
});

describe('A builder who is on the target track already', () => {
  it('keeps registration, token and team', async () => {
    const { world, ai } = here;
    const ada = await here.builder();
    const team = await world.team(ai, [ada]);
    const token = await here.tokenOn(ada, ai);
    const answer = await move(ada, { targetTrackId: ai.id });
    expect(answer.body.data).toEqual({ result: { userId: ada.id, targetEventId: ai.id } });
    expect(await here.tokenOn(ada, ai)).toEqual(token);
    expect(await here.membersOf(team)).toEqual([member(ada, 'LEADER')]);
  });

  it('changes to another team there, or stays in the one that is named', async () => {
    const { world, ai } = here;
    const [ada, bob] = await pair();
    const [first, second] = [await world.team(ai, [ada]), await world.team(ai, [bob])];
    const token = await here.tokenOn(ada, ai);
    for (let times = 0; times < 2; times++) {
      const answer = await move(ada, { targetTrackId: ai.id, targetTeamId: second.id });
      expect(answer.body.data).toEqual({ result: { teamId: second.id, userId: ada.id } });
    }
    expect(await here.membersOf(first)).toEqual([member(ada, 'LEADER', true)]);
    expect(await here.membersOf(second)).toEqual([member(bob, 'LEADER'), member(ada, 'MEMBER')]);
    expect(await here.tokenOn(ada, ai)).toEqual(token);
  });
});

describe('A move that cannot be', () => {
  it.each([[{}], [{ targetTrackId: null }], [{ targetTrackId: '' }], [{ targetTrackId: 7, targetTeamId: 7 }]])(
    'needs a target track: %j',
    async (body) => {
      expect(await move(await here.builder(), body)).toBeRefused(400, 'TARGET_TRACK_REQUIRED');
    },
  );

  it('asks for the target track before it looks at the path', async () => {
    const path = `/super-events/${randomUUID()}/team-management/builders/${randomUUID()}/track`;
    expect(await here.api.patch(path, {})).toBeRefused(400, 'TARGET_TRACK_REQUIRED');
    expect(await here.api.patch(path, { targetTrackId: 'web' })).toBeRefused(404, 'NOT_FOUND');
  });

  it('is of a builder who is accepted in the hackathon', async () => {
    const { world, hack } = here;
    const [stranger, waiting] = [await world.person(), await world.person()];
    await world.applied(waiting, hack, 'waitlisted');
    for (const id of [stranger.id, waiting.id, 'ada']) {
      expect(await toWeb({ id }, { targetTrackId: 'nowhere' })).toBeRefused(404, 'BUILDER_NOT_FOUND');
    }
  });

  it('is to a track of the hackathon, named by its id', async () => {
    const { world, acme, web } = here;
    const ada = await here.builder();
    const elsewhere = await world.track(await world.superEvent(acme));
    for (const targetTrackId of [elsewhere.id, randomUUID(), web.slug]) {
      expect(await move(ada, { targetTrackId, targetTeamId: randomUUID() })).toBeRefused(400, 'INVALID_TRACK');
    }
  });

  it('is into a team on the target track that has room', async () => {
    const { world, ai, web } = here;
    const ada = await here.builder();
    const there = await world.team(ai, []);
    for (const targetTeamId of [there.id, randomUUID(), 'rockets', '']) {
      expect(await toWeb(ada, { targetTeamId })).toBeRefused(404, 'TEAM_NOT_FOUND');
    }
    const full = await world.team(web, [await onWeb(), await onWeb(), await onWeb(), await onWeb()]);
    await world.team(ai, [ada]);
    const answer = await toWeb(ada, { targetTeamId: full.id, replacementLeaderUserId: randomUUID() });
    expect(answer).toBeRefused(409, 'TEAM_FULL');
  });

  it('leaves nobody to lead who is not in the team, and changes nothing', async () => {
    const { world, ai, web } = here;
    const [[ada, bob], cleo] = [await pair(), await here.builder()];
    const former = await world.team(ai, [ada, bob]);
    const team = await world.team(web, []);
    for (const replacementLeaderUserId of [cleo.id, ada.id, 'bob']) {
      const answer = await toWeb(ada, { targetTeamId: team.id, replacementLeaderUserId });
      expect(answer).toBeRefused(400, 'INVALID_REPLACEMENT_LEADER');
    }
    expect(await here.membersOf(former)).toEqual([member(ada, 'LEADER'), member(bob, 'MEMBER')]);
    expect(await here.membersOf(team)).toEqual([]);
    expect(await here.tokenOn(ada, web)).toBeUndefined();
  });

  it('is for organizers to make', async () => {
    const { world, acme, ai, web, managed } = here;
    const [ada, judge] = [await here.builder(), await world.person()];
    await world.role(judge, ai, 'JUDGE');
    for (const person of [ada, judge]) {
      const answer = await world
        .as(person, acme)
        .patch(`${managed}/builders/${ada.id}/track`, { targetTrackId: web.id });
      expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });
});
