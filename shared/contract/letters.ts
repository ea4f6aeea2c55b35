/** Every letter that is sent by mail, and what its writer must know. Secrets are never among it: see `sendLetter`. */
import { invitedRoles } from './events/role-invites.ts';
import { t, type Input } from './schema.ts';

const name = t.nullable(t.string());

export const letters = {
  /** To a new address: confirm it. Nothing that was typed at sign-up stands in it. The secret is the link's token. */
  verification: {},
  /** To an address that has an account already, when somebody signs up with it. */
  'known-address': { name },
  /** The secret is the link's token. */
  reset: { name },
  /** To an address without an account, when somebody asks for a new password for it. */
  'unknown-address': {},
  /** Into a hackathon, to somebody without an account. The secret is the link's token. */
  invitation: { name, organization_name: t.string(), super_event_name: t.string(), expires_at: t.timestamp() },
  /** To be mentor, judge or partner. The secret is the link's token. */
  'role-invitation': {
    role: t.enum(...invitedRoles),
    super_event_name: t.string(),
    /** Null where it is for the whole hackathon. */
    event_name: name,
    invited_by: name,
    message: t.nullable(t.string()),
    expires_at: t.timestamp(),
  },
  /** On a place in a hackathon or on one of its tracks. Where accepted, the secret is the check-in token. */
  decision: {
    name,
    status: t.enum('accepted', 'waitlisted', 'rejected'),
    super_event_name: t.string(),
    event_name: name,
  },
  /** To somebody who was moved to another track. The secret is the check-in token they have there. */
  moved: { name, super_event_name: t.string(), event_name: t.string() },
  /** To the members of a ranked team when the results of its track are published. */
  results: {
    name,
    team_name: t.string(),
    event_name: t.string(),
    super_event_name: t.string(),
    overall_score: t.number(),
    rank: t.integer(),
    /** How many teams were ranked. */
    ranked: t.integer(),
  },
};

export type LetterName = keyof typeof letters;
export type LetterFacts<L extends LetterName> = Input<(typeof letters)[L]>;
