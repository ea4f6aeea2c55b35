/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List, Uploads } from '../calls.ts';
import type {
  Texts,
  RegistrationStatus,
  TeamRole,
  RegistrationPage,
  DecidedRegistration,
  CancelledRegistration,
  SuperEventRegistration,
  ApplicationToReview,
  RefusedDecision,
  KeptDecision,
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
          place: string | null;
          name_i18n?: Texts | undefined;
        } | null;
        super_event: {
          id: string;
          name: string;
          slug: string;
          start_at: string | null;
          end_at: string | null;
          tz: string | null;
          place: string | null;
          name_i18n?: Texts | undefined;
          organization_id: string;
        };
        super_event_registration: {
          id: string;
          status: RegistrationStatus;
          checkin_token: string;
          looking_for_team: boolean;
          confirm_by: string | null;
          confirmed_at: string | null;
          lapsed_at: string | null;
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
        super_event_registration_id: string;
        answers_json: Record<string, unknown>;
        users: { id: string; name: string; email: string; linkedin_url: string | null; github_url: string | null };
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
    {
      slug: string;
      answers_json?: Record<string, unknown> | undefined; /** Default: `[]`. */
      track_ids?: string[] | undefined;
      looking_for_team?: boolean | undefined;
      interested_track_ids?: string[] | undefined;
      consent?: boolean | undefined;
      user_id?: unknown;
    } & Uploads,
    {
      id: string;
      super_event_id: string;
      user_id: string;
      status: RegistrationStatus;
      checkin_token: string;
      registrations: { id: string; event_id: string; status: RegistrationStatus }[];
    }
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
   * Refusals: `NOT_FOUND`, `PERMISSION_DENIED`, `VALIDATION_FAILED`, `NOT_ACCEPTED`.
   */
  readonly updateParent: Call<
    {
      id: string;
      looking_for_team?: boolean | undefined;
      interested_track_ids?: string[] | undefined;
      answers_json?: Record<string, unknown> | undefined;
      confirm_by?: string | null | undefined;
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
   * Erase what a hackathon has of a person, and leave their account.
   * `DELETE /super-event-registrations/:id/data`
   */
  readonly eraseData: Call<{ id: string }, { erased: true }>;
  /**
   * Download everybody who applied to a hackathon as CSV, with all answers.
   * `GET /super-events/:slug/registrations/csv`
   * Refusals: `NOT_FOUND`, `VALIDATION_FAILED`.
   */
  readonly exportPeople: Call<
    {
      slug: string;
      status?: RegistrationStatus | undefined;
      track_id?: string | undefined; /** Default: `"plain"`. */
      preset?: 'plain' | 'mlh' | 'mlh_checkins' | undefined;
      columns?: string | undefined;
      bom?: '0' | '1' | undefined;
    },
    Response
  >;
  /**
   * Count what people answered to a question that is chosen from, most frequent first.
   * `GET /super-events/:slug/answers/:field_id/counts`
   * Refusals: `NOT_FOUND`, `VALIDATION_FAILED`.
   */
  readonly countAnswers: Call<
    { slug: string; field_id: string; status?: RegistrationStatus | undefined },
    { counts: { value: string; count: number }[]; answered: number; people: number }
  >;
  /**
   * Say what a table of people would do, and change nothing.
   * `POST /super-events/:slug/import/plan`
   * Refusals: `NOT_FOUND`, `VALIDATION_FAILED`, `PAYLOAD_TOO_LARGE`.
   */
  readonly planImport: Call<
    {
      slug: string;
      table:
        | string
        | {
            columns?: string[] | undefined;
            rows?: (string | number | boolean | null)[][] | undefined;
            csv?: string | undefined;
            mapping?: Record<string, string> | undefined;
          };
    },
    {
      columns: { name: string; guess: string }[];
      rows: number;
      problems: { line: number; column: string | null; code: string; message: string }[];
      would: { invited: number; enrolled: number; unchanged: number };
    }
  >;
  /**
   * Enroll the people of a table, or invite those who have no account; a second time changes nothing.
   * `POST /super-events/:slug/import/apply`
   * Refusals: `NOT_FOUND`, `VALIDATION_FAILED`, `PAYLOAD_TOO_LARGE`.
   */
  readonly applyImport: Call<
    {
      slug: string;
      table:
        | string
        | {
            columns?: string[] | undefined;
            rows?: (string | number | boolean | null)[][] | undefined;
            csv?: string | undefined;
            mapping?: Record<string, string> | undefined;
          };
    },
    { job: { id: string; status: 'running' } }
  >;
  /**
   * Ask how far an import is, and what came of each line.
   * `GET /super-events/:slug/import/jobs/:jobId`
   * Refusals: `NOT_FOUND`.
   */
  readonly getImport: Call<
    { slug: string; jobId: string },
    {
      status: 'running' | 'done' | 'failed';
      rows: number;
      lines: {
        line: number;
        status: 'enrolled' | 'invited' | 'unchanged' | 'refused';
        code?:
          | 'INVALID_EMAIL'
          | 'INVALID_TRACK'
          | 'NOT_ACCEPTED'
          | 'VALIDATION_FAILED'
          | 'NOT_FOUND'
          | 'EVENT_NOT_PAID'
          | 'NO_TRACKS'
          | 'REGISTRATION_CLOSED'
          | 'MAX_PARTICIPANTS_REACHED'
          | undefined;
      }[];
      counts: { enrolled: number; invited: number; unchanged: number; refused: number };
    }
  >;
  /**
   * Get the application to review next: the one with the fewest reviews that the viewer has not reviewed.
   * `GET /super-events/:slug/reviews/next`
   */
  readonly nextReview: Call<{ slug: string }, { application: ApplicationToReview | null; left: number }>;
  /**
   * Get how far the reviews of a hackathon are, by reviewer, and how sure the ranking is.
   * `GET /super-events/:slug/reviews`
   * Refusals: `NOT_FOUND`.
   */
  readonly getReviews: Call<
    { slug: string },
    {
      blind: boolean;
      applications: number;
      reviewed: number;
      reviews: number;
      reviewers: {
        user_id: string;
        name: string;
        reviews: number;
        mean_score: number;
        effect: number | null;
        last_review_at: string;
      }[];
      ranking: { calculated_at: string | null; connected: boolean; pairs_right: number | null };
    }
  >;
  /**
   * List the reviews of an application, the first one first.
   * `GET /super-event-registrations/:id/reviews`
   * Refusals: `NOT_FOUND`.
   */
  readonly listReviews: Call<
    { id: string },
    {
      evaluation_score: number | null;
      reviews: { reviewer_id: string; reviewer_name: string; score: number; note: string | null; updated_at: string }[];
    }
  >;
  /**
   * Review an application, or change one's own review.
   * `PUT /super-event-registrations/:id/review`
   * Refusals: `NOT_FOUND`, `PERMISSION_DENIED`.
   */
  readonly review: Call<
    { id: string; score: number; note?: string | null | undefined },
    { review: { super_event_registration_id: string; score: number; note: string | null; updated_at: string } }
  >;
  /**
   * Decide about many people at once: those named by `ids`, or all whom a filter finds.
   * `POST /super-events/:slug/decisions`
   * Refusals: `VALIDATION_FAILED`, `EVENT_NOT_PAID`, `INVALID_TRACK`, `NOT_FOUND`.
   */
  readonly decide: Call<
    {
      slug: string;
      status: 'pending' | 'accepted' | 'waitlisted' | 'rejected';
      ids?: string[] | undefined;
      filter?:
        | {
            status?: RegistrationStatus | undefined;
            search?: string | undefined;
            track_id?: string | undefined;
            min_score?: number | undefined;
            field?: { id: string; equals: string | number | boolean } | undefined;
            limit?: number | undefined;
          }
        | undefined;
      track_ids?: string[] | undefined;
      confirm_by?: string | undefined; /** Default: `true`. */
      letters?: boolean | undefined;
    },
    { id: string; decided: number; unchanged: number; refused: RefusedDecision[]; left: number; undo_until: string }
  >;
  /**
   * Take a decision about many back, within 60 seconds.
   * `POST /decisions/:id/undo`
   * Refusals: `UNDO_EXPIRED`, `NOT_FOUND`.
   */
  readonly undo: Call<{ id: string }, { id: string; undone: number; kept: KeptDecision[]; without_team: string[] }>;
  /**
   * Confirm that one will come; repeating it changes nothing.
   * `POST /super-event-registrations/:id/confirm`
   * Refusals: `NOT_ACCEPTED`, `NOT_FOUND`.
   */
  readonly confirm: Call<
    { id: string },
    { id: string; status: RegistrationStatus; confirm_by: string | null; confirmed_at: string | null }
  >;
  /**
   * Foretell how many will come.
   * `GET /super-events/:slug/forecast`
   * Refusals: `NOT_FOUND`.
   */
  readonly forecast: Call<
    { slug: string },
    {
      accepted: number;
      confirmed: number;
      waiting: number;
      lapsed: number;
      expected: number;
      share: number;
      measured_at: { id: string; name: string } | null;
    }
  >;
  /**
   * Download a file that answers a registration field.
   * `GET /files/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly getFile: Call<{ id: string }, Response>;
  /**
   * Download the files that people answered with as one zip.
   * `GET /super-events/:slug/files.zip`
   * Refusals: `NOT_FOUND`, `VALIDATION_FAILED`.
   */
  readonly exportFiles: Call<
    {
      slug: string;
      field_id?: string | undefined;
      consent_field_id?: string | undefined;
      status?: RegistrationStatus | undefined;
    },
    Response
  >;
}
