/** Webhooks: facts of an organization, sent to addresses of its own as they happen. */
import { deadline, queued, carriesSecret, wholeList } from './concerns.ts';
import { del, get, may, patch, post } from './endpoint.ts';
import { webhookFields } from './fields.ts';
import { t } from './schema.ts';
import { offsetPagination, offsetParams, pageOfWhole } from './vocabulary.ts';

/** `disabled`: by somebody, or after three days of failures only. `ended`: its receiver said so (410). */
export const webhookStatuses = ['active', 'disabled', 'ended'] as const;
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

/** Why a try failed, if there was no answer or one that is not 2xx. */
export const deliveryErrors = [
  /** Its name leads, or one of its addresses belongs, where no webhook may go. */
  'ADDRESS_FORBIDDEN',
  'NAME_UNKNOWN',
  'CONNECTION_FAILED',
  'TLS_FAILED',
  'TIMEOUT',
  /** An answer that is none, or was broken off. */
  'BAD_ANSWER',
  /** Any status but 2xx; redirects are never followed. */
  'REFUSED',
  /** The key that encrypted it is gone: rotate the secret. */
  'SECRET_UNREADABLE',
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

const deliveryStatus = () => t.named('DeliveryStatus', t.enum(...deliveryStatuses));
const deliveryError = t.named('DeliveryError', t.enum(...deliveryErrors));
const { url, types } = webhookFields;
const description = t.nullable(webhookFields.description);

const webhook = t.named(
  'Webhook',
  t.object({
    id: t.uuid(),
    url: t.string(),
    types,
    super_event_id: t.nullable(t.uuid()),
    description: t.nullable(t.string()),
    status: t.enum(...webhookStatuses),
    /** The start of the present series of failures; null if the last try succeeded. */
    failing_since: t.nullable(t.timestamp()),
    /** Until when deliveries are also signed with the former secret. */
    former_secret_until: t.nullable(t.timestamp()),
    created_at: t.timestamp(),
  }),
);

const delivery = t.named(
  'WebhookDelivery',
  t.object({
    id: t.uuid(),
    webhook_id: t.uuid(),
    /** The `webhook-id` of every try. */
    fact_id: t.uuid(),
    type: t.string(),
    status: deliveryStatus(),
    tries: t.integer(),
    /** Of the last try. */
    response_status: t.nullable(t.integer()),
    duration_ms: t.nullable(t.integer()),
    error: t.nullable(deliveryError),
    tried_at: t.nullable(t.timestamp()),
    next_try_at: t.nullable(t.timestamp()),
    created_at: t.timestamp(),
  }),
);

const minted = { webhook, secret: t.string() };

export const webhooks = {
  create: post('/organizations/:orgId/webhooks', {
    summary: 'Have facts sent to an address; the secret that signs them is shown this once',
    access: may('administer', 'organization', 'orgId'),
    params: {
      orgId: t.reference(),
      url,
      types,
      super_event_id: t.optional(t.nullable(t.uuid())),
      description: t.optional(description),
    },
    responses: { 201: t.object(minted) },
    errors: ['ADDRESS_FORBIDDEN', 'EVENT_NOT_FOUND', 'TOO_MANY_WEBHOOKS', 'IDEMPOTENCY_KEY_REUSED'],
    with: [carriesSecret()],
    addition: true,
  }),

  list: get('/organizations/:orgId/webhooks', {
    summary: 'List the webhooks of an organization, oldest first',
    access: may('administer', 'organization', 'orgId'),
    params: { orgId: t.reference(), ...pageOfWhole },
    with: [wholeList('webhooks')],
    responses: { 200: t.object({ webhooks: t.array(webhook), count: t.integer() }) },
    addition: true,
  }),

  get: get('/webhooks/:id', {
    summary: 'Get a webhook',
    access: may('administer', 'webhook', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ webhook }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),

  update: patch('/webhooks/:id', {
    summary: 'Change a webhook, or switch it on or off',
    access: may('administer', 'webhook', 'id'),
    params: {
      id: t.reference(),
      url: t.optional(url),
      types: t.optional(types),
      super_event_id: t.optional(t.nullable(t.uuid())),
      description: t.optional(description),
      status: t.optional(t.enum('active', 'disabled')),
    },
    responses: { 200: t.object({ webhook }) },
    errors: ['NOT_FOUND', 'ADDRESS_FORBIDDEN', 'EVENT_NOT_FOUND'],
    addition: true,
  }),

  remove: del('/webhooks/:id', {
    summary: 'Delete a webhook with all that waits for it',
    access: may('administer', 'webhook', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),

  rotateSecret: post('/webhooks/:id/rotate-secret', {
    summary: 'Give a webhook another secret; for 24 hours both sign',
    access: may('administer', 'webhook', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object(minted) },
    errors: ['NOT_FOUND'],
    with: [carriesSecret()],
    addition: true,
  }),

  test: post('/webhooks/:id/test', {
    summary: 'Send `webhook.test` now and tell what came of it',
    access: may('administer', 'webhook', 'id'),
    params: { id: t.reference() },
    responses: {
      200: t.object({
        delivered: t.boolean(),
        response_status: t.nullable(t.integer()),
        duration_ms: t.integer(),
        error: t.nullable(deliveryError),
      }),
    },
    errors: ['NOT_FOUND'],
    unit: 'own',
    with: [deadline(18_000), queued()],
    addition: true,
  }),

  listDeliveries: get('/webhooks/:id/deliveries', {
    summary: 'List what was sent to a webhook within 30 days and what waits, newest first',
    access: may('administer', 'webhook', 'id'),
    params: { id: t.reference(), ...offsetParams, status: t.optional(deliveryStatus()) },
    responses: { 200: t.object({ deliveries: t.array(delivery), pagination: offsetPagination }) },
    addition: true,
  }),

  retry: post('/webhook-deliveries/:id/retry', {
    summary: 'Send a delivery once more, whatever became of it',
    access: may('administer', 'webhook_delivery', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ delivery }) },
    errors: ['NOT_FOUND', 'WEBHOOK_NOT_ACTIVE'],
    addition: true,
  }),
};
