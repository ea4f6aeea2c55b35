/** The current tables of webhooks. Indexes, value checks and triggers are in the migrations. */
import { deliveryErrors, deliveryStatuses, webhookStatuses } from '../../shared/contract/webhooks.ts';
import { c, table } from '../../shared/database/columns.ts';

export const webhook = table('webhook', 'An address that gets the facts of an organization.', {
  id: c.id(),
  organization_id: c.uuid(),
  super_event_id: c.uuid().nullable(),
  key: c.text().nullable(),
  url: c.text(),
  types: c.texts(),
  description: c.text().nullable(),
  status: c.oneOf(webhookStatuses).default('active'),
  active_since: c.instant().defaultRaw('now()'),
  secret: c.bytes(),
  secret_hash: c.bytes().nullable(),
  former_secret: c.bytes().nullable(),
  former_until: c.instant().nullable(),
  failing_since: c.instant().nullable(),
  is_slow: c.boolean().default(false),
  created_at: c.instant().defaultRaw('now()'),
});

export const reader = table('reader', 'The position up to which the facts of an organization became deliveries.', {
  organization_id: c.uuid().primary(),
  position: c.text(),
  read_at: c.instant().defaultRaw('now()'),
});

export const fact = table('fact', 'A fact that is delivered, kept as long as its deliveries.', {
  id: c.uuid().primary(),
  type: c.text(),
  body: c.text(),
  created_at: c.instant().defaultRaw('now()'),
});

export const delivery = table('delivery', 'A delivery of a fact to a webhook, with its outcome; kept for 30 days.', {
  id: c.id(),
  webhook_id: c.uuid(),
  fact_id: c.uuid(),
  status: c.oneOf(deliveryStatuses).default('pending'),
  tries: c.smallint().default(0),
  due_at: c.instant().defaultRaw('now()'),
  response_status: c.smallint().nullable(),
  duration_ms: c.integer().nullable(),
  error: c.oneOf(deliveryErrors).nullable(),
  tried_at: c.instant().nullable(),
  created_at: c.instant().defaultRaw('now()'),
});

export const sealingKey = table('sealing_key', 'The public keys that secrets are sealed with; the newest is used.', {
  public_key: c.bytes().primary(),
  since: c.instant().defaultRaw('now()'),
});

export const tables = [webhook, reader, fact, delivery, sealingKey];
