/** What may be said of a hackathon, a track and a registration field, over HTTP and in an event file. */
import { freeObject } from './free.ts';
import { validationRules } from '../patterns.ts';
import { t } from '../schema.ts';
import {
  displayName,
  eventStatus,
  fieldType,
  mode,
  paymentStatus,
  registrationSwitch,
  visibility,
} from '../vocabulary.ts';

/** What both have. */
const period = { status: eventStatus(), tz: t.timeZone(), start_at: t.timestamp(), end_at: t.timestamp() };

export const superEventFields = {
  ...period,
  name: displayName(),
  description: t.string({ max: 10_000 }),
  visibility: visibility(),
  payment_status: paymentStatus(),
  paid_track_count: t.integer({ min: 0, max: 1_000_000 }),
  paid_days: t.integer({ min: 0, max: 1_000_000 }),
  format: mode(),
  max_participants: t.integer({ min: 1, max: 2_147_483_647 }),
  stream_url: t.streamUrl(),
  config_json: freeObject(),
};

export const trackFields = {
  ...period,
  name: displayName(),
  mode: mode(),
  stream_url: t.streamUrl(),
  stream_start_at: t.timestamp(),
  registration: registrationSwitch(),
  config_json: freeObject(),
};

export const registrationFieldFields = {
  field_type: fieldType(),
  label: t.string({ min: 1, max: 200, trim: true }),
  description: t.string({ max: 2_000 }),
  placeholder: t.string({ max: 200 }),
  options: t.array(t.string({ min: 1, max: 200 }), { max: 500 }),
  is_required: t.boolean(),
  order_index: t.number(),
  validation_rules: validationRules(),
};
