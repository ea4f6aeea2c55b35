/** API keys that people create and revoke for themselves. */
import { carriesSecret, wholeList } from './concerns.ts';
import { del, get, may, post } from './endpoint.ts';
import { t } from './schema.ts';
import { pageOfWhole } from './vocabulary.ts';

/** Keys that one person may have in one organization at a time: each of them has a rate limit of its own. */
export const keysAtMost = 25;

const apiKey = t.named(
  'ApiKey',
  t.object({
    id: t.string(),
    label: t.string(),
    user_id: t.uuid(),
    user_name: t.string(),
    created_at: t.timestamp(),
    last_used_at: t.nullable(t.timestamp()),
    expires_at: t.nullable(t.timestamp()),
  }),
);

export const keys = {
  listKeys: get('/organizations/:orgId/keys', {
    summary: "List the viewer's own API keys in an organization; for owners and admins, everybody's",
    access: may('know', 'organization', 'orgId'),
    params: { orgId: t.reference(), ...pageOfWhole },
    with: [wholeList('api_keys')],
    responses: { 200: t.object({ api_keys: t.array(apiKey), count: t.integer() }) },
    addition: true,
  }),

  createKey: post('/organizations/:orgId/keys', {
    summary: 'Make an API key that acts for the viewer in this organization; its text is shown this once',
    access: may('know', 'organization', 'orgId'),
    params: {
      orgId: t.reference(),
      label: t.name({ min: 1, max: 100 }),
      expires_at: t.optional(t.timestamp()),
    },
    example: { label: 'Door laptop', expires_at: '2027-03-08T00:00:00.000Z' },
    responses: {
      /** `key`: the text to send as `X-Api-Key`. */
      201: t.object({ key: t.string(), api_key: apiKey }),
    },
    errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'LABEL_TAKEN', 'TOO_MANY_KEYS', 'SECOND_FACTOR_MISSING'],
    with: [carriesSecret()],
    addition: true,
  }),

  revokeKey: del('/organizations/:orgId/keys/:id', {
    summary: "End an API key of one's own, and those made with it; for owners and admins, anybody's",
    access: may('know', 'organization', 'orgId'),
    params: { orgId: t.reference(), id: t.reference() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND', 'PERMISSION_DENIED'],
    addition: true,
  }),
};
