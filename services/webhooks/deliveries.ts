/** What became of what was sent, sending it again, and trying a webhook out. */
import { v5 } from 'uuid';
import type { Action } from '../../shared/kit/implement.ts';
import { offsetPage } from '../../shared/base/paging.ts';
import { positionOf } from '../../shared/database/fact-position.ts';
import { actorOf } from '../../shared/base/viewer.ts';
import { deliveriesOf, sendAgain } from './queries/deliveries.ts';
import { findWebhook } from './queries/webhooks.ts';
import { timeoutMs, type Outcome } from './rules.ts';
import type { Sender } from './sending/sender.ts';
import { delivery } from './shapes.ts';
import type { Vault } from './vault.ts';

/** The parts that actions use once the service has started. */
export interface Desk {
  readonly vault: () => Vault;
  readonly sender: () => Sender;
  /** Also this machine, by http. */
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

/** Who asks for one test twice, as the gateway does when an answer takes long, has it sent once by a process. */
export function testWith(desk: Desk): Action<'webhooks.test'> {
  const underWay = new Map<string, Promise<Outcome>>();
  return async (ctx) => {
    const id = v5(`${actorOf(ctx.viewer)}/${ctx.writeKey}`, ctx.resource.id);
    const sending = underWay.get(id) ?? send(ctx, desk, id).finally(() => underWay.delete(id));
    underWay.set(id, sending);
    const { response_status, duration_ms, error } = await sending;
    return { delivered: error === null, response_status, duration_ms, error };
  };
}

async function send(ctx: Testing, { vault, sender }: Desk, id: string): Promise<Outcome> {
  const found = (await findWebhook(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const secrets = vault().openAll(found);
  if (!secrets) return { response_status: null, duration_ms: 0, error: 'SECRET_UNREADABLE' };
  return sender().send({ id, url: found.url, secrets, body: bodyOf(ctx, id) }, timeoutMs);
}

/** Looks like a fact, and is none: nobody finds it in the list. */
function bodyOf({ resource, viewer }: Testing, id: string): string {
  const type = 'webhook.test';
  const occurred_at = new Date().toISOString();
  const { organization_id, super_event_id } = resource;
  const actor = { user_id: viewer.user_id, key_id: viewer.key_id };
  const position = positionOf({ xid: '0', id });
  const data = { webhook_id: resource.id };
  const fact = { id, position, type, occurred_at, organization_id, super_event_id, event_id: null, actor, data };
  return JSON.stringify({ type, timestamp: occurred_at, data: fact });
}
