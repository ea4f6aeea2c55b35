import { Identity0001 } from './0001_people.ts';
import { Identity0002 } from './0002_published.ts';
import { Identity0004 } from './0004_sessions.ts';
import { Identity0010 } from './0010_names.ts';
import { Identity0011 } from './0011_ordered_ids.ts';
import { Identity0016 } from './0016_facts.ts';
import { Identity0018 } from './0018_own_keys.ts';
import { Identity0019 } from './0019_devices.ts';
import { Identity0020 } from './0020_counted_requests.ts';
import { Identity0025 } from './0025_device_keys.ts';

export const migrations = {
  '0001_people': Identity0001,
  '0002_published': Identity0002,
  '0004_sessions': Identity0004,
  '0010_names': Identity0010,
  '0011_ordered_ids': Identity0011,
  '0016_facts': Identity0016,
  '0018_own_keys': Identity0018,
  '0019_devices': Identity0019,
  '0020_counted_requests': Identity0020,
  '0025_device_keys': Identity0025,
};
