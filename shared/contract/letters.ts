/** Every letter that is sent by mail, with the data for its text. Secrets travel separately; see `sendLetter`. */
import { invitedRoles } from './events/role-invites.ts';
import { t, type Input } from './schema.ts';

const name = t.nullable(t.string());

/** When and where it is, and whose. A letter that an older version has queued does not say it. */
const happening = t.optional(
  t.object({
    organization_name: t.string(),
    start_at: t.nullable(t.timestamp()),
    end_at: t.nullable(t.timestamp()),
    tz: name,
    place: name,
  }),
);
/** Identifies the place of a person, for their calendar. */
const registration_id = t.optional(t.uuid());

export const letters = {
  /**
   * To a new address, to confirm it. Contains nothing that was typed at sign-up. The secret is the token of the
   * link.
   */
  verification: {},
  /** To an address that already has an account, when somebody signs up with it. */
  'known-address': { name },
  /** To set a new password. The secret is the token of the link. */
  reset: { name },
  /** To an address without an account, when somebody requests a new password for it. */
  'unknown-address': {},
  /** Invites somebody without an account to a hackathon. The secret is the token of the link. */
  invitation: {
    name,
    organization_name: t.string(),
    super_event_name: t.string(),
    expires_at: t.timestamp(),
    happening,
  },
  /** Invites somebody to be mentor, judge or partner. The secret is the token of the link. */
  'role-invitation': {
    role: t.enum(...invitedRoles),
    super_event_name: t.string(),
    /** Null for an invitation to the whole hackathon. */
    event_name: name,
    invited_by: name,
    message: t.nullable(t.string()),
    expires_at: t.timestamp(),
    happening,
  },
  /**
   * A decision about a registration for a hackathon or a track. The secret is the check-in token, if it was
   * accepted.
   */
  decision: {
    name,
    status: t.enum('accepted', 'waitlisted', 'rejected'),
    super_event_name: t.string(),
    event_name: name,
    happening,
    registration_id,
  },
  /** To somebody who was moved to another track. The secret is their check-in token there. */
  moved: { name, super_event_name: t.string(), event_name: t.string(), happening, registration_id },
  /** To the members of each ranked team when the results of their track are published. */
  results: {
    name,
    team_name: t.string(),
    event_name: t.string(),
    super_event_name: t.string(),
    overall_score: t.number(),
    rank: t.integer(),
    /** The number of ranked teams. */
    ranked: t.integer(),
    organization_name: t.optional(t.string()),
  },
  /** To the owners of an organization, when one of its webhooks was switched off after three days of failures only. */
  'webhook-disabled': { name, organization_name: t.string(), host: t.string(), failing_since: t.timestamp() },
};

export type Happening = NonNullable<LetterData<'moved'>['happening']>;
export type LetterName = keyof typeof letters;
export type LetterData<L extends LetterName> = Input<(typeof letters)[L]>;
