import { Organizations0001 } from './0001_organizations.ts';
import { Organizations0002 } from './0002_published.ts';

export const migrations = { '0001_organizations': Organizations0001, '0002_published': Organizations0002 };
