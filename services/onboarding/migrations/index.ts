import { Onboarding0001 } from './0001_onboarding.ts';
import { Onboarding0011 } from './0011_ordered_ids.ts';

export const migrations = { '0001_onboarding': Onboarding0001, '0011_ordered_ids': Onboarding0011 };
