/** Who is in a team, and who leads it. */
import { wholeList } from '../concerns.ts';
import { get, may, post } from '../endpoint.ts';
import { t } from '../schema.ts';
import { pageOfWhole } from '../vocabulary.ts';
import { memberRole, personName, successor } from './shapes.ts';

const named = { superEventId: t.reference(), teamId: t.id() };

export const members = {
  listMembers: get('/super-events/:id/team-management/teams/:teamId/members', {
    summary: 'List the members of a team, longest-standing first',
    access: may('staff', 'super_event', 'id'),
    params: { id: t.reference(), teamId: t.id(), ...pageOfWhole },
    with: [wholeList('members')],
    responses: {
      200: t.object({
        members: t.array(
          t.object({
            userId: t.uuid(),
            name: personName(),
            email: t.string(),
            avatarUrl: t.nullable(t.string()),
            role: memberRole(),
            joinedAt: t.timestamp(),
          }),
        ),
        teamId: t.uuid(),
      }),
    },
    errors: ['NOT_FOUND'],
  }),

  addMember: post('/super-events/:superEventId/team-management/teams/:teamId/members', {
    summary: 'Add a member to a team; the first one leads it',
    access: may('organize', 'super_event', 'superEventId'),
    params: { ...named, userId: t.uuid() },
    responses: { 200: t.object({ result: t.object({ teamId: t.uuid(), userId: t.uuid() }) }) },
    errors: ['NOT_FOUND', 'NOT_ACCEPTED_ON_TRACK', 'ALREADY_IN_TEAM', 'TEAM_FULL'],
  }),

  removeMember: post('/super-events/:superEventId/team-management/teams/:teamId/members/:userId/remove', {
    summary: 'Remove a member from a team; a leader is followed by whom is named, else by the longest-standing member',
    access: may('organize', 'super_event', 'superEventId'),
    params: { ...named, userId: t.id(), replacementLeaderUserId: successor() },
    responses: {
      200: t.object({
        result: t.object({
          teamId: t.uuid(),
          userId: t.uuid(),
          actorUserId: t.uuid(),
          replacementLeaderUserId: t.nullable(t.uuid()),
        }),
      }),
    },
    errors: ['NOT_FOUND', 'INVALID_REPLACEMENT_LEADER'],
  }),

  transferLeadership: post('/super-events/:superEventId/team-management/teams/:teamId/transfer-leadership', {
    summary: 'Make another member the leader; repeating it changes nothing',
    access: may('organize', 'super_event', 'superEventId'),
    params: { ...named, newLeaderUserId: t.uuid() },
    responses: { 200: t.object({ result: t.object({ teamId: t.uuid(), newLeaderUserId: t.uuid() }) }) },
    errors: ['NOT_FOUND', 'INVALID_REPLACEMENT_LEADER'],
  }),
};
