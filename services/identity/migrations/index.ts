import { Identity0001 } from './0001_people.ts';
import { Identity0002 } from './0002_published.ts';
import { Identity0004 } from './0004_sessions.ts';
import { Identity0010 } from './0010_names.ts';
import { Identity0011 } from './0011_ordered_ids.ts';

export const migrations = {
  '0001_people': Identity0001,
  '0002_published': Identity0002,
  '0004_sessions': Identity0004,
  '0010_names': Identity0010,
  '0011_ordered_ids': Identity0011,
};
