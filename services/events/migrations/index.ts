import { Events0001 } from './0001_events.ts';
import { Events0002 } from './0002_standings.ts';

export const migrations = { '0001_events': Events0001, '0002_standings': Events0002 };
