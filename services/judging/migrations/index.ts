import { Judging0006 } from './0006_judging.ts';
import { Judging0010 } from './0010_weights.ts';
import { Judging0011 } from './0011_ordered_ids.ts';
import { Judging0014 } from './0014_located.ts';
import { Judging0016 } from './0016_facts.ts';
import { Judging0019 } from './0019_assignment_progress.ts';
import { Judging0024 } from './0024_fair_judging.ts';
import { Judging0034 } from './0034_published_results.ts';

export const migrations = {
  '0006_judging': Judging0006,
  '0010_weights': Judging0010,
  '0011_ordered_ids': Judging0011,
  '0014_located': Judging0014,
  '0016_facts': Judging0016,
  '0019_assignment_progress': Judging0019,
  '0024_fair_judging': Judging0024,
  '0034_published_results': Judging0034,
};
