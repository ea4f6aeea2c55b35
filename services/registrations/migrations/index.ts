import { Registrations0001 } from './0001_registrations.ts';

export const migrations = { '0001_registrations': Registrations0001 };
