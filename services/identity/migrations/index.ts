import { Identity0001 } from './0001_identity.ts';

export const migrations = { '0001_identity': Identity0001 };
