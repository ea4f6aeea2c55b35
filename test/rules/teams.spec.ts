import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeCursor, encodeCursor, pageOf } from '../../services/teams/cursor.ts';
import {
  founders,
  decideJoining,
  decideSuccession,
  decideTeamMove,
  decideTransfer,
  planMove,
  recruitingStatus,
  type BuilderFindings,
  type Team,
} from '../../services/teams/rules.ts';

const team: Team = {
  id: 'rockets',
  event_id: 'ai',
  max_members: 4,
  members: [
    { user_id: 'ada', role: 'LEADER' },
    { user_id: 'bob', role: 'MEMBER' },
  ],
};
const other: Team = { id: 'comets', event_id: 'web', max_members: 2, members: [{ user_id: 'cleo', role: 'LEADER' }] };
const full: Team = { ...other, max_members: 1 };

describe('A team', () => {
  it.each([
    [true, 3, 'looking_for_members'],
    [true, 4, 'closed'],
    [true, 5, 'closed'],
    [false, 0, 'closed'],
  ] as const)('that is open: %s, with %i of 4, is %s', (is_open, count, status) => {
    expect(recruitingStatus(is_open, count, 4)).toBe(status);
  });
});

describe('Founders', () => {
  it('are each there once, the leader first', () => {
    expect(founders('b', ['a', 'b', 'a'])).toEqual(['b', 'a']);
    expect(founders(null, ['a', 'b'])).toEqual(['a', 'b']);
    expect(founders(undefined)).toEqual([]);
  });
});

describe('A person who joins', () => {
  const room = { present: 3, max_members: 4 };
  it('is accepted, free and finds room, in that order', () => {
    const eligibility = { accepted: ['ada', 'bob'], engaged: ['bob'] };
    expect(decideJoining(['ada'], eligibility, room)).toBeUndefined();
    expect(decideJoining(['bob', 'cleo'], eligibility, room)).toEqual({
      refused: ['NOT_ACCEPTED_ON_TRACK', { userIds: ['cleo'] }],
    });
    expect(decideJoining(['ada', 'bob'], eligibility, room)).toEqual({
      refused: ['ALREADY_IN_TEAM', { userIds: ['bob'] }],
    });
    expect(decideJoining(['ada'], eligibility, { present: 4, max_members: 4 })).toEqual({ refused: ['TEAM_FULL'] });
  });
});

describe('A successor', () => {
  it('counts only for a leader', () => {
    expect(decideSuccession(team, 'bob', 'nobody')).toEqual({ successor: null });
    expect(decideSuccession(team, 'ada', null)).toEqual({ successor: null });
    expect(decideSuccession(team, 'ada', 'bob')).toEqual({ successor: 'bob' });
  });

  it.each(['ada', 'cleo'])('is another member, not %s', (named) => {
    expect(decideSuccession(team, 'ada', named)).toEqual({ refused: ['INVALID_REPLACEMENT_LEADER'] });
  });

  it('of a transfer is a member, and may lead already', () => {
    expect(decideTransfer(team, 'bob')).toEqual({ from: 'ada' });
    expect(decideTransfer(team, 'ada')).toBe('leads already');
    const leaderless: Team = { ...team, members: [{ user_id: 'bob', role: 'MEMBER' }] };
    expect(decideTransfer(leaderless, 'bob')).toEqual({ from: null });
    expect(decideTransfer(team, 'cleo')).toEqual({ refused: ['INVALID_REPLACEMENT_LEADER'] });
  });
});

describe('The move of a builder', () => {
  const clear: BuilderFindings = { is_accepted: true, is_track: true, target: null, present: null };
  const plan = (findings: Partial<BuilderFindings>, { names_team = false, replacement = null as string | null } = {}) =>
    planMove({ ...clear, ...findings }, { user_id: 'ada', track_id: 'web', names_team, replacement });
  const nothing = { former: null, successor: null, next: null };

  it('is refused in the order in which the interface lists it', () => {
    const asked = { names_team: true, replacement: 'nobody' };
    expect(plan({ is_accepted: false, is_track: false }, asked)).toEqual({ refused: ['BUILDER_NOT_FOUND'] });
    expect(plan({ is_track: false }, asked)).toEqual({ refused: ['INVALID_TRACK'] });
    expect(plan({ target: { ...full, event_id: 'ai' }, present: team }, asked)).toEqual({
      refused: ['TEAM_NOT_FOUND'],
    });
    expect(plan({ target: full, present: team }, asked)).toEqual({ refused: ['TEAM_FULL'] });
    expect(plan({ target: other, present: team }, asked)).toEqual({ refused: ['INVALID_REPLACEMENT_LEADER'] });
  });

  it('leaves a team on another track, and one on the same track only for another', () => {
    expect(plan({})).toEqual(nothing);
    expect(plan({ present: team })).toEqual({ ...nothing, former: 'rockets' });
    expect(plan({ present: other })).toEqual(nothing);
    expect(plan({ present: full, target: full }, { names_team: true })).toEqual(nothing);
    const moons = { ...other, id: 'moons' };
    expect(plan({ present: other, target: moons }, { names_team: true })).toEqual({
      ...nothing,
      former: 'comets',
      next: 'moons',
    });
  });
});

describe('The move of a team', () => {
  it('needs everybody accepted, a track of the hackathon, and room there', () => {
    const target = { id: 'web', max_members: 2 };
    expect(decideTeamMove({ team, unaccepted: ['bob'], target: null })).toEqual({
      refused: ['BUILDER_NOT_FOUND', { userIds: ['bob'] }],
    });
    expect(decideTeamMove({ team, unaccepted: [], target: null })).toEqual({ refused: ['INVALID_TRACK'] });
    expect(decideTeamMove({ team, unaccepted: [], target: { ...target, max_members: 1 } })).toEqual({
      refused: ['TEAM_FULL'],
    });
    expect(decideTeamMove({ team, unaccepted: [], target })).toEqual({ to: 'web' });
  });
});

describe('A cursor', () => {
  it('says again what it was made of', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000_000 }), fc.uuid(), (created, id) => {
        expect(decodeCursor(encodeCursor({ created, id }))).toEqual({ created, id });
      }),
    );
  });

  it('of anything else is none, and no fault', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(decodeCursor(text)).toBeUndefined()));
  });

  it('is there where more is', () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ id, created: '7' }));
    expect(pageOf(rows, 2)).toEqual({
      rows: rows.slice(0, 2),
      pagination: { limit: 2, nextCursor: encodeCursor({ created: 7, id: 'b' }), hasMore: true },
    });
    expect(pageOf(rows, 3).pagination).toEqual({ limit: 3, nextCursor: null, hasMore: false });
    expect(pageOf([], 3)).toEqual({ rows: [], pagination: { limit: 3, nextCursor: null, hasMore: false } });
  });
});
