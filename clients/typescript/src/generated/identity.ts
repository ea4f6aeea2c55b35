/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List } from '../calls.ts';
import type {
  Locale,
  Session,
  User,
  PageSession,
  OrganizationRole,
  TrackRole,
  DeviceKind,
  Texts,
  OwnSession,
  Passkey,
  ApiKey,
  Device,
} from './shapes.ts';

export interface Identity {
  /**
   * Sign up; the account begins when the address is confirmed by the code or the link in the email.
   * `POST /auth/signup`
   */
  readonly signUp: Call<
    { email: string; password: string; name: string; locale?: Locale | undefined },
    { status: 'verification_sent'; email: string }
  >;
  /**
   * Have the email of a sign-up sent again, with a new code and a new link.
   * `POST /auth/resend-verification`
   */
  readonly resendVerification: Call<
    { email: string; password: string },
    { status: 'verification_sent'; email: string }
  >;
  /**
   * Confirm an address by the code in the email, or by the token of its link and the password chosen at sign-up; signs in.
   * `POST /auth/verify`
   * Refusals: `VALIDATION_FAILED`, `INVALID_CODE`, `INVALID_LINK`, `INVALID_CREDENTIALS`, `PERMISSION_DENIED`.
   */
  readonly verify: Call<
    {
      email?: string | undefined;
      code?: string | undefined;
      token?: string | undefined;
      password?: string | undefined;
      cookie?: boolean | undefined;
    },
    { status: 'verified'; user_id: string; session: Session | PageSession }
  >;
  /**
   * Sign in with address and password.
   * `POST /auth/signin`
   * Refusals: `INVALID_CREDENTIALS`, `EMAIL_NOT_CONFIRMED`, `SECOND_FACTOR_REQUIRED`, `PERMISSION_DENIED`.
   */
  readonly signIn: Call<{ email: string; password: string; cookie?: boolean | undefined }, Session | PageSession>;
  /**
   * Exchange a refresh token for new tokens; using one twice ends the session.
   * `POST /auth/refresh`
   * Refusals: `VALIDATION_FAILED`, `UNAUTHENTICATED`, `PERMISSION_DENIED`.
   */
  readonly refresh: Call<{ refresh_token?: string | undefined; cookie?: boolean | undefined }, Session | PageSession>;
  /**
   * End this session.
   * `POST /auth/signout`
   */
  readonly signOut: Call<Record<string, never>, { signed_out: true }>;
  /**
   * Have a link sent by email that lets one choose a new password.
   * `POST /auth/reset-password`
   */
  readonly resetPassword: Call<{ email: string }, { status: 'sent' }>;
  /**
   * Choose a new password, in a session with the current one or by the token of a link sent by email.
   * `POST /auth/update-password`
   * Refusals: `VALIDATION_FAILED`, `UNAUTHENTICATED`, `SESSION_REQUIRED`, `INVALID_LINK`, `INVALID_CREDENTIALS`, `IDEMPOTENCY_KEY_REUSED`.
   */
  readonly updatePassword: Call<
    { new_password: string; current_password?: string | undefined; token?: string | undefined },
    { updated: true }
  >;
  /**
   * Get the signed-in person and the places they belong to; for a key, in its organization only.
   * `GET /auth/user`
   */
  readonly me: Call<
    Record<string, never>,
    {
      user: User;
      organizations: { id: string; slug: string; name: string; role: OrganizationRole | null }[];
      roles: { organization_id: string; super_event_id: string; event_id: string; role: TrackRole }[];
    }
  >;
  /**
   * Change one's own name, links or language.
   * `PATCH /me`
   */
  readonly updateMe: Call<
    {
      name?: string | undefined;
      avatar_url?: string | null | undefined;
      linkedin_url?: string | null | undefined;
      github_url?: string | null | undefined;
      locale?: Locale | null | undefined;
    },
    { user: User }
  >;
  /**
   * Change one's own address; it changes when the email to the new one is answered.
   * `POST /me/email`
   * Refusals: `VALIDATION_FAILED`, `INVALID_CREDENTIALS`.
   */
  readonly changeEmail: Call<{ email: string; password: string }, { status: 'sent'; email: string }>;
  /**
   * Confirm a new address by the token of the link in the email, or by the address and the code.
   * `POST /me/email/confirm`
   * Refusals: `VALIDATION_FAILED`, `INVALID_LINK`, `INVALID_CODE`, `EMAIL_TAKEN`.
   */
  readonly confirmEmail: Call<
    { token?: string | undefined; email?: string | undefined; code?: string | undefined },
    { status: 'changed'; email: string }
  >;
  /**
   * Undo a change of address by the token of the link that the former address got.
   * `POST /me/email/stop`
   * Refusals: `INVALID_LINK`, `EMAIL_TAKEN`.
   */
  readonly stopEmail: Call<{ token: string }, { status: 'stopped'; email: string }>;
  /**
   * List one's own sessions, oldest first.
   * `GET /me/sessions`
   */
  readonly listSessions: List<
    { limit?: number | undefined; cursor?: string | undefined },
    { sessions: OwnSession[]; count: number },
    'sessions'
  >;
  /**
   * End one of one's own sessions, on all its devices' pages at once.
   * `DELETE /me/sessions/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly endSession: Call<{ id: string }, { ended: true }>;
  /**
   * Download everything that is stored of oneself as one zip.
   * `GET /me/data`
   */
  readonly exportData: Call<Record<string, never>, Response>;
  /**
   * When one's own account is to be erased; null if it is not.
   * `GET /me/erasure`
   */
  readonly getErasure: Call<Record<string, never>, { due_at: string | null }>;
  /**
   * Have one's own account erased after 14 days.
   * `DELETE /me`
   * Refusals: `VALIDATION_FAILED`, `INVALID_CREDENTIALS`, `PASSKEY_INVALID`, `LAST_OWNER`.
   */
  readonly eraseMe: Call<
    { password?: string | undefined; passkey?: Record<string, unknown> | undefined },
    { status: 'erasing'; due_at: string }
  >;
  /**
   * Keep an account that was to be erased, by the token of the link in the email.
   * `POST /me/restore`
   * Refusals: `INVALID_LINK`.
   */
  readonly restoreMe: Call<{ token: string }, { status: 'restored'; email: string }>;
  /**
   * List by whom else people can sign in.
   * `GET /auth/providers`
   */
  readonly listProviders: Call<Record<string, never>, { name: string; label: string }[]>;
  /**
   * Lead a browser to an issuer, to sign in there.
   * `GET /auth/by/:name`
   * Refusals: `VALIDATION_FAILED`.
   */
  readonly beginSignInBy: Call<{ name: string; next?: string | undefined }, Response>;
  /**
   * Take the answer of an issuer, and sign in.
   * `GET /auth/by/:name/callback`
   * Refusals: `VALIDATION_FAILED`.
   */
  readonly returnSignInBy: Call<
    {
      name: string;
      state?: string | undefined;
      code?: string | undefined;
      iss?: string | undefined;
      error?: string | undefined;
    },
    Response
  >;
  /**
   * Join a sign-in by others to the account with its address, by the password or a passkey of that account, and sign in.
   * `POST /auth/by/:name/join`
   * Refusals: `VALIDATION_FAILED`, `INVALID_LINK`, `INVALID_CREDENTIALS`, `PASSKEY_INVALID`, `SECOND_FACTOR_REQUIRED`, `PERMISSION_DENIED`.
   */
  readonly joinBy: Call<
    {
      name: string;
      id: string;
      password?: string | undefined;
      credential?: Record<string, unknown> | undefined;
      cookie?: boolean | undefined;
    },
    Session | PageSession
  >;
  /**
   * Tell whether an app makes codes for one's own account.
   * `GET /me/totp`
   */
  readonly readTotp: Call<Record<string, never>, { is_active: boolean; recovery_codes: number }>;
  /**
   * Begin to set up an app that makes codes; nothing changes until the first code is confirmed.
   * `POST /me/totp`
   * Refusals: `TOTP_ACTIVE`, `SECOND_FACTOR_MISSING`.
   */
  readonly beginTotp: Call<Record<string, never>, { url: string; secret: string }>;
  /**
   * Confirm the app by a code of it; from then on signing in with a password asks for one.
   * `POST /me/totp/confirm`
   * Refusals: `NOT_FOUND`, `TOTP_ACTIVE`, `SECOND_FACTOR_INVALID`, `SECOND_FACTOR_MISSING`.
   */
  readonly confirmTotp: Call<{ code: string }, { recovery_codes: string[] }>;
  /**
   * Remove the app from one's own account, by a code of it or a recovery code; recovery codes go with it.
   * `DELETE /me/totp`
   * Refusals: `NOT_FOUND`, `SECOND_FACTOR_INVALID`, `SECOND_FACTOR_MISSING`.
   */
  readonly removeTotp: Call<{ code: string }, { deleted: true }>;
  /**
   * Complete a sign-in that was answered with SECOND_FACTOR_REQUIRED.
   * `POST /auth/second-factor`
   * Refusals: `TICKET_INVALID`, `SECOND_FACTOR_INVALID`, `PERMISSION_DENIED`.
   */
  readonly completeSignIn: Call<{ ticket: string; code: string; cookie?: boolean | undefined }, Session | PageSession>;
  /**
   * Begin to add a passkey to one's own account.
   * `POST /me/passkeys/options`
   * Refusals: `TOO_MANY_PASSKEYS`, `SECOND_FACTOR_MISSING`.
   */
  readonly beginPasskey: Call<Record<string, never>, { options: Record<string, unknown> }>;
  /**
   * Add a passkey to one's own account, as the browser made it.
   * `POST /me/passkeys`
   * Refusals: `PASSKEY_INVALID`, `TOO_MANY_PASSKEYS`, `SECOND_FACTOR_MISSING`.
   */
  readonly addPasskey: Call<
    { /** Default: `"Passkey"`. */ name?: string | undefined; credential: Record<string, unknown> },
    Passkey
  >;
  /**
   * List one's own passkeys, oldest first.
   * `GET /me/passkeys`
   */
  readonly listPasskeys: List<
    { limit?: number | undefined; cursor?: string | undefined },
    { passkeys: Passkey[]; count: number },
    'passkeys'
  >;
  /**
   * Name one of one's own passkeys.
   * `PATCH /me/passkeys/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly renamePasskey: Call<{ id: string; name: string }, Passkey>;
  /**
   * Remove one of one's own passkeys.
   * `DELETE /me/passkeys/:id`
   * Refusals: `NOT_FOUND`, `SECOND_FACTOR_MISSING`.
   */
  readonly removePasskey: Call<{ id: string }, { deleted: true }>;
  /**
   * Begin to sign in with a passkey.
   * `POST /auth/passkeys/options`
   */
  readonly beginPasskeySignIn: Call<Record<string, never>, { options: Record<string, unknown> }>;
  /**
   * Sign in with a passkey; no further factor is asked for.
   * `POST /auth/passkeys`
   * Refusals: `PASSKEY_INVALID`, `PERMISSION_DENIED`.
   */
  readonly signInByPasskey: Call<
    { credential: Record<string, unknown>; cookie?: boolean | undefined },
    Session | PageSession
  >;
  /**
   * List the viewer's own API keys in an organization; for owners and admins, everybody's.
   * `GET /organizations/:orgId/keys`
   */
  readonly listKeys: List<
    { orgId: string; limit?: number | undefined; cursor?: string | undefined },
    { api_keys: ApiKey[]; count: number },
    'api_keys'
  >;
  /**
   * Make an API key that acts for the viewer in this organization; its text is shown this once.
   * `POST /organizations/:orgId/keys`
   * Refusals: `VALIDATION_FAILED`, `UNAUTHENTICATED`, `LABEL_TAKEN`, `TOO_MANY_KEYS`, `SECOND_FACTOR_MISSING`.
   */
  readonly createKey: Call<
    { orgId: string; label: string; expires_at?: string | undefined },
    { key: string; api_key: ApiKey }
  >;
  /**
   * End an API key of one's own, and those made with it; for owners and admins, anybody's.
   * `DELETE /organizations/:orgId/keys/:id`
   * Refusals: `NOT_FOUND`, `PERMISSION_DENIED`.
   */
  readonly revokeKey: Call<{ orgId: string; id: string }, { deleted: true }>;
  /**
   * Add a kiosk or a board to a hackathon, with a code that pairs it once, within ten minutes.
   * `POST /organizations/:orgId/devices`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `PERMISSION_DENIED`, `POINT_NOT_FOUND`, `TOO_MANY_DEVICES`.
   */
  readonly addDevice: Call<
    {
      orgId: string;
      kind: DeviceKind;
      name: string;
      super_event_id: string;
      checkin_point_ids?: string[] | undefined;
      may_search?: boolean | undefined;
      sees_answers?: boolean | undefined;
      prints?: boolean | undefined;
      pin?: string | undefined;
      expires_at?: string | undefined;
    },
    { device: Device; pairing: { code: string; url: string; expires_at: string } }
  >;
  /**
   * List the devices of the hackathons one organizes, with when each was last heard of.
   * `GET /organizations/:orgId/devices`
   * Refusals: `PERMISSION_DENIED`.
   */
  readonly listDevices: List<
    { orgId: string; super_event_id?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
    { devices: Device[]; count: number },
    'devices'
  >;
  /**
   * End a device: its key works no more.
   * `DELETE /devices/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly removeDevice: Call<{ id: string }, { deleted: true }>;
  /**
   * Read what the code of a device pairs, and with which hackathon; changes nothing.
   * `POST /devices/pair/read`
   * Refusals: `PAIRING_NOT_FOUND`.
   */
  readonly readPairing: Call<
    { code: string },
    { device: { kind: DeviceKind; name: string }; super_event: { name: string; name_i18n?: Texts | undefined } }
  >;
  /**
   * Exchange the code of a device for its key, once.
   * `POST /devices/pair`
   * Refusals: `PAIRING_NOT_FOUND`.
   */
  readonly pairDevice: Call<
    { code: string },
    { key: string; device: Device; lock: { salt: string; hash: string; iterations: number } | null }
  >;
  /**
   * Tell how a device is; to be said every 30 seconds.
   * `POST /device/report`
   * Refusals: `PERMISSION_DENIED`, `UNAUTHENTICATED`.
   */
  readonly reportDevice: Call<
    { queued: number; oldest_queued_at?: string | null | undefined; version: string },
    { received_at: string }
  >;
}
