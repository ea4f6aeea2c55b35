/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List } from '../calls.ts';
import type {
  OffsetPagination,
  Webhook,
  WebhookType,
  DeliveryError,
  WebhookDelivery,
  DeliveryStatus,
} from './shapes.ts';

export interface Webhooks {
  /**
   * Have facts sent to an address; the secret that signs them is shown this once.
   * `POST /organizations/:orgId/webhooks`
   * Refusals: `ADDRESS_FORBIDDEN`, `EVENT_NOT_FOUND`, `TOO_MANY_WEBHOOKS`, `IDEMPOTENCY_KEY_REUSED`.
   */
  readonly create: Call<
    {
      orgId: string;
      url: string;
      types: WebhookType[];
      super_event_id?: string | null | undefined;
      description?: string | null | undefined;
    },
    { webhook: Webhook; secret: string }
  >;
  /**
   * List the webhooks of an organization, oldest first.
   * `GET /organizations/:orgId/webhooks`
   */
  readonly list: List<
    { orgId: string; limit?: number | undefined; cursor?: string | undefined },
    { webhooks: Webhook[]; count: number },
    'webhooks'
  >;
  /**
   * Get a webhook.
   * `GET /webhooks/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly get: Call<{ id: string }, { webhook: Webhook }>;
  /**
   * Change a webhook, or switch it on or off.
   * `PATCH /webhooks/:id`
   * Refusals: `NOT_FOUND`, `ADDRESS_FORBIDDEN`, `EVENT_NOT_FOUND`.
   */
  readonly update: Call<
    {
      id: string;
      url?: string | undefined;
      types?: WebhookType[] | undefined;
      super_event_id?: string | null | undefined;
      description?: string | null | undefined;
      status?: 'active' | 'disabled' | undefined;
    },
    { webhook: Webhook }
  >;
  /**
   * Delete a webhook with all that waits for it.
   * `DELETE /webhooks/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly remove: Call<{ id: string }, { deleted: true }>;
  /**
   * Give a webhook another secret; for 24 hours both sign.
   * `POST /webhooks/:id/rotate-secret`
   * Refusals: `NOT_FOUND`.
   */
  readonly rotateSecret: Call<{ id: string }, { webhook: Webhook; secret: string }>;
  /**
   * Send `webhook.test` now and tell what came of it.
   * `POST /webhooks/:id/test`
   * Refusals: `NOT_FOUND`.
   */
  readonly test: Call<
    { id: string },
    { delivered: boolean; response_status: number | null; duration_ms: number; error: DeliveryError | null }
  >;
  /**
   * List what was sent to a webhook within 30 days and what waits, newest first.
   * `GET /webhooks/:id/deliveries`
   */
  readonly listDeliveries: List<
    {
      id: string; /** Default: `50`. */
      limit?: number | undefined; /** Default: `0`. */
      offset?: number | undefined;
      status?: DeliveryStatus | undefined;
    },
    { deliveries: WebhookDelivery[]; pagination: OffsetPagination },
    'deliveries'
  >;
  /**
   * Send a delivery once more, whatever became of it.
   * `POST /webhook-deliveries/:id/retry`
   * Refusals: `NOT_FOUND`, `WEBHOOK_NOT_ACTIVE`.
   */
  readonly retry: Call<{ id: string }, { delivery: WebhookDelivery }>;
}
