import { Events0001 } from './0001_events.ts';
import { Events0002 } from './0002_published.ts';
import { Events0011 } from './0011_ordered_ids.ts';
import { Events0013 } from './0013_ordered_roles.ts';
import { Events0014 } from './0014_located.ts';
import { Events0015 } from './0015_standing.ts';
import { Events0016 } from './0016_facts.ts';
import { Events0027 } from './0027_hold_track.ts';

export const migrations = {
  '0001_events': Events0001,
  '0002_published': Events0002,
  '0011_ordered_ids': Events0011,
  '0013_ordered_roles': Events0013,
  '0014_located': Events0014,
  '0015_standing': Events0015,
  '0016_facts': Events0016,
  '0027_hold_track': Events0027,
};
