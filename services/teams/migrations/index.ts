import { Teams0001 } from './0001_teams.ts';

export const migrations = { '0001_teams': Teams0001 };
