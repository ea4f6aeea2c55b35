/** Check-in: kiosks scan a participant's token at a point and record that they came. */
import { deadline, etag, gathered, maxBody, scanLimit, wholeList } from './concerns.ts';
import { badges } from './badges.ts';
import { board, milestoneRequirement, points, requirement } from './points.ts';
import { del, get, may, post } from './endpoint.ts';
import { inEach } from './languages.ts';
import { t } from './schema.ts';
import {
  undoSeconds,
  deviceOptions,
  csvTable,
  guardedCells,
  pageOfWhole,
  pagePagination,
  pageParams,
  pointType,
  registrationStatus,
  scanMethod,
  searchTerm,
} from './vocabulary.ts';

const firstCheckIn = t.named(
  'FirstCheckIn',
  t.object({
    checked_in: t.literal(true),
    checked_in_at: t.timestamp(),
    checkin_id: t.uuid(),
    registration_id: t.uuid(),
    point_name: t.string(),
    point_type: pointType(),
  }),
);
const laterScan = t.named(
  'LaterScan',
  t.anyOf(
    t.object({ already_checked_in: t.literal(true), checked_in_at: t.timestamp() }),
    t.object({ verified: t.literal(true), first_check_in_at: t.timestamp() }),
    t.object({
      requires_milestone_submission: t.literal(true),
      milestone_requirements: t.array(milestoneRequirement),
      team_id: t.uuid(),
      team_name: t.string(),
    }),
  ),
);

const nonce = t.string({ min: 1, max: 64 });
const method = t.default(scanMethod(), 'qr_scan');
/** The capacity of the largest QR code. Any shorter text is a token, if only an unknown one. */
const tokenLength = 7_089;
const tokenAsSent =
  'As a scanner sends it: case, blanks, line breaks and the kind of the code before it (AIM, such as `]Q1`) make no difference.';
const refusals = [
  'POINT_NOT_FOUND',
  'ORGANIZER_REQUIRED',
  'INVALID_TOKEN',
  'PERMISSION_DENIED',
  'SECOND_FACTOR_MISSING',
  'IDEMPOTENCY_KEY_REUSED',
  'NOT_ACCEPTED',
  'TOO_EARLY',
  'TOO_LATE',
  'NO_TEAM',
  'VALIDATION_FAILED',
] as const;
/** Errors of single scans in a batch. After INTERNAL and UNAVAILABLE the scan may be sent again. */
export const batchRefusals = [...refusals, 'INTERNAL', 'UNAVAILABLE'] as const;

const point = t.named(
  'CheckinPoint',
  t.object({
    id: t.uuid(),
    name: t.string(),
    type: pointType(),
    opens_at: t.timestamp(),
    closes_at: t.timestamp(),
    checked_in_count: t.integer(),
    refused_count: t.integer(),
    /** The requirements for a team at a milestone point. */
    milestone_requirements: t.array(requirement),
    config_json: t.json(),
  }),
);
const checkIns = t.object({
  checkins: t.array(
    t.object({
      id: t.uuid(),
      point_id: t.uuid(),
      point_name: t.string(),
      point_type: pointType(),
      method: scanMethod(),
      checked_in_at: t.timestamp(),
    }),
  ),
  count: t.integer(),
});
const pointList = t.named('CheckinPointList', t.object({ checkin_points: t.array(point), count: t.integer() }));

/** A batch counts as its scans. */
const scansIn = (body: unknown): number => {
  const { scans } = body as { readonly scans?: unknown };
  return Array.isArray(scans) ? scans.length : 1;
};

export const checkIn = {
  ...points,
  ...board,
  ...badges,

  scan: post('/checkin-points/:pointId/scan', {
    summary: "Record attendance by scanning a participant's check-in token",
    access: 'signed in',
    unit: 'own',
    params: {
      pointId: t.id(),
      /** Either of the two. By its id only for devices that may search; it is recorded as `manual`. */
      token: t.optional(t.described(tokenAsSent, t.token({ min: 1, max: tokenLength }))),
      registration_id: t.optional(t.uuid()),
      method,
      nonce: t.optional(nonce),
      /** When the scan happened, if the kiosk was offline: at most 24 hours ago. */
      scanned_at: t.optional(t.timestamp()),
    },
    example: { token: '3fG7kQ2mZ9xT4vB8nR5wY1', method: 'qr_scan', scanned_at: '2027-03-06T08:14:09.000Z' },
    responses: { 201: firstCheckIn, 200: laterScan },
    status: (data) => ('checked_in' in data ? 201 : 200),
    errors: refusals,
    absent: 'POINT_NOT_FOUND',
    with: [gathered(), deadline(3_000), scanLimit(() => 1)],
    devices: ['kiosk'],
  }),

  scanBatch: post('/checkin-points/:pointId/scan/batch', {
    summary: 'Hand in the scans a kiosk queued; each is judged on its own',
    access: 'signed in',
    unit: 'own',
    params: {
      pointId: t.id(),
      /** Person and time of a scan are checked per scan, so that a wrong one does not refuse the whole batch. */
      scans: t.array(
        t.object({
          token: t.optional(t.described(tokenAsSent, t.token({ max: tokenLength }))),
          registration_id: t.optional(t.possibleId({ max: 100 })),
          method,
          nonce,
          scanned_at: t.optional(t.string({ max: 100 })),
        }),
        { min: 1, max: 500 },
      ),
    },
    responses: {
      200: t.object({
        results: t.array(
          t.anyOf(
            t.object({ nonce: t.string(), http: t.integer(), data: t.anyOf(firstCheckIn, laterScan) }),
            t.object({
              nonce: t.string(),
              http: t.integer(),
              code: t.enum(...batchRefusals),
              /** With NOT_ACCEPTED. */
              registration_status: t.optional(registrationStatus()),
            }),
          ),
        ),
      }),
    },
    errors: ['POINT_NOT_FOUND', 'VALIDATION_FAILED'],
    absent: 'POINT_NOT_FOUND',
    with: [maxBody(256_000), scanLimit(scansIn)],
    devices: ['kiosk'],
    addition: true,
  }),

  listPointsOfTrack: get('/events/:eventId/checkin-points', {
    summary: "List a track's check-in points with what happened there",
    access: may('staff', 'event', 'eventId'),
    params: { eventId: t.reference(), ...pageOfWhole },
    with: [wholeList('checkin_points')],
    responses: { 200: pointList },
    addition: true,
  }),

  listPointsOfSuperEvent: get('/super-events/:slug/checkin-points', {
    summary: "List a hackathon's own check-in points with what happened there",
    access: may('staff', 'super_event', 'slug'),
    params: { slug: t.reference(), ...pageOfWhole },
    with: [wholeList('checkin_points')],
    responses: { 200: pointList },
    addition: true,
  }),

  listForRegistration: get('/registrations/:id/checkin', {
    summary: 'List the check-ins of the person a registration belongs to, at the points its token opens',
    access: may(['owner', 'staff'], 'registration', 'id'),
    params: { id: t.reference(), ...pageOfWhole },
    with: [wholeList('checkins')],
    responses: { 200: checkIns },
    addition: true,
  }),

  listForParent: get('/super-event-registrations/:id/checkin', {
    summary: 'List the check-ins of a person at all points of a hackathon, those of its tracks too',
    access: may(['owner', 'staff'], 'super_event_registration', 'id'),
    params: { id: t.reference(), ...pageOfWhole },
    with: [wholeList('checkins')],
    responses: { 200: checkIns },
    addition: true,
  }),

  listAtPoint: get('/checkin-points/:id/checkins', {
    summary: 'List who was checked in at a point, the latest first',
    access: may('staff', 'checkin_point', 'id'),
    params: { id: t.reference(), ...pageParams, search: searchTerm('the name or email') },
    responses: {
      200: t.object({
        checkins: t.array(
          t.object({
            id: t.uuid(),
            user_id: t.uuid(),
            registration_id: t.uuid(),
            name: t.string(),
            email: t.string(),
            method: scanMethod(),
            checked_in_at: t.timestamp(),
          }),
        ),
        pagination: pagePagination,
      }),
    },
    absent: 'POINT_NOT_FOUND',
    addition: true,
  }),

  exportAtPoint: get('/checkin-points/:id/checkins/csv', {
    summary: 'Download who was checked in at a point as CSV, the earliest first',
    access: may('staff', 'checkin_point', 'id'),
    ...csvTable({ id: t.reference() }),
    absent: 'POINT_NOT_FOUND',
    note: guardedCells,
    addition: true,
  }),

  manifest: get('/device/manifest', {
    summary: "A kiosk's points, and who may come in there; with `after`, what has changed since",
    access: 'device',
    devices: ['kiosk'],
    params: { after: t.optional(t.string({ max: 500 })) },
    responses: {
      200: t.object({
        /** Null once it is deleted. */
        super_event: t.nullable(t.object({ name: t.string(), tz: t.nullable(t.string()), ...inEach('name') })),
        tracks: t.array(t.object({ id: t.uuid(), name: t.string(), ...inEach('name') })),
        points: t.array(
          t.object({
            id: t.uuid(),
            name: t.string(),
            type: pointType(),
            /** Null: a point of the whole hackathon. */
            event_id: t.nullable(t.uuid()),
            opens_at: t.timestamp(),
            closes_at: t.timestamp(),
            /** How often one person may be recorded there. */
            portions: t.integer(),
            /** Of people; of portions where they are handed out. */
            checked_in_count: t.integer(),
          }),
        ),
        /** The options of this device. */
        device: t.object(deviceOptions),
        /** One row for each token of somebody accepted: base64url of the first sixteen bytes of its SHA-256. */
        roster: t.array(
          t.object({
            token_hash: t.string(),
            name: t.string(),
            status: t.literal('accepted'),
            event_id: t.nullable(t.uuid()),
            /** The person, who has a row for each of their places. */
            user_id: t.uuid(),
            /** For devices that may search: the registration, and the first three letters of the address. */
            registration_id: t.optional(t.uuid()),
            email_start: t.optional(t.string()),
            /** For devices that see answers: what the person answered to fields with `at_door`. */
            answers: t.optional(t.array(t.object({ label: t.string(), value: t.string() }))),
          }),
        ),
        /** Hashes of tokens that are no longer valid; some may never have been. */
        dropped: t.array(t.string()),
        /** The roster is complete: discard the former one. */
        whole: t.boolean(),
        /**
         * Which history of the database this is. Another one after a standby took over, which may lack the latest scans: hand
         * in again, under the same nonces, what was decided in the last hour.
         */
        timeline: t.integer(),
        /** The value of `after` for the next request. */
        next: t.string(),
      }),
    },
    errors: ['PERMISSION_DENIED'],
    with: [etag()],
    addition: true,
  }),

  annul: del('/checkins/:id', {
    summary: 'Annul a check-in, so that the person may be recorded again',
    access: may('organize', 'checkin', 'id'),
    params: {
      id: t.reference(),
      /** People have to say it. */
      reason: t.optional(t.string({ min: 1, max: 500, trim: true })),
    },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['VALIDATION_FAILED', 'PERMISSION_DENIED', 'NOT_FOUND'],
    devices: ['kiosk'],
    note: `A kiosk annuls only what it recorded itself, within ${undoSeconds} seconds.`,
    addition: true,
  }),
};
