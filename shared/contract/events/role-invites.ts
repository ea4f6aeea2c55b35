/** Inviting mentors, judges and partners to the tracks of a hackathon. */
import { wholeList } from '../concerns.ts';
import { get, may, post } from '../endpoint.ts';
import { t } from '../schema.ts';
import { pageOfWhole } from '../vocabulary.ts';

export const invitedRoles = ['MENTOR', 'JUDGE', 'TECH_PARTNER', 'PARTNER'] as const;
export const inviteStatuses = ['pending', 'accepted', 'revoked', 'expired'] as const;
const invitedRole = () => t.named('InvitedRole', t.enum(...invitedRoles));

const invited = t.named(
  'CreatedRoleInvites',
  t.object({
    invites: t.array(t.object({ id: t.uuid(), event_id: t.uuid(), role: invitedRole() })),
    /** The tracks to which nobody was invited, and why. */
    errors: t.array(t.object({ event_id: t.uuid(), code: t.enum('ALREADY_INVITED', 'NOT_FOUND') })),
  }),
);

export const roleInvites = {
  listRoleInvites: get('/super-events/:superEventId/role-invites', {
    summary: 'List who was invited to the tracks of a hackathon, newest first',
    access: may('administer', 'super_event', 'superEventId'),
    params: { superEventId: t.reference(), ...pageOfWhole },
    with: [wholeList('invites')],
    responses: {
      200: t.object({
        invites: t.array(
          t.object({
            id: t.uuid(),
            super_event_id: t.uuid(),
            event_id: t.uuid(),
            email: t.string(),
            role: invitedRole(),
            status: t.enum(...inviteStatuses),
            message: t.nullable(t.string()),
            invited_by: t.uuid(),
            expires_at: t.timestamp(),
            created_at: t.timestamp(),
          }),
        ),
      }),
    },
  }),

  createRoleInvites: post('/super-events/:superEventId/role-invites', {
    summary: 'Invite somebody to some or all tracks of a hackathon',
    access: may('administer', 'super_event', 'superEventId'),
    params: {
      superEventId: t.reference(),
      email: t.email(),
      role: invitedRole(),
      trackIds: t.optional(t.array(t.uuid(), { min: 1, max: 1_000 })),
      message: t.optional(t.nullable(t.string({ max: 2_000 }))),
    },
    responses: { 200: invited, 201: invited },
    status: ({ invites }) => (invites.length > 0 ? 201 : 200),
  }),
};
