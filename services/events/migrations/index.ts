import { Events0001 } from './0001_events.ts';
import { Events0002 } from './0002_published.ts';
import { Events0011 } from './0011_ordered_ids.ts';

export const migrations = { '0001_events': Events0001, '0002_published': Events0002, '0011_ordered_ids': Events0011 };
