import { Judging0006 } from './0006_judging.ts';

export const migrations = { '0006_judging': Judging0006 };
