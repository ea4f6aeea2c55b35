import { Organizations0001 } from './0001_organizations.ts';
import { Organizations0002 } from './0002_published.ts';
import { Organizations0011 } from './0011_ordered_ids.ts';
import { Organizations0013 } from './0013_slugs.ts';
import { Organizations0014 } from './0014_located.ts';
import { Organizations0016 } from './0016_facts.ts';

export const migrations = {
  '0001_organizations': Organizations0001,
  '0002_published': Organizations0002,
  '0011_ordered_ids': Organizations0011,
  '0013_slugs': Organizations0013,
  '0014_located': Organizations0014,
  '0016_facts': Organizations0016,
};
