import { Webhooks0017 } from './0017_webhooks.ts';
import { Webhooks0021 } from './0021_keys.ts';

export const migrations = { '0017_webhooks': Webhooks0017, '0021_keys': Webhooks0021 };
