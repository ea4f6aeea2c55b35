import { Onboarding0001 } from './0001_onboarding.ts';
import { Onboarding0020 } from './0020_tables.ts';
import { Onboarding0030 } from './0030_erasure.ts';

export const migrations = {
  '0001_onboarding': Onboarding0001,
  '0020_tables': Onboarding0020,
  '0030_erasure': Onboarding0030,
};
