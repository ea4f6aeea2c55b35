import { Webhooks0001 } from './0001_webhooks.ts';
import { Webhooks0030 } from './0030_erasure.ts';

export const migrations = { '0001_webhooks': Webhooks0001, '0030_erasure': Webhooks0030 };
