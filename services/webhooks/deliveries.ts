/** Lists deliveries, sends them again, and tests a webhook. */
import { v5 } from 'uuid';
import type { Action } from '../../shared/kit/implement.ts';
import { offsetPage } from '../../shared/base/paging.ts';
import { positionOf } from '../../shared/database/facts.ts';
import { instant } from '../../shared/base/instant.ts';
import { actorOf } from '../../shared/base/viewer.ts';
import { deliveriesOf, sendAgain, type Delivery } from './deliveries.sql.ts';
import { findWebhook } from './webhooks.sql.ts';
import { timeoutMs, type TryOutcome } from './rules.ts';
import type { WebhookClient } from './client.ts';
import type { SecretStore } from './secret-store.ts';

/** The parts that actions use once the service has started. */
export interface WebhookResources {
  readonly vault: () => SecretStore;
  readonly sender: () => WebhookClient;
  /** Allows loopback addresses and http. */
  readonly isInsecure: boolean;
}

export const listDeliveries: Action<'webhooks.listDeliveries'> = async ({ db, resource, params }) => {
  const { limit, offset, status } = params;
  const { total, deliveries } = await deliveriesOf(db, { webhook_id: resource.id, status }, { limit, offset });
  return { deliveries: deliveries.map(delivery), pagination: offsetPage({ limit, offset }, total, deliveries.length) };
};

export const retry: Action<'webhooks.retry'> = async (ctx) => {
  const found = (await sendAgain(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  if (found.webhook_status !== 'active') return ctx.fail('WEBHOOK_NOT_ACTIVE');
  return { delivery: delivery(found) };
};

type Testing = Parameters<Action<'webhooks.test'>>[0];

/** Sends a test. A repeated request, such as a gateway's retry of a slow call, is sent only once by a process. */
export function testWith(desk: WebhookResources): Action<'webhooks.test'> {
  const underWay = new Map<string, Promise<TryOutcome>>();
  return async (ctx) => {
    const id = v5(`${actorOf(ctx.viewer)}/${ctx.writeKey}`, ctx.resource.id);
    const sending = underWay.get(id) ?? send(ctx, desk, id).finally(() => underWay.delete(id));
    underWay.set(id, sending);
    const { response_status, duration_ms, error } = await sending;
    return { delivered: error === null, response_status, duration_ms, error };
  };
}

async function send(ctx: Testing, { vault, sender }: WebhookResources, id: string): Promise<TryOutcome> {
  const found = (await findWebhook(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const secrets = vault().openAll(found);
  if (!secrets) return { response_status: null, duration_ms: 0, error: 'SECRET_UNREADABLE' };
  return sender().send({ id, url: found.url, secrets, body: bodyOf(ctx, id) }, timeoutMs);
}

/** The body looks like a fact, but no such fact is stored. */
function bodyOf({ resource, viewer }: Testing, id: string): string {
  const type = 'webhook.test';
  const occurred_at = new Date().toISOString();
  const { organization_id, super_event_id } = resource;
  const actor = { user_id: viewer.user_id, key_id: viewer.key_id };
  const position = positionOf({ timeline: 1, xid: '0', id });
  const data = { webhook_id: resource.id };
  const fact = { id, position, type, occurred_at, organization_id, super_event_id, event_id: null, actor, data };
  return JSON.stringify({ type, timestamp: occurred_at, data: fact });
}

const delivery = (row: Delivery) => ({
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
