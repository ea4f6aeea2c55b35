import { Judging0006 } from './0006_judging.ts';
import { Judging0010 } from './0010_weights.ts';
import { Judging0011 } from './0011_ordered_ids.ts';

export const migrations = { '0006_judging': Judging0006, '0010_weights': Judging0010, '0011_ordered_ids': Judging0011 };
