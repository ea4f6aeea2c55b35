import { Onboarding0001 } from './0001_onboarding.ts';
import { Onboarding0011 } from './0011_ordered_ids.ts';
import { Onboarding0016 } from './0016_facts.ts';

export const migrations = {
  '0001_onboarding': Onboarding0001,
  '0011_ordered_ids': Onboarding0011,
  '0016_facts': Onboarding0016,
};
