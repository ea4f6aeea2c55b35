import { CheckIn0001 } from './0001_check_in.ts';
import { CheckIn0002 } from './0002_published.ts';
import { CheckIn0007 } from './0007_tallies.ts';
import { CheckIn0011 } from './0011_ordered_ids.ts';
import { CheckIn0012 } from './0012_request_id.ts';
import { CheckIn0014 } from './0014_located.ts';
import { CheckIn0016 } from './0016_facts.ts';
import { CheckIn0018 } from './0018_located_points.ts';
import { CheckIn0019 } from './0019_devices.ts';
import { CheckIn0028 } from './0028_hold_point.ts';
import { CheckIn0029 } from './0029_arrivals.ts';

export const migrations = {
  '0001_check_in': CheckIn0001,
  '0002_published': CheckIn0002,
  '0007_tallies': CheckIn0007,
  '0011_ordered_ids': CheckIn0011,
  '0012_request_id': CheckIn0012,
  '0014_located': CheckIn0014,
  '0016_facts': CheckIn0016,
  '0018_located_points': CheckIn0018,
  '0019_devices': CheckIn0019,
  '0028_hold_point': CheckIn0028,
  '0029_arrivals': CheckIn0029,
};
