/** Check-in: kiosks scan a participant's token at a point and record that they came. */
import { del, get, may, post } from './endpoint.ts';
import { t } from './schema.ts';
import { pointTypes, scanMethods } from './vocabulary.ts';

const milestoneRequirement = t.object({
  id: t.string(),
  title: t.string(),
  description: t.nullable(t.string()),
  is_required: t.boolean(),
  satisfied: t.boolean(),
});

const firstCheckIn = t.object({
  checked_in: t.literal(true),
  checked_in_at: t.timestamp(),
  registration_id: t.uuid(),
  point_name: t.string(),
  point_type: t.enum(...pointTypes),
});
const laterScan = t.anyOf(
  t.object({ already_checked_in: t.literal(true), checked_in_at: t.timestamp() }),
  t.object({ verified: t.literal(true), first_check_in_at: t.timestamp() }),
  t.object({
    requires_milestone_submission: t.literal(true),
    milestone_requirements: t.array(milestoneRequirement),
    team_id: t.uuid(),
    team_name: t.string(),
  }),
);

const nonce = t.string({ min: 1, max: 64 });
const method = t.default(t.enum(...scanMethods), 'qr_scan');
/** As long as a QR code can be: whatever a guest holds up is at worst an unknown token. */
const tokenLength = 7_089;
const refusals = [
  'POINT_NOT_FOUND',
  'ORGANIZER_REQUIRED',
  'INVALID_TOKEN',
  'PERMISSION_DENIED',
  'IDEMPOTENCY_KEY_REUSED',
  'NOT_ACCEPTED',
  'TOO_EARLY',
  'TOO_LATE',
  'NO_TEAM',
  'VALIDATION_FAILED',
] as const;
/** A scan of a batch fails alone, also by a fault of ours; it may then be handed in again. */
export const batchRefusals = [...refusals, 'INTERNAL', 'UNAVAILABLE'] as const;

const point = t.object({
  id: t.uuid(),
  name: t.string(),
  type: t.enum(...pointTypes),
  opens_at: t.timestamp(),
  closes_at: t.timestamp(),
  checked_in_count: t.integer(),
  refused_count: t.integer(),
});
const points = t.object({ checkin_points: t.array(point), count: t.integer() });

export const checkIn = {
  scan: post('/checkin-points/:pointId/scan', {
    summary: "Record attendance by scanning a participant's check-in token",
    access: 'signed in',
    unit: 'own',
    params: {
      pointId: t.reference(),
      token: t.string({ min: 1, max: tokenLength }),
      method,
      nonce: t.optional(nonce),
      /** When the scan really happened, if the kiosk was offline: at most 24 hours ago. */
      scanned_at: t.optional(t.timestamp()),
    },
    responses: { 201: firstCheckIn, 200: laterScan },
    status: (data) => ('checked_in' in data ? 201 : 200),
    errors: refusals,
    absent: 'POINT_NOT_FOUND',
    deadline: 3_000,
    cost: () => 1,
    gathered: true,
  }),

  scanBatch: post('/checkin-points/:pointId/scan/batch', {
    summary: 'Hand in the scans a kiosk queued; each is judged on its own',
    access: 'signed in',
    unit: 'own',
    params: {
      pointId: t.reference(),
      /** What was read from a code or a clock is judged scan by scan, and does not refuse the others. */
      scans: t.array(
        t.object({
          token: t.string({ max: tokenLength }),
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
            t.object({ nonce: t.string(), http: t.integer(), code: t.enum(...batchRefusals) }),
          ),
        ),
      }),
    },
    errors: ['POINT_NOT_FOUND', 'VALIDATION_FAILED'],
    absent: 'POINT_NOT_FOUND',
    maxBody: 256_000,
    cost: (body: { scans?: unknown } | undefined) => (Array.isArray(body?.scans) ? body.scans.length : 1),
    addition: true,
  }),

  listPointsOfTrack: get('/events/:eventId/checkin-points', {
    summary: "List a track's check-in points with what happened there",
    access: may('staff', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: { 200: points },
    addition: true,
  }),

  listPointsOfSuperEvent: get('/super-events/:slug/checkin-points', {
    summary: "List a hackathon's own check-in points with what happened there",
    access: may('staff', 'super_event', 'slug'),
    params: { slug: t.reference() },
    responses: { 200: points },
    addition: true,
  }),

  listForRegistration: get('/registrations/:id/checkin', {
    summary: 'List the check-ins of the person a registration belongs to, at the points its token opens',
    access: may(['owner', 'staff'], 'registration', 'id'),
    params: { id: t.reference() },
    responses: {
      200: t.object({
        checkins: t.array(
          t.object({
            id: t.uuid(),
            point_id: t.uuid(),
            point_name: t.string(),
            point_type: t.enum(...pointTypes),
            method: t.enum(...scanMethods),
            checked_in_at: t.timestamp(),
          }),
        ),
        count: t.integer(),
      }),
    },
    addition: true,
  }),

  annul: del('/checkins/:id', {
    summary: 'Annul a check-in, so that the person may be recorded again',
    access: may('organize', 'checkin', 'id'),
    params: { id: t.reference(), reason: t.string({ min: 1, max: 500, trim: true }) },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),
};
