/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List } from '../calls.ts';
import type {
  Locale,
  TrackRole,
  Texts,
  GalleryState,
  OptionTexts,
  EventStatus,
  Visibility,
  ListedHackathon,
  EventMode,
  PublicHackathon,
  RegistrationFieldType,
  Condition,
  SuperEvent,
  DecisionLetters,
  Track,
  ChoiceList,
  Prize,
  AssignedRole,
  InvitedRole,
  CreatedRoleInvites,
} from './shapes.ts';

export interface Events {
  /**
   * List the public hackathons that have not ended, soonest first.
   * `GET /hackathons`
   */
  readonly listHackathons: List<
    { limit?: number | undefined; cursor?: string | undefined },
    { hackathons: ListedHackathon[] },
    'hackathons'
  >;
  /**
   * Get what anybody may know of a hackathon that is final, and public or unlisted: all that it takes to apply.
   * `GET /super-events/:slug/public`
   * Refusals: `NOT_FOUND`, `AMBIGUOUS_SLUG`.
   */
  readonly getHackathon: Call<{ slug: string }, { hackathon: PublicHackathon }>;
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
      opens_at?: string | null | undefined;
      closes_at?: string | null | undefined;
      confirm_within_hours?: number | null | undefined;
      retention_days?: number | null | undefined;
      privacy_url?: string | null | undefined;
      terms_url?: string | null | undefined;
      waitlist_moves?: boolean | undefined;
      visibility?: Visibility | undefined;
      format?: EventMode | undefined;
      gallery?: GalleryState | undefined;
      logo_url?: string | null | undefined;
      colour?: string | null | undefined;
      reply_to?: string | null | undefined;
      letters?: DecisionLetters | undefined;
      config_json?: Record<string, unknown> | undefined;
      status?: EventStatus | undefined;
      locales?: Locale[] | undefined;
      name_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
      description_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
    },
    { super_event: SuperEvent }
  >;
  /**
   * Change a hackathon; a new name makes a new slug. `force=true` also changes a scale that scores were given by.
   * `PATCH /super-events/:id`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `NOT_READY`, `SCORES_EXIST`.
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
      opens_at?: string | null | undefined;
      closes_at?: string | null | undefined;
      confirm_within_hours?: number | null | undefined;
      retention_days?: number | null | undefined;
      privacy_url?: string | null | undefined;
      terms_url?: string | null | undefined;
      waitlist_moves?: boolean | undefined;
      visibility?: Visibility | undefined;
      format?: EventMode | undefined;
      gallery?: GalleryState | undefined;
      logo_url?: string | null | undefined;
      colour?: string | null | undefined;
      reply_to?: string | null | undefined;
      letters?: DecisionLetters | undefined;
      config_json?: Record<string, unknown> | undefined;
      status?: EventStatus | undefined;
      locales?: Locale[] | undefined;
      name_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
      description_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined; /** Default: `false`. */
      force?: boolean | undefined;
    },
    { id: string; name: string; status: EventStatus }
  >;
  /**
   * How much would be erased of the people of a hackathon, and when.
   * `GET /super-events/:slug/retention`
   * Refusals: `NOT_FOUND`.
   */
  readonly previewRetention: Call<
    { slug: string; days?: number | undefined },
    { days: number | null; due_at: string | null; people: number; files: number; letters: number }
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
      name_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
    },
    { event: Track }
  >;
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
      name_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
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
        description: string | null;
        placeholder: string | null;
        options: string[];
        is_required: boolean;
        order_index: number;
        validation_rules: Record<string, unknown>;
        at_door: boolean;
        choices: string | null;
        show_if: Condition | null;
        label_i18n?: Texts | undefined;
        description_i18n?: Texts | undefined;
        placeholder_i18n?: Texts | undefined;
        options_i18n?: OptionTexts | undefined;
      }[];
    },
    'fields'
  >;
  /**
   * List the deleted questions of a hackathon, for the answers to them that stay.
   * `GET /super-events/:superEventId/registration-fields/deleted`
   */
  readonly listDeletedFields: List<
    { superEventId: string; limit?: number | undefined; cursor?: string | undefined },
    { fields: { id: string; label: string; deleted_at: string }[] },
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
      validation_rules?: Record<string, unknown> | undefined; /** Default: `false`. */
      at_door?: boolean | undefined;
      choices?: string | null | undefined;
      show_if?: Condition | null | undefined;
      label_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
      description_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
      placeholder_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
      options_i18n?:
        | { en?: string[] | undefined; de?: string[] | undefined; es?: string[] | undefined; fr?: string[] | undefined }
        | undefined;
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
      at_door?: boolean | undefined;
      choices?: string | null | undefined;
      show_if?: Condition | null | undefined;
      label_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
      description_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
      placeholder_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
      options_i18n?:
        | { en?: string[] | undefined; de?: string[] | undefined; es?: string[] | undefined; fr?: string[] | undefined }
        | undefined;
    },
    { id: string; field_type: RegistrationFieldType; label: string }
  >;
  /**
   * Ask one thing less; answers given to it are kept.
   * `DELETE /super-event-registration-fields/:id`
   * Refusals: `NOT_FOUND`, `FIELD_IN_USE`.
   */
  readonly deleteField: Call<{ id: string }, { message: string }>;
  /**
   * List the lists that selects of forms choose from.
   * `GET /organizations/:orgId/lists`
   */
  readonly listLists: List<
    { orgId: string; limit?: number | undefined; cursor?: string | undefined },
    { lists: ChoiceList[] },
    'lists'
  >;
  /**
   * Make a list, or replace what stands on it.
   * `PUT /organizations/:orgId/lists/:name`
   * Refusals: `VALIDATION_FAILED`.
   */
  readonly putList: Call<{ orgId: string; name: string; list: string }, { list: ChoiceList; repeated: number }>;
  /**
   * Delete a list that no field chooses from; answers that were taken from it are kept.
   * `DELETE /organizations/:orgId/lists/:name`
   * Refusals: `NOT_FOUND`, `LIST_IN_USE`.
   */
  readonly deleteList: Call<{ orgId: string; name: string }, { deleted: true }>;
  /**
   * Find the ten best matches on a list that the form of a hackathon chooses from.
   * `GET /super-events/:slug/lists/:name`
   * Refusals: `NOT_FOUND`, `AMBIGUOUS_SLUG`.
   */
  readonly searchList: Call<{ slug: string; name: string; q?: string | undefined }, { values: string[] }>;
  /**
   * List the prizes of a hackathon.
   * `GET /super-events/:superEventId/prizes`
   */
  readonly listPrizes: List<
    { superEventId: string; limit?: number | undefined; cursor?: string | undefined },
    { prizes: Prize[] },
    'prizes'
  >;
  /**
   * Add a prize.
   * `POST /super-events/:superEventId/prizes`
   * Refusals: `VALIDATION_FAILED`, `NOT_A_JUDGE`.
   */
  readonly addPrize: Call<
    {
      superEventId: string;
      name: string;
      sponsor?: string | null | undefined;
      description?: string | null | undefined;
      track_ids?: string[] | null | undefined;
      by?: 'judges' | 'ranking' | undefined;
      judge_user_ids?: string[] | undefined;
      name_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
      description_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined; /** Default: `0`. */
      order_index?: number | undefined;
    },
    { prize: Prize }
  >;
  /**
   * Change a prize.
   * `PATCH /prizes/:id`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `NOT_A_JUDGE`.
   */
  readonly updatePrize: Call<
    {
      id: string;
      name?: string | undefined;
      sponsor?: string | null | undefined;
      description?: string | null | undefined;
      order_index?: number | undefined;
      track_ids?: string[] | null | undefined;
      by?: 'judges' | 'ranking' | undefined;
      judge_user_ids?: string[] | undefined;
      name_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
      description_i18n?:
        | { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined }
        | undefined;
    },
    { prize: Prize }
  >;
  /**
   * Delete a prize; submissions that entered for it stay.
   * `DELETE /prizes/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly deletePrize: Call<{ id: string }, { deleted: true }>;
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
   * Withdraw an invitation to a track that nobody has accepted; where its email invites to nothing else, its link ends.
   * `DELETE /super-events/:superEventId/role-invites/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly withdrawRoleInvite: Call<{ superEventId: string; id: string }, { deleted: true }>;
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
