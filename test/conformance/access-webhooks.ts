/** The callers that pass the guard of the endpoints of webhooks, and the webhook they ask about. */
import type { Stage } from '../support/stage.ts';
import type { Row, Scene } from './access-matrix.ts';

/** Switched off, so that nothing is sent to it. */
export interface Hooked {
  readonly webhook: string;
  readonly delivery: string;
}

const administer = ['OWNER', 'ADMIN'] as const;
const ofOrganization = ({ acme }: Scene) => ({ orgId: acme.id });
const ofWebhook = ({ hook }: Scene) => ({ id: hook.webhook });

export const webhooks: Record<string, Row> = {
  'webhooks.create': {
    may: administer,
    params: ofOrganization,
    body: () => ({ url: 'https://example.org/hook', types: ['team.created'] }),
  },
  'webhooks.list': { may: administer, params: ofOrganization },
  'webhooks.get': { may: administer, params: ofWebhook },
  'webhooks.update': { may: administer, params: ofWebhook, body: () => ({ description: 'The screen in the hall' }) },
  'webhooks.remove': { may: administer, params: ofWebhook },
  'webhooks.rotateSecret': { may: administer, params: ofWebhook },
  'webhooks.test': { may: administer, params: ofWebhook },
  'webhooks.listDeliveries': { may: administer, params: ofWebhook },
  'webhooks.retry': { may: administer, params: ({ hook }) => ({ id: hook.delivery }) },
};

/** Its name leads nowhere. */
export async function hooked({ rows }: Pick<Stage, 'rows'>, { id }: { readonly id: string }): Promise<Hooked> {
  const [made] = await rows<Hooked>`
    with webhook as (
      insert into webhooks.webhook (organization_id, url, types, status, secret)
      values (${id}, 'https://nowhere.invalid/', '{team.created}', 'disabled', '') returning id
    ), fact as (
      insert into webhooks.fact (id, type, body) values (uuidv7(), 'team.created', '{}') returning id
    ), delivery as (
      insert into webhooks.delivery (webhook_id, fact_id, status, tries)
      select webhook.id, fact.id, 'failed', 10 from webhook, fact returning id
    )
    select webhook.id as webhook, delivery.id as delivery from webhook, delivery`;
  return made as Hooked;
}
