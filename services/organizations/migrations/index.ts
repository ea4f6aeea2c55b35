import { Organizations0001 } from './0001_organizations.ts';

export const migrations = { '0001_organizations': Organizations0001 };
