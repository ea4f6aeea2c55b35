/** What may be said of webhooks, over HTTP and in an event file. */
import { factTypes } from '../facts.ts';
import { longestUrl } from '../formats.ts';
import { t } from '../schema.ts';
import { key } from './identifiers.ts';

/** Every type but those that are told only to who names them. */
export const everything = '*';

/** 24 to 64 bytes in base64, as Standard Webhooks has them. */
export const secretPattern =
  /^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{3}=)?|(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==)?)$/;

export const webhookFields = {
  key: key(),
  url: t.string({ min: 1, max: longestUrl, trim: true }),
  types: t.array(t.named('WebhookType', t.enum(everything, ...factTypes)), { min: 1, max: factTypes.length + 1 }),
  description: t.string({ max: 500, trim: true }),
  secret: t.string({ pattern: secretPattern }),
};
