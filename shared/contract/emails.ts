/** Every email, with the data for its text. Secrets travel separately; see `sendEmail`. */
import { invitedRoles } from './events/roles.ts';
import { t, type Input } from './schema.ts';
import { locale, toldStatuses } from './vocabulary.ts';

const name = t.nullable(t.string());
/** The language of somebody whose address has no account with a language yet. */
const ofReader = t.optional(t.nullable(locale()));

/** Time, place and organization. Absent in an email that an older version has queued. */
const happening = t.optional(
  t.object({
    organization_name: t.string(),
    start_at: t.nullable(t.timestamp()),
    end_at: t.nullable(t.timestamp()),
    tz: name,
    place: name,
    /** The hackathon with the look and own texts, which mail reads when it sends. */
    super_event_id: t.optional(t.uuid()),
  }),
);
/** Identifies the place of a person, for their calendar. */
const registration_id = t.optional(t.uuid());

export const emails = {
  /** Confirms a new address. Contains nothing that was typed at sign-up. The secret is made by `verificationSecret`. */
  verification: { locale: ofReader },
  /** To an address that already has an account, when somebody signs up with it. */
  'known-address': { name, locale: ofReader },
  /** Sets a new password. The secret is the token of the link. */
  reset: { name },
  /** To an address without an account, when somebody requests a new password for it. */
  'unknown-address': {},
  /** Confirms the new address of an account. The secret is made by `verificationSecret`. */
  'email-change': { locale: ofReader },
  /** To an address that has an account, when somebody wants to change theirs to it. */
  'address-taken': {},
  /** To the former address when an account's address is changed. The secret is the token that undoes it. */
  'email-stop': { name, email: t.string() },
  /** To a person whose ways to sign in were changed. */
  'factors-changed': {
    name,
    change: t.enum('app_added', 'app_removed', 'passkey_added', 'passkey_removed'),
    /** The name of the passkey. */
    passkey: name,
  },
  /** To a person who asked to be erased. The secret is the token that takes it back. */
  erasure: { name, due_at: t.timestamp() },
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
    /** `pending` where an email told another status before. */
    status: t.enum(...toldStatuses, 'pending'),
    super_event_name: t.string(),
    event_name: name,
    happening,
    registration_id,
    /** Until when an accepted place has to be confirmed. */
    confirm_by: t.optional(t.nullable(t.timestamp())),
  },
  /** Reminds somebody who is accepted and has not confirmed yet. */
  'confirm-reminder': { name, super_event_name: t.string(), confirm_by: t.timestamp(), happening },
  /** To a person who did not confirm in time and is on the waiting list again. */
  lapsed: {
    name,
    super_event_name: t.string(),
    /** Whether freed places go to the waiting list automatically. */
    moves: t.boolean(),
    happening,
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
    happening,
  },
  /** To the owners of an organization, when one of its webhooks was switched off after three days of failures only. */
  'webhook-disabled': { name, organization_name: t.string(), host: t.string(), failing_since: t.timestamp() },
};

export type EventDetails = NonNullable<EmailData<'moved'>['happening']>;
export type EmailName = keyof typeof emails;
export type EmailData<L extends EmailName> = Input<(typeof emails)[L]>;

interface Verification {
  /** Of the link. */
  readonly token: string;
  /** Undefined where the link alone confirms the address. */
  readonly code?: string | undefined;
}
/** Writes a token and a code as the fragment of a link has them: an older process that knows no code makes a link that works. */
export const verificationSecret = ({ token, code }: Verification): string =>
  token + (code === undefined ? '' : `&code=${code}`);
export function readVerificationSecret(secret: string): Verification {
  const said = new URLSearchParams(`token=${secret}`);
  return { token: said.get('token') ?? '', code: said.get('code') ?? undefined };
}
