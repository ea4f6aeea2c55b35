import { Judging0001 } from './0001_judging.ts';

export const migrations = { '0001_judging': Judging0001 };
