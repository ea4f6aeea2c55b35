/** Who holds which role on a track. */
import { wholeList } from '../concerns.ts';
import { del, get, may, post } from '../endpoint.ts';
import { t } from '../schema.ts';
import { pageOfWhole, trackRole } from '../vocabulary.ts';

const assigned = t.named('AssignedRole', t.object({ user_id: t.uuid(), event_id: t.uuid(), role: trackRole() }));

export const roles = {
  listRoles: get('/events/:eventId/roles', {
    summary: 'List who holds which role on a track, longest-standing first',
    access: may('view', 'event', 'eventId'),
    params: { eventId: t.reference(), ...pageOfWhole },
    with: [wholeList('roles')],
    responses: {
      200: t.object({
        roles: t.array(t.object({ user_id: t.uuid(), role: trackRole(), name: t.string() })),
        count: t.integer(),
      }),
    },
  }),

  assignRole: post('/events/:eventId/roles', {
    summary: 'Give an existing user a role on a track',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference(), user_id: t.uuid(), role: trackRole() },
    responses: { 200: assigned, 201: assigned },
    errors: ['NOT_FOUND'],
  }),

  removeRole: del('/events/:eventId/roles/:userId/:role', {
    summary: 'Take a role on a track from somebody; of a judge with the assignments that they have not handed in',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference(), userId: t.id(), role: t.reference() },
    responses: {
      200: t.object({
        deleted: t.literal(true),
        open_assignments: t.optional(t.array(t.object({ id: t.uuid(), team_id: t.uuid(), team_name: t.string() }))),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
};
