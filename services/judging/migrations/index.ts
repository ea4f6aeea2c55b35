import { Judging0006 } from './0006_judging.ts';
import { Judging0010 } from './0010_weights.ts';

export const migrations = { '0006_judging': Judging0006, '0010_weights': Judging0010 };
