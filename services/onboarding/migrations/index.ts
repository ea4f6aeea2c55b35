import { Onboarding0001 } from './0001_onboarding.ts';

export const migrations = { '0001_onboarding': Onboarding0001 };
