/** Accepts role invites: the person who has the link gets the role. */
import { internal } from '../endpoint.ts';
import { t, type Input } from '../schema.ts';
import { invitedRoles } from './role-invites.ts';

const tokenHash = () => t.string({ pattern: /^[0-9a-f]{64}$/ });

/** The purpose of an invitation, as the person who has its link is told before they accept. */
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
    summary: 'What the letter of the role invite with this token invites to; null where it cannot be accepted',
    params: { token_hash: tokenHash() },
    answer: t.object({ invitation: t.nullable(invitation) }),
  }),

  acceptRoleInvite: internal({
    summary: 'Accept the role invites that one letter brought; mentors and judges get their role on those tracks',
    params: { token_hash: tokenHash(), user_id: t.uuid(), request: t.string() },
    answer: t.object({ accepted: t.boolean() }),
    unit: 'write',
  }),
};
