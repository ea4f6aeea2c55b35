import { Judging0001 } from './0001_judging.ts';
import { Judging0023 } from './0023_tables.ts';
import { Judging0024 } from './0024_prizes.ts';
import { Judging0030 } from './0030_erasure.ts';
import { Judging0044 } from './0044_scale.ts';

export const migrations = {
  '0001_judging': Judging0001,
  '0023_tables': Judging0023,
  '0024_prizes': Judging0024,
  '0030_erasure': Judging0030,
  '0044_scale': Judging0044,
};
