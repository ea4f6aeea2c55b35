/** The roles of people on a track, and the invitations of mentors, judges and partners. */
import { wholeList } from '../concerns.ts';
import { del, get, may, post, internal } from '../endpoint.ts';
import { t, type Input } from '../schema.ts';
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

// Inviting mentors, judges and partners to the tracks of a hackathon.

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

  withdrawRoleInvite: del('/super-events/:superEventId/role-invites/:id', {
    summary:
      'Withdraw an invitation to a track that nobody has accepted; where its email invites to nothing else, its link ends',
    access: may('administer', 'super_event', 'superEventId'),
    params: { superEventId: t.reference(), id: t.id() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),
};

// Accepts role invites: the person who has the link gets the role.

const tokenHash = () => t.string({ pattern: /^[0-9a-f]{64}$/ });

/** The purpose of an invitation, shown to the holder of its link before they accept. */
export const invitation = t.named(
  'Invitation',
  t.object({
    /** Null for a place as a participant. */
    role: t.nullable(t.enum(...invitedRoles)),
    super_event_name: t.string(),
    /** Null for the whole hackathon. */
    event_name: t.nullable(t.string()),
    organization_name: t.string(),
    invited_by: t.nullable(t.string()),
    /** Where the invitation was sent. */
    email: t.string(),
    /** The name of the invited person, as far as it is known. */
    name: t.nullable(t.string()),
    start_at: t.nullable(t.timestamp()),
    end_at: t.nullable(t.timestamp()),
    tz: t.nullable(t.string()),
    place: t.nullable(t.string()),
    expires_at: t.timestamp(),
  }),
);

export type Invitation = Input<typeof invitation>;

export const roleInviteAcceptance = {
  findRoleInvite: internal({
    summary: 'Whom the role invite with this token is for; null where it cannot be accepted',
    params: { token_hash: tokenHash(), request: t.string() },
    answer: t.object({ email: t.nullable(t.string()) }),
  }),

  readRoleInvite: internal({
    summary: 'Read the invitation of a role invite by its token; null where it cannot be accepted',
    params: { token_hash: tokenHash() },
    answer: t.object({ invitation: t.nullable(invitation) }),
  }),

  acceptRoleInvite: internal({
    summary: 'Accept the role invites that one email brought; mentors and judges get their role on those tracks',
    params: { token_hash: tokenHash(), user_id: t.uuid(), request: t.string() },
    answer: t.object({ accepted: t.boolean() }),
    unit: 'write',
  }),
};
