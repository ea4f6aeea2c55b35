/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List } from '../calls.ts';
import type {
  TrackRole,
  Texts,
  RegistrationStatus,
  PagePagination,
  CheckinPointType,
  ScanMethod,
  MadeCheckinPoint,
  Badge,
  LaterScan,
  FirstCheckIn,
  CheckinPointList,
} from './shapes.ts';

export interface CheckIn {
  /**
   * Make a check-in point, of a hackathon or of one of its tracks.
   * `POST /super-events/:slug/checkin-points`
   * Refusals: `VALIDATION_FAILED`, `INVALID_TRACK`.
   */
  readonly createPoint: Call<
    {
      slug: string;
      name: string; /** Default: `"attendance"`. */
      type?: CheckinPointType | undefined;
      opens_at: string;
      closes_at: string; /** Default: `{}`. */
      config_json?: Record<string, unknown> | undefined;
      event_id?: string | null | undefined;
      milestone_requirements?:
        | { id: string; title: string; description?: string | null | undefined; is_required?: boolean | undefined }[]
        | undefined;
    },
    { checkin_point: MadeCheckinPoint }
  >;
  /**
   * Change a check-in point.
   * `PATCH /checkin-points/:id`
   * Refusals: `VALIDATION_FAILED`, `POINT_NOT_FOUND`.
   */
  readonly updatePoint: Call<
    {
      id: string;
      name?: string | undefined;
      type?: CheckinPointType | undefined;
      opens_at?: string | undefined;
      closes_at?: string | undefined;
      milestone_requirements?:
        | { id: string; title: string; description?: string | null | undefined; is_required?: boolean | undefined }[]
        | undefined;
      config_json?: Record<string, unknown> | undefined;
    },
    { checkin_point: MadeCheckinPoint }
  >;
  /**
   * Remove a check-in point at which nothing was scanned or handed in.
   * `DELETE /checkin-points/:id`
   * Refusals: `POINT_NOT_FOUND`, `POINT_IN_USE`.
   */
  readonly deletePoint: Call<{ id: string }, { deleted: true }>;
  /**
   * Get the numbers of the board beside the doors; at most a second old.
   * `GET /super-events/:slug/board`
   * Refusals: `NOT_FOUND`.
   */
  readonly board: Call<
    { slug: string },
    {
      super_event: { name: string; tz: string | null; name_i18n?: Texts | undefined };
      accepted: number;
      checked_in: number;
      per_point: {
        id: string;
        name: string;
        type: CheckinPointType;
        opens_at: string;
        closes_at: string;
        checked_in: number;
        expected: number | null;
        rate_per_minute: number;
      }[];
      arrivals: { at: string; count: number }[];
      refused: { reason: string; count: number }[];
      latest: { name: string; point_name: string; at: string }[];
    }
  >;
  /**
   * List the badges of everybody who is accepted or has a role, by name.
   * `GET /super-events/:slug/badges`
   */
  readonly listBadges: List<
    {
      slug: string; /** Default: `1`. */
      page?: number | undefined; /** Default: `50`. */
      limit?: number | undefined;
      role?: TrackRole | undefined;
      track_id?: string | undefined;
      search?: string | undefined;
    },
    { badges: Badge[]; pagination: PagePagination },
    'badges'
  >;
  /**
   * Get the badge of somebody who was checked in.
   * `GET /checkins/:id/badge`
   * Refusals: `PERMISSION_DENIED`, `NOT_FOUND`.
   */
  readonly badge: Call<{ id: string }, { badge: Badge }>;
  /**
   * Record attendance by scanning a participant's check-in token.
   * `POST /checkin-points/:pointId/scan`
   * Refusals: `POINT_NOT_FOUND`, `ORGANIZER_REQUIRED`, `INVALID_TOKEN`, `PERMISSION_DENIED`, `SECOND_FACTOR_MISSING`, `IDEMPOTENCY_KEY_REUSED`, `NOT_ACCEPTED`, `TOO_EARLY`, `TOO_LATE`, `NO_TEAM`, `VALIDATION_FAILED`.
   */
  readonly scan: Call<
    {
      pointId: string;
      token?: string | undefined;
      registration_id?: string | undefined; /** Default: `"qr_scan"`. */
      method?: ScanMethod | undefined;
      nonce?: string | undefined;
      scanned_at?: string | undefined;
    },
    LaterScan | FirstCheckIn
  >;
  /**
   * Hand in the scans a kiosk queued; each is judged on its own.
   * `POST /checkin-points/:pointId/scan/batch`
   * Refusals: `POINT_NOT_FOUND`, `VALIDATION_FAILED`.
   */
  readonly scanBatch: Call<
    {
      pointId: string;
      scans: {
        token?: string | undefined;
        registration_id?: string | undefined; /** Default: `"qr_scan"`. */
        method?: ScanMethod | undefined;
        nonce: string;
        scanned_at?: string | undefined;
      }[];
    },
    {
      results: (
        | { nonce: string; http: number; data: FirstCheckIn | LaterScan }
        | {
            nonce: string;
            http: number;
            code:
              | 'POINT_NOT_FOUND'
              | 'ORGANIZER_REQUIRED'
              | 'INVALID_TOKEN'
              | 'PERMISSION_DENIED'
              | 'SECOND_FACTOR_MISSING'
              | 'IDEMPOTENCY_KEY_REUSED'
              | 'NOT_ACCEPTED'
              | 'TOO_EARLY'
              | 'TOO_LATE'
              | 'NO_TEAM'
              | 'VALIDATION_FAILED'
              | 'INTERNAL'
              | 'UNAVAILABLE';
            registration_status?: RegistrationStatus | undefined;
          }
      )[];
    }
  >;
  /**
   * List a track's check-in points with what happened there.
   * `GET /events/:eventId/checkin-points`
   */
  readonly listPointsOfTrack: List<
    { eventId: string; limit?: number | undefined; cursor?: string | undefined },
    CheckinPointList,
    'checkin_points'
  >;
  /**
   * List a hackathon's own check-in points with what happened there.
   * `GET /super-events/:slug/checkin-points`
   */
  readonly listPointsOfSuperEvent: List<
    { slug: string; limit?: number | undefined; cursor?: string | undefined },
    CheckinPointList,
    'checkin_points'
  >;
  /**
   * List the check-ins of the person a registration belongs to, at the points its token opens.
   * `GET /registrations/:id/checkin`
   */
  readonly listForRegistration: List<
    { id: string; limit?: number | undefined; cursor?: string | undefined },
    {
      checkins: {
        id: string;
        point_id: string;
        point_name: string;
        point_type: CheckinPointType;
        method: ScanMethod;
        checked_in_at: string;
      }[];
      count: number;
    },
    'checkins'
  >;
  /**
   * List the check-ins of a person at all points of a hackathon, those of its tracks too.
   * `GET /super-event-registrations/:id/checkin`
   */
  readonly listForParent: List<
    { id: string; limit?: number | undefined; cursor?: string | undefined },
    {
      checkins: {
        id: string;
        point_id: string;
        point_name: string;
        point_type: CheckinPointType;
        method: ScanMethod;
        checked_in_at: string;
      }[];
      count: number;
    },
    'checkins'
  >;
  /**
   * List who was checked in at a point, the latest first.
   * `GET /checkin-points/:id/checkins`
   */
  readonly listAtPoint: List<
    {
      id: string; /** Default: `1`. */
      page?: number | undefined; /** Default: `50`. */
      limit?: number | undefined;
      search?: string | undefined;
    },
    {
      checkins: {
        id: string;
        user_id: string;
        registration_id: string;
        name: string;
        email: string;
        method: ScanMethod;
        checked_in_at: string;
      }[];
      pagination: PagePagination;
    },
    'checkins'
  >;
  /**
   * Download who was checked in at a point as CSV, the earliest first.
   * `GET /checkin-points/:id/checkins/csv`
   */
  readonly exportAtPoint: Call<{ id: string; bom?: '0' | '1' | undefined }, Response>;
  /**
   * A kiosk's points, and who may come in there; with `after`, what has changed since.
   * `GET /device/manifest`
   * Refusals: `PERMISSION_DENIED`.
   */
  readonly manifest: Call<
    { after?: string | undefined },
    {
      super_event: { name: string; tz: string | null; name_i18n?: Texts | undefined } | null;
      tracks: { id: string; name: string; name_i18n?: Texts | undefined }[];
      points: {
        id: string;
        name: string;
        type: CheckinPointType;
        event_id: string | null;
        opens_at: string;
        closes_at: string;
        portions: number;
        checked_in_count: number;
      }[];
      device: { may_search: boolean; sees_answers: boolean; prints: boolean };
      roster: {
        token_hash: string;
        name: string;
        status: 'accepted';
        event_id: string | null;
        user_id: string;
        registration_id?: string | undefined;
        email_start?: string | undefined;
        answers?: { label: string; value: string }[] | undefined;
      }[];
      dropped: string[];
      whole: boolean;
      timeline: number;
      next: string;
    }
  >;
  /**
   * Annul a check-in, so that the person may be recorded again.
   * `DELETE /checkins/:id`
   * Refusals: `VALIDATION_FAILED`, `PERMISSION_DENIED`, `NOT_FOUND`.
   */
  readonly annul: Call<{ id: string; reason?: string | undefined }, { deleted: true }>;
}
