import { Webhooks0001 } from './0001_webhooks.ts';

export const migrations = { '0001_webhooks': Webhooks0001 };
