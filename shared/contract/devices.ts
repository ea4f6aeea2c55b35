/** Devices: kiosks and boards, with keys of their own. */
import { carriesSecret, wholeList } from './concerns.ts';
import { del, get, may, post } from './endpoint.ts';
import { deviceFields } from './fields.ts';
import { inEach } from './languages.ts';
import { t, type Input } from './schema.ts';
import { deviceKinds, deviceOptions, optional, pageOfWhole } from './vocabulary.ts';

const { kind, name, checkin_point_ids, pin } = deviceFields;
const device = t.named(
  'Device',
  t.object({
    id: t.uuid(),
    kind,
    name: t.string(),
    organization_id: t.uuid(),
    super_event_id: t.uuid(),
    /** Null: every point of the hackathon, also those that are added later. */
    checkin_point_ids: t.nullable(t.array(t.uuid())),
    ...deviceOptions,
    /** Its settings ask for a PIN. */
    is_locked: t.boolean(),
    created_at: t.timestamp(),
    paired_at: t.nullable(t.timestamp()),
    expires_at: t.nullable(t.timestamp()),
    last_seen_at: t.nullable(t.timestamp()),
    /** Scans it has still to hand in, when the oldest was made, and which release it runs, as it last said. */
    queued: t.nullable(t.integer()),
    oldest_queued_at: t.nullable(t.timestamp()),
    version: t.nullable(t.string()),
  }),
);

/** The hash of a PIN. */
const lock = t.object({ salt: t.string(), hash: t.string(), iterations: t.integer() });
export type Lock = Input<typeof lock>;

/** Minutes in which a code must be used. */
export const pairingMinutes = 10;

export const devices = {
  addDevice: post('/organizations/:orgId/devices', {
    summary: 'Add a kiosk or a board to a hackathon, with a code that pairs it once, within ten minutes',
    access: may('know', 'organization', 'orgId'),
    params: {
      orgId: t.reference(),
      kind,
      name,
      super_event_id: t.uuid(),
      checkin_point_ids: t.optional(checkin_point_ids),
      /** For kiosks alone. */
      ...optional({ ...deviceOptions, pin }),
      expires_at: t.optional(t.timestamp()),
    },
    example: {
      kind: 'kiosk',
      name: 'Main entrance, left',
      super_event_id: '018f4d5e-0000-7000-8000-1c2e0a8b3f10',
      checkin_point_ids: ['018f4d5e-0000-7000-8000-7d1e0a8b3f10'],
    },
    responses: {
      201: t.object({ device, pairing: t.object({ code: t.string(), url: t.url(), expires_at: t.timestamp() }) }),
    },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'PERMISSION_DENIED', 'POINT_NOT_FOUND', 'TOO_MANY_DEVICES'],
    with: [carriesSecret()],
    addition: true,
  }),

  listDevices: get('/organizations/:orgId/devices', {
    summary: 'List the devices of the hackathons one organizes, with when each was last heard of',
    access: may('know', 'organization', 'orgId'),
    params: { orgId: t.reference(), super_event_id: t.optional(t.uuid()), ...pageOfWhole },
    with: [wholeList('devices')],
    responses: { 200: t.object({ devices: t.array(device), count: t.integer() }) },
    errors: ['PERMISSION_DENIED'],
    addition: true,
  }),

  removeDevice: del('/devices/:id', {
    summary: 'End a device: its key works no more',
    access: may('organize', 'device', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),

  readPairing: post('/devices/pair/read', {
    summary: 'Read what the code of a device pairs, and with which hackathon; changes nothing',
    access: 'public',
    params: { code: t.string({ min: 1, max: 100 }) },
    example: { code: '7K2MQ4NB9XTRD3HV' },
    responses: {
      200: t.object({
        device: t.object({ kind, name: t.string() }),
        super_event: t.object({ name: t.string(), ...inEach('name') }),
      }),
    },
    errors: ['PAIRING_NOT_FOUND'],
    unit: 'own',
    addition: true,
  }),

  pairDevice: post('/devices/pair', {
    summary: 'Exchange the code of a device for its key, once',
    access: 'public',
    params: { code: t.string({ min: 1, max: 100 }) },
    example: { code: '7K2MQ4NB9XTRD3HV' },
    responses: {
      /**
       * `key`: the text to send as `X-Api-Key`. `lock`: of a device with a PIN, in base64, PBKDF2 of it with HMAC-SHA-256,
       * by which the device checks it without a network.
       */
      200: t.object({ key: t.string(), device, lock: t.nullable(lock) }),
    },
    errors: ['PAIRING_NOT_FOUND'],
    unit: 'own',
    with: [carriesSecret()],
    addition: true,
  }),

  reportDevice: post('/device/report', {
    summary: 'Tell how a device is; to be said every 30 seconds',
    access: 'device',
    devices: deviceKinds,
    params: {
      queued: t.integer({ min: 0, max: 1_000_000 }),
      oldest_queued_at: t.optional(t.nullable(t.timestamp())),
      version: t.string({ min: 1, max: 100 }),
    },
    responses: { 200: t.object({ received_at: t.timestamp() }) },
    errors: ['PERMISSION_DENIED', 'UNAUTHENTICATED'],
    unit: 'own',
    addition: true,
  }),
};
