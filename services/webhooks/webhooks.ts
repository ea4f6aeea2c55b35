/** Creates, changes and ends webhooks. A secret leaves the service only when it is created, and as signatures. */
import type { Action } from '../../shared/kit/implement.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { instant } from '../../shared/base/instant.ts';
import type { FactType } from '../../shared/contract/facts.ts';
import type { allFactTypes } from '../../shared/contract/fields.ts';
import { noteChanged } from '../../shared/kit/changes.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { presentPosition } from '../../shared/database/facts.ts';
import { checkUrl } from './address.ts';
import type { WebhookResources } from './deliveries.ts';
import {
  deleteWebhook,
  findWebhook,
  lockPlaces,
  lockWebhook,
  insertWebhooks,
  isHackathonOf,
  findObstacles,
  replaceSecrets,
  updateWebhook,
  webhooksOf,
  type Webhook,
} from './webhooks.sql.ts';
import { newSecret } from './signature.ts';

/** Only the host of its address, because path and query may hold a secret. */
const told = ({ url, types, description, status, super_event_id }: Webhook) => ({
  host: new URL(url).host,
  types,
  description,
  status,
  super_event_id,
});
const idsOf = ({ id, super_event_id }: Webhook) => ({ webhook_id: id, super_event_id });
const each = <T>(values: readonly T[]) => [...new Set(values)];

export const list: Action<'webhooks.list'> = async (ctx) => {
  const { rows, count } = await readList(ctx, webhooksOf(ctx.resource.id));
  return { webhooks: rows.map(webhook), count };
};

export const get: Action<'webhooks.get'> = async (ctx) => {
  const found = (await findWebhook(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  return { webhook: webhook(found) };
};

export const createWith =
  (desk: WebhookResources): Action<'webhooks.create'> =>
  async (ctx) => {
    const { types, super_event_id = null, description = null } = ctx.params;
    const url = addressIn(ctx, ctx.params.url, desk);
    const { organization_id } = ctx.resource;
    const draft = { organization_id, url, types: each(types), super_event_id, description };
    await lockPlaces(ctx.db, organization_id);
    const { is_place, is_room } = await findObstacles(ctx.db, draft);
    if (!is_place) return ctx.fail('EVENT_NOT_FOUND');
    if (!is_room) return ctx.fail('TOO_MANY_WEBHOOKS');

    const [secret, position] = [newSecret(), await presentPosition(ctx.db)];
    const drafts = [{ ...draft, ...desk.vault().keep(secret) }];
    const [made] = (await insertWebhooks(ctx.db, drafts, position)) as [Webhook];
    ctx.changed('webhook.created', idsOf(made), {}, told(made));
    return { webhook: webhook(made), secret };
  };

export const updateWith =
  (desk: WebhookResources): Action<'webhooks.update'> =>
  async (ctx) => {
    const { organization_id, id } = ctx.resource;
    const stored = (await lockWebhook(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
    const { super_event_id = stored.super_event_id, description = stored.description } = ctx.params;
    const { types = stored.types, status = stored.status } = ctx.params;
    const url = ctx.params.url === undefined ? stored.url : addressIn(ctx, ctx.params.url, desk);
    const isMoved = super_event_id !== stored.super_event_id;
    if (isMoved && !(await isHackathonOf(ctx.db, organization_id, super_event_id))) return ctx.fail('EVENT_NOT_FOUND');

    const next = await updateWebhook(ctx.db, id, { url, types: each(types), super_event_id, description, status });
    noteChanged(ctx, 'webhook.changed', idsOf(next), { former: told(stored), present: told(next) });
    return { webhook: webhook(next) };
  };

export const remove: Action<'webhooks.remove'> = async (ctx) => {
  const gone = (await deleteWebhook(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  ctx.changed('webhook.deleted', idsOf(gone), told(gone), {});
  ctx.cleanUpSoon();
  return { deleted: true };
};

export const rotateSecretWith =
  ({ vault }: WebhookResources): Action<'webhooks.rotateSecret'> =>
  async (ctx) => {
    const stored = (await lockWebhook(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
    const secret = newSecret();
    const [next] = (await replaceSecrets(ctx.db, [{ id: stored.id, ...vault().keep(secret) }])) as [Webhook];
    ctx.changed('webhook.secret_rotated', idsOf(next), {}, {});
    return { webhook: webhook(next), secret };
  };

function addressIn(
  ctx: Pick<Ctx<unknown, 'ADDRESS_FORBIDDEN'>, 'fail'>,
  url: string,
  { isInsecure }: Pick<WebhookResources, 'isInsecure'>,
) {
  const verdict = checkUrl(url, isInsecure);
  return 'forbidden' in verdict ? ctx.fail('ADDRESS_FORBIDDEN', { reason: verdict.forbidden }) : verdict.href;
}

type Types = (FactType | typeof allFactTypes)[];

const webhook = ({ former_until, failing_since, created_at, ...row }: Webhook) => ({
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
