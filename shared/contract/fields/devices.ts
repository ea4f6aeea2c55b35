/** What may be said of a kiosk or a board, over HTTP and in an event file. */
import { t } from '../schema.ts';
import { deviceKind } from '../vocabulary.ts';
import { key } from './identifiers.ts';

/** Devices that one hackathon may have at a time. */
export const devicesAtMost = 100;

/** How many points one device may have; without any it has all of its hackathon. */
const several = { min: 1, max: 200 };

export const deviceFields = {
  key: key(),
  kind: deviceKind(),
  name: t.string({ min: 1, max: 100, trim: true }),
  checkin_point_ids: t.array(t.uuid(), several),
  /** By their keys, as an event file names them. */
  points: t.array(key(), several),
};
