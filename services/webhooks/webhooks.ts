/** Making, changing and ending webhooks. Their secrets leave the service twice: shown to who makes them, and as signatures. */
import type { Action } from '../../shared/kit/implement.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { noteChanged } from '../../shared/kit/changes.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { presentPosition } from '../../shared/database/facts.ts';
import { judgeUrl } from './address.ts';
import type { Desk } from './deliveries.ts';
import {
  deleteWebhook,
  findWebhook,
  holdPlaces,
  holdWebhook,
  insertWebhooks,
  isPlaceOf,
  prospectsOf,
  replaceSecrets,
  updateWebhook,
  webhooksOf,
  type Webhook,
} from './queries/webhooks.ts';
import { webhook } from './shapes.ts';
import { newSecret } from './signature.ts';

/** Of its address only the host: what stands behind it may be a secret. */
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
  (desk: Desk): Action<'webhooks.create'> =>
  async (ctx) => {
    const { types, super_event_id = null, description = null } = ctx.params;
    const url = addressIn(ctx, ctx.params.url, desk);
    const { organization_id } = ctx.resource;
    const draft = { organization_id, url, types: each(types), super_event_id, description };
    await holdPlaces(ctx.db, organization_id);
    const { is_place, is_room } = await prospectsOf(ctx.db, draft);
    if (!is_place) return ctx.fail('EVENT_NOT_FOUND');
    if (!is_room) return ctx.fail('TOO_MANY_WEBHOOKS');

    const [secret, position] = [newSecret(), await presentPosition(ctx.db)];
    const drafts = [{ ...draft, ...desk.vault().keep(secret) }];
    const [made] = (await insertWebhooks(ctx.db, drafts, position)) as [Webhook];
    ctx.changed('webhook.created', idsOf(made), {}, told(made));
    return { webhook: webhook(made), secret };
  };

export const updateWith =
  (desk: Desk): Action<'webhooks.update'> =>
  async (ctx) => {
    const { organization_id, id } = ctx.resource;
    const stored = (await holdWebhook(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
    const { super_event_id = stored.super_event_id, description = stored.description } = ctx.params;
    const { types = stored.types, status = stored.status } = ctx.params;
    const url = ctx.params.url === undefined ? stored.url : addressIn(ctx, ctx.params.url, desk);
    const isMoved = super_event_id !== stored.super_event_id;
    if (isMoved && !(await isPlaceOf(ctx.db, organization_id, super_event_id))) return ctx.fail('EVENT_NOT_FOUND');

    const next = await updateWebhook(ctx.db, id, { url, types: each(types), super_event_id, description, status });
    noteChanged(ctx, 'webhook.changed', idsOf(next), { former: told(stored), present: told(next) });
    return { webhook: webhook(next) };
  };

export const remove: Action<'webhooks.remove'> = async (ctx) => {
  const gone = (await deleteWebhook(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  ctx.changed('webhook.deleted', idsOf(gone), told(gone), {});
  ctx.tidies();
  return { deleted: true };
};

export const rotateWith =
  ({ vault }: Desk): Action<'webhooks.rotateSecret'> =>
  async (ctx) => {
    const stored = (await holdWebhook(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
    const secret = newSecret();
    const [next] = (await replaceSecrets(ctx.db, [{ id: stored.id, ...vault().keep(secret) }])) as [Webhook];
    ctx.changed('webhook.secret_rotated', idsOf(next), {}, {});
    return { webhook: webhook(next), secret };
  };

function addressIn(
  ctx: Pick<Ctx<unknown, 'ADDRESS_FORBIDDEN'>, 'fail'>,
  url: string,
  { isInsecure }: Pick<Desk, 'isInsecure'>,
) {
  const verdict = judgeUrl(url, isInsecure);
  return 'forbidden' in verdict ? ctx.fail('ADDRESS_FORBIDDEN', { reason: verdict.forbidden }) : verdict.href;
}
