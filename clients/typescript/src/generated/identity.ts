/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List } from '../calls.ts';
import type { Session, User, PageSession, OrganizationRole, TrackRole, DeviceKind, ApiKey, Device } from './shapes.ts';

export interface Identity {
  /**
   * Sign up; the account begins when the address is confirmed by the link in the mail.
   * `POST /auth/signup`
   */
  readonly signUp: Call<
    { email: string; password: string; name: string },
    { status: 'verification_sent'; email: string }
  >;
  /**
   * Confirm an address by the token of the mail's link and the password chosen at sign-up; signs in.
   * `POST /auth/verify`
   * Refusals: `INVALID_LINK`, `INVALID_CREDENTIALS`, `PERMISSION_DENIED`.
   */
  readonly verify: Call<
    { token: string; password: string; cookie?: boolean | undefined },
    { status: 'verified'; user_id: string; session: Session | PageSession }
  >;
  /**
   * Sign in with address and password.
   * `POST /auth/signin`
   * Refusals: `INVALID_CREDENTIALS`, `PERMISSION_DENIED`.
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
   * Have a link mailed that lets one choose a new password.
   * `POST /auth/reset-password`
   */
  readonly resetPassword: Call<{ email: string }, { status: 'sent' }>;
  /**
   * Choose a new password, in a session with the current one or by the token of a mailed link.
   * `POST /auth/update-password`
   * Refusals: `VALIDATION_FAILED`, `UNAUTHENTICATED`, `SESSION_REQUIRED`, `INVALID_LINK`, `INVALID_CREDENTIALS`, `IDEMPOTENCY_KEY_REUSED`.
   */
  readonly updatePassword: Call<
    { new_password: string; current_password?: string | undefined; token?: string | undefined },
    { updated: true }
  >;
  /**
   * Who is signed in, and where they belong; for a key, in its organization only.
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
   * Refusals: `VALIDATION_FAILED`, `UNAUTHENTICATED`, `LABEL_TAKEN`, `TOO_MANY_KEYS`.
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
   * Exchange the code of a device for its key, once.
   * `POST /devices/pair`
   * Refusals: `PAIRING_NOT_FOUND`.
   */
  readonly pairDevice: Call<{ code: string }, { key: string; device: Device }>;
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
