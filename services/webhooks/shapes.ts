/** Rows of webhooks and their deliveries as the JSON of the contract. */
import { instant } from '../../shared/base/instant.ts';
import type { FactType } from '../../shared/contract/facts.ts';
import type { everything } from '../../shared/contract/fields/webhooks.ts';
import type { Delivery } from './queries/deliveries.ts';
import type { Webhook } from './queries/webhooks.ts';

type Types = (FactType | typeof everything)[];

export const webhook = ({ former_until, failing_since, created_at, ...row }: Webhook) => ({
  id: row.id,
  url: row.url,
  types: row.types as Types,
  super_event_id: row.super_event_id,
  description: row.description,
  status: row.status,
  failing_since: instant(failing_since),
  former_secret_until: former_until && new Date(former_until) > new Date() ? instant(former_until) : null,
  created_at: instant(created_at),
});

export const delivery = (row: Delivery) => ({
  id: row.id,
  webhook_id: row.webhook_id,
  fact_id: row.fact_id,
  type: row.type,
  status: row.status,
  tries: row.tries,
  response_status: row.response_status,
  duration_ms: row.duration_ms,
  error: row.error,
  tried_at: instant(row.tried_at),
  next_try_at: instant(row.next_try_at),
  created_at: instant(row.created_at),
});
