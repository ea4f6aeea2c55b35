/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List, Uploads } from '../calls.ts';
import type {
  RegistrationStatus,
  TeamRole,
  RegistrationPage,
  DecidedRegistration,
  CancelledRegistration,
  SuperEventRegistration,
} from './shapes.ts';

export interface Registrations {
  /**
   * List the viewer's own places in all hackathons, newest first; for a key, in those of its organization.
   * `GET /me/registrations`
   */
  readonly listOwn: List<
    { limit?: number | undefined; cursor?: string | undefined },
    {
      registrations: {
        id: string;
        status: RegistrationStatus;
        checkin_token: string;
        event: {
          id: string;
          name: string;
          slug: string;
          start_at: string | null;
          end_at: string | null;
          tz: string | null;
        } | null;
        super_event: {
          id: string;
          name: string;
          slug: string;
          start_at: string | null;
          end_at: string | null;
          tz: string | null;
          organization_id: string;
        };
        super_event_registration: {
          id: string;
          status: RegistrationStatus;
          checkin_token: string;
          looking_for_team: boolean;
        };
        team: { id: string; name: string; role: TeamRole; has_result: boolean } | null;
        created_at: string;
      }[];
      count: number;
    },
    'registrations'
  >;
  /**
   * List the registrations of a track.
   * `GET /events/:eventId/registrations`
   */
  readonly listForTrack: List<
    {
      eventId: string; /** Default: `1`. */
      page?: number | undefined; /** Default: `50`. */
      limit?: number | undefined;
      status?: RegistrationStatus | undefined; /** Default: `"created_at"`. */
      sort_by?: 'created_at' | 'name' | 'score' | undefined; /** Default: `"desc"`. */
      sort_order?: 'asc' | 'desc' | undefined;
      search?: string | undefined;
    },
    RegistrationPage,
    'registrations'
  >;
  /**
   * List the registrations of all tracks of a hackathon.
   * `GET /super-events/:superEventId/registrations`
   */
  readonly listForSuperEvent: List<
    {
      superEventId: string; /** Default: `1`. */
      page?: number | undefined; /** Default: `50`. */
      limit?: number | undefined;
      status?: RegistrationStatus | undefined; /** Default: `"created_at"`. */
      sort_by?: 'created_at' | 'name' | 'score' | undefined; /** Default: `"desc"`. */
      sort_order?: 'asc' | 'desc' | undefined;
      search?: string | undefined;
    },
    RegistrationPage,
    'registrations'
  >;
  /**
   * Get a registration, with its check-in token.
   * `GET /registrations/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly get: Call<
    { id: string },
    {
      registration: {
        id: string;
        event_id: string;
        user_id: string;
        status: RegistrationStatus;
        checkin_token: string;
        answers_json: Record<string, unknown>;
        users: { id: string; name: string; linkedin_url: string | null; github_url: string | null };
        events: { id: string; name: string; slug: string };
      };
    }
  >;
  /**
   * Register the viewer's own user on a track.
   * `POST /events/:eventId/register`
   * Refusals: `ALREADY_REGISTERED`, `REGISTRATION_CLOSED`, `NOT_FOUND`, `VALIDATION_FAILED`.
   */
  readonly register: Call<
    {
      eventId: string;
      answers_json?: Record<string, unknown> | undefined;
      super_event_registration_id?: string | undefined;
      user_id?: unknown;
    } & Uploads,
    { id: string; event_id: string; user_id: string; status: RegistrationStatus; checkin_token: string }
  >;
  /**
   * Apply to a hackathon with the viewer's own user.
   * `POST /super-events/:slug/register`
   * Refusals: `ALREADY_REGISTERED`, `REGISTRATION_CLOSED`, `NOT_FOUND`, `VALIDATION_FAILED`.
   */
  readonly apply: Call<
    { slug: string; answers_json?: Record<string, unknown> | undefined; user_id?: unknown } & Uploads,
    { id: string; super_event_id: string; user_id: string; status: RegistrationStatus; checkin_token: string }
  >;
  /**
   * Change the answers of a registration; its owner only while it is pending.
   * `PATCH /registrations/:id`
   * Refusals: `NOT_FOUND`, `PERMISSION_DENIED`, `VALIDATION_FAILED`.
   */
  readonly updateAnswers: Call<
    { id: string; answers_json: Record<string, unknown> } & Uploads,
    { id: string; answers_json: Record<string, unknown> }
  >;
  /**
   * Set what organizers think of a registration; null takes it back.
   * `PATCH /registrations/:id/evaluation`
   * Refusals: `NOT_FOUND`.
   */
  readonly updateEvaluation: Call<
    { id: string; evaluation_score?: number | null | undefined; evaluation_recommendation?: string | null | undefined },
    { id: string; evaluation_score: number | null; evaluation_recommendation: string | null }
  >;
  /**
   * Accept, waitlist or reject a registration, or set it back to pending.
   * `PATCH /registrations/:id/status`
   * Refusals: `EVENT_NOT_PAID`, `MAX_PARTICIPANTS_REACHED`, `NOT_FOUND`.
   */
  readonly updateStatus: Call<
    { id: string; status: 'pending' | 'accepted' | 'waitlisted' | 'rejected' },
    DecidedRegistration
  >;
  /**
   * Give up a place on a track; repeating it changes nothing.
   * `POST /registrations/:id/cancel`
   */
  readonly cancel: Call<{ id: string }, CancelledRegistration>;
  /**
   * Get a super-event registration, with its check-in token.
   * `GET /super-event-registrations/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly getParent: Call<{ id: string }, { super_event_registration: SuperEventRegistration }>;
  /**
   * Change what a person said when applying; the answers, its owner only while it is pending.
   * `PATCH /super-event-registrations/:id`
   * Refusals: `NOT_FOUND`, `PERMISSION_DENIED`, `VALIDATION_FAILED`.
   */
  readonly updateParent: Call<
    {
      id: string;
      looking_for_team?: boolean | undefined;
      interested_track_ids?: string[] | undefined;
      answers_json?: Record<string, unknown> | undefined;
    } & Uploads,
    { super_event_registration: SuperEventRegistration }
  >;
  /**
   * Accept, waitlist or reject a super-event registration, or set it back to pending.
   * `PATCH /super-event-registrations/:id/status`
   * Refusals: `EVENT_NOT_PAID`, `MAX_PARTICIPANTS_REACHED`, `NOT_FOUND`.
   */
  readonly updateParentStatus: Call<
    { id: string; status: 'pending' | 'accepted' | 'waitlisted' | 'rejected' },
    DecidedRegistration
  >;
  /**
   * Give up a place in a hackathon and on its tracks; repeating it changes nothing.
   * `POST /super-event-registrations/:id/cancel`
   */
  readonly cancelParent: Call<{ id: string }, CancelledRegistration>;
  /**
   * Download a file that answers a registration field.
   * `GET /files/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly getFile: Call<{ id: string }, Response>;
}
