import { CheckIn0001 } from './0001_check_in.ts';

export const migrations = { '0001_check_in': CheckIn0001 };
