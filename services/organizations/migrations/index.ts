import { Organizations0001 } from './0001_organizations.ts';
import { Organizations0030 } from './0030_erasure.ts';
import { Organizations0036 } from './0036_second_factor.ts';

export const migrations = {
  '0001_organizations': Organizations0001,
  '0030_erasure': Organizations0030,
  '0036_second_factor': Organizations0036,
};
