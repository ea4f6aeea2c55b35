/** The current tables of mail. Indexes, value checks and triggers are in the migrations. */
import type { Input } from '../../shared/contract/schema.ts';
import type { audience } from '../../shared/contract/fields.ts';
import { announcementStatuses } from '../../shared/contract/vocabulary.ts';
import { c, table } from '../../shared/database/columns.ts';

export type Audience = Input<typeof audience>;

export const announcement = table('announcement', 'An email that organizers write to the people of a hackathon.', {
  id: c.id(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  subject: c.text(),
  body: c.text(),
  audience: c.json<Audience>().defaultRaw("'{}'::jsonb"),
  status: c.oneOf(announcementStatuses).default('draft'),
  send_at: c.instant().strictNullable(),
  sent_at: c.instant().strictNullable(),
  created_by: c.uuid(),
  created_at: c.instant().defaultRaw('now()'),
});

export const recipient = table('recipient', 'A recipient of an announcement, chosen when it is sent.', {
  announcement_id: () => c.reference(announcement, 'announcement_id').primary(),
  user_id: c.uuid().primary(),
  status: c.oneOf(['queued', 'sent', 'failed', 'stays']).default('queued'),
});

export const subscription = table('subscription', 'The link by which somebody stops the emails of an organization.', {
  organization_id: c.uuid().primary(),
  user_id: c.uuid().primary(),
  token: c.uuid().unique().defaultRaw('gen_random_uuid()'),
  unsubscribed_at: c.instant().strictNullable(),
});

export const pace = table('pace', 'The time of the next email, if there is a rate.', {
  id: c.boolean().primary().default(true),
  next_at: c.instant(),
});

export const sealingKey = table('sealing_key', 'The public keys that emails are sealed with; the newest is used.', {
  public_key: c.bytes().primary(),
  since: c.instant().defaultRaw('now()'),
});

export const tables = [announcement, recipient, subscription, pace, sealingKey];
