import { CheckIn0001 } from './0001_check_in.ts';
import { CheckIn0017 } from './0017_arrivals.ts';
import { CheckIn0028 } from './0028_portions.ts';
import { CheckIn0030 } from './0030_erasure.ts';

export const migrations = {
  '0001_check_in': CheckIn0001,
  '0017_arrivals': CheckIn0017,
  '0028_portions': CheckIn0028,
  '0030_erasure': CheckIn0030,
};
