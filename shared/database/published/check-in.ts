/** The views that check-in publishes for others to read. */
import { c, view } from '../columns.ts';
import type { MilestoneRequirement } from '../../contract/points.ts';
import { pointTypes } from '../../contract/vocabulary.ts';
import { located } from './located.ts';

export const checkinPoints = view('checkin_points', 'Points where people are scanned, of live hackathons and tracks.', {
  id: c.uuid().primary(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  event_id: c.uuid().nullable(),
  name: c.text(),
  type: c.oneOf(pointTypes),
  requirements: c.json<readonly MilestoneRequirement[]>(),
});

export const checkins = view('checkins', 'Check-ins with person and point, without annulled ones.', {
  id: c.uuid().primary(),
  user_id: c.uuid(),
  point_id: c.uuid(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  checked_in_at: c.instant(),
});

export const locatedCheckinPoint = located('checkin_point', 'Where a point belongs.');

export const locatedCheckin = located('checkin', 'Where a check-in that counts belongs, and to whom.');
