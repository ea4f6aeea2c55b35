import { Organizations0001 } from './0001_organizations.ts';
import { Organizations0002 } from './0002_published.ts';
import { Organizations0011 } from './0011_ordered_ids.ts';

export const migrations = {
  '0001_organizations': Organizations0001,
  '0002_published': Organizations0002,
  '0011_ordered_ids': Organizations0011,
};
