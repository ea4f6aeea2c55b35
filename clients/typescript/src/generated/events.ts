/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List } from '../calls.ts';
import type {
  TrackRole,
  EventStatus,
  Visibility,
  SuperEvent,
  EventMode,
  Track,
  RegistrationFieldType,
  AssignedRole,
  InvitedRole,
  CreatedRoleInvites,
} from './shapes.ts';

export interface Events {
  /**
   * List an organization's hackathons.
   * `GET /organizations/:orgSlug/super-events`
   */
  readonly listSuperEvents: List<
    { orgSlug: string; limit?: number | undefined; cursor?: string | undefined },
    { super_events: { id: string; name: string; slug: string; status: EventStatus }[]; count: number },
    'super_events'
  >;
  /**
   * Get a hackathon.
   * `GET /super-events/:slug`
   * Refusals: `NOT_FOUND`.
   */
  readonly getSuperEvent: Call<{ slug: string }, { super_event: SuperEvent }>;
  /**
   * Change a hackathon; a new name makes a new slug.
   * `PATCH /super-events/:id`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `NOT_READY`.
   */
  readonly updateSuperEvent: Call<
    {
      id: string;
      name?: string | undefined;
      description?: string | null | undefined;
      tz?: string | undefined;
      start_at?: string | undefined;
      end_at?: string | undefined;
      max_participants?: number | null | undefined;
      visibility?: Visibility | undefined;
      format?: EventMode | undefined;
      config_json?: Record<string, unknown> | undefined;
      status?: EventStatus | undefined;
    },
    { id: string; name: string; status: EventStatus }
  >;
  /**
   * Delete a hackathon and its tracks.
   * `DELETE /super-events/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly deleteSuperEvent: Call<{ id: string }, { deleted: true }>;
  /**
   * List an organization's tracks.
   * `GET /organizations/:orgSlug/events`
   */
  readonly listTracks: List<
    { orgSlug: string; limit?: number | undefined; cursor?: string | undefined },
    { events: { id: string; name: string; slug: string; status: EventStatus; super_event_id: string }[] },
    'events'
  >;
  /**
   * Get a track with how many are registered and in how many teams.
   * `GET /events/:slug`
   * Refusals: `NOT_FOUND`.
   */
  readonly getTrack: Call<{ slug: string }, { event: Track; registration_count: number; team_count: number }>;
  /**
   * Change a track; a new name makes a new slug.
   * `PATCH /events/:id`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `NOT_READY`.
   */
  readonly updateTrack: Call<
    {
      id: string;
      name?: string | undefined;
      tz?: string | undefined;
      start_at?: string | undefined;
      end_at?: string | undefined;
      mode?: EventMode | undefined;
      stream_url?: string | null | undefined;
      stream_start_at?: string | null | undefined;
      config_json?: Record<string, unknown> | undefined;
      status?: EventStatus | undefined;
    },
    { event: { id: string; name: string; status: EventStatus } }
  >;
  /**
   * Delete a track.
   * `DELETE /events/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly deleteTrack: Call<{ id: string }, { deleted: true }>;
  /**
   * Get the address of a track's stream, or else of its hackathon's.
   * `GET /events/:slug/stream`
   * Refusals: `PERMISSION_DENIED`, `NOT_FOUND`.
   */
  readonly getStream: Call<{ slug: string }, { stream_url: string; stream_start_at: string | null }>;
  /**
   * Make a hackathon; its slug follows from its name.
   * `POST /organizations/:id/super-events`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `NOT_READY`, `PERMISSION_DENIED`.
   */
  readonly createSuperEvent: Call<
    {
      id: string;
      name: string;
      description?: string | null | undefined;
      tz?: string | undefined;
      start_at?: string | undefined;
      end_at?: string | undefined;
      max_participants?: number | null | undefined;
      visibility?: Visibility | undefined;
      format?: EventMode | undefined;
      config_json?: Record<string, unknown> | undefined;
      status?: EventStatus | undefined;
    },
    { super_event: SuperEvent }
  >;
  /**
   * Make a track of a hackathon; its slug follows from its name.
   * `POST /super-events/:id/events`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `NOT_READY`.
   */
  readonly createTrack: Call<
    {
      id: string;
      name: string;
      tz?: string | undefined;
      start_at?: string | undefined;
      end_at?: string | undefined;
      mode?: EventMode | undefined;
      stream_url?: string | null | undefined;
      stream_start_at?: string | null | undefined;
      config_json?: Record<string, unknown> | undefined;
      status?: EventStatus | undefined;
    },
    { event: Track }
  >;
  /**
   * List what a hackathon asks of people who register.
   * `GET /super-events/:superEventId/registration-fields`
   */
  readonly listFields: List<
    { superEventId: string; limit?: number | undefined; cursor?: string | undefined },
    {
      fields: {
        id: string;
        field_type: RegistrationFieldType;
        label: string;
        options: string[];
        is_required: boolean;
        order_index: number;
      }[];
    },
    'fields'
  >;
  /**
   * Ask one more thing of people who register.
   * `POST /super-events/:superEventId/registration-fields`
   * Refusals: `VALIDATION_FAILED`.
   */
  readonly addField: Call<
    {
      superEventId: string;
      field_type: RegistrationFieldType;
      label: string;
      description?: string | null | undefined;
      placeholder?: string | null | undefined; /** Default: `[]`. */
      options?: string[] | undefined; /** Default: `false`. */
      is_required?: boolean | undefined; /** Default: `0`. */
      order_index?: number | undefined; /** Default: `{}`. */
      validation_rules?: Record<string, unknown> | undefined;
    },
    { id: string; super_event_id: string; field_type: RegistrationFieldType; label: string }
  >;
  /**
   * Change what is asked of people who register.
   * `PATCH /super-event-registration-fields/:id`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`.
   */
  readonly updateField: Call<
    {
      id: string;
      field_type?: RegistrationFieldType | undefined;
      label?: string | undefined;
      description?: string | null | undefined;
      placeholder?: string | null | undefined;
      options?: string[] | undefined;
      is_required?: boolean | undefined;
      order_index?: number | undefined;
      validation_rules?: Record<string, unknown> | undefined;
    },
    { id: string; field_type: RegistrationFieldType; label: string }
  >;
  /**
   * Ask one thing less; answers given to it are kept.
   * `DELETE /super-event-registration-fields/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly deleteField: Call<{ id: string }, { message: string }>;
  /**
   * List who holds which role on a track, longest-standing first.
   * `GET /events/:eventId/roles`
   */
  readonly listRoles: List<
    { eventId: string; limit?: number | undefined; cursor?: string | undefined },
    { roles: { user_id: string; role: TrackRole; name: string }[]; count: number },
    'roles'
  >;
  /**
   * Give an existing user a role on a track.
   * `POST /events/:eventId/roles`
   * Refusals: `NOT_FOUND`.
   */
  readonly assignRole: Call<{ eventId: string; user_id: string; role: TrackRole }, AssignedRole>;
  /**
   * Take a role on a track from somebody; of a judge with the assignments that they have not handed in.
   * `DELETE /events/:eventId/roles/:userId/:role`
   * Refusals: `NOT_FOUND`.
   */
  readonly removeRole: Call<
    { eventId: string; userId: string; role: string },
    { deleted: true; open_assignments?: { id: string; team_id: string; team_name: string }[] | undefined }
  >;
  /**
   * List who was invited to the tracks of a hackathon, newest first.
   * `GET /super-events/:superEventId/role-invites`
   */
  readonly listRoleInvites: List<
    { superEventId: string; limit?: number | undefined; cursor?: string | undefined },
    {
      invites: {
        id: string;
        super_event_id: string;
        event_id: string;
        email: string;
        role: InvitedRole;
        status: 'pending' | 'accepted' | 'revoked' | 'expired';
        message: string | null;
        invited_by: string;
        expires_at: string;
        created_at: string;
      }[];
    },
    'invites'
  >;
  /**
   * Invite somebody to some or all tracks of a hackathon.
   * `POST /super-events/:superEventId/role-invites`
   */
  readonly createRoleInvites: Call<
    {
      superEventId: string;
      email: string;
      role: InvitedRole;
      trackIds?: string[] | undefined;
      message?: string | null | undefined;
    },
    CreatedRoleInvites
  >;
  /**
   * Tell how far a track is set up, and how many are registered and in how many teams; a draft is not ready.
   * `GET /events/:eventId/setup-status`
   * Refusals: `NOT_FOUND`.
   */
  readonly getSetupStatus: Call<
    { eventId: string },
    {
      checklist: { has_name: boolean; has_dates: boolean; has_registration_open: boolean };
      is_ready_for_registration: boolean;
      stats: { registrations: number; teams: number };
    }
  >;
  /**
   * Open the registration of a track; `force=true` overrides warnings.
   * `POST /events/:eventId/open-registration`
   * Refusals: `NOT_FOUND`, `NOT_READY`.
   */
  readonly openRegistration: Call<
    { eventId: string; /** Default: `false`. */ force?: boolean | undefined },
    { registration_opened: true; event: { id: string } }
  >;
  /**
   * Close the registration of a track.
   * `POST /events/:eventId/close-registration`
   */
  readonly closeRegistration: Call<{ eventId: string }, { registration_opened: false; event: { id: string } }>;
}
