/** The views that webhooks publishes for others to read. */
import { c, view } from '../columns.ts';
import { located } from './located.ts';

export const webhooksKey = view('webhooks_key', 'The public key that secrets of webhooks are sealed with now.', {
  public_key: c.bytes().primary(),
});

export const locatedWebhook = located('webhook', 'Where a webhook belongs.');

export const locatedWebhookDelivery = located('webhook_delivery', 'Where a delivery belongs, by its webhook.');
