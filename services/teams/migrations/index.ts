import { Teams0001 } from './0001_teams.ts';
import { Teams0007 } from './0007_own_teams.ts';
import { Teams0008 } from './0008_projects.ts';
import { Teams0014 } from './0014_returning.ts';
import { Teams0022 } from './0022_judged_projects.ts';
import { Teams0023 } from './0023_tables.ts';
import { Teams0024 } from './0024_prize_entries.ts';
import { Teams0027 } from './0027_gallery.ts';
import { Teams0030 } from './0030_erasure.ts';
import { Teams0043 } from './0043_empty_teams.ts';
import { Teams0048 } from './0048_pairs.ts';

export const migrations = {
  '0001_teams': Teams0001,
  '0007_own_teams': Teams0007,
  '0008_projects': Teams0008,
  '0014_returning': Teams0014,
  '0022_judged_projects': Teams0022,
  '0023_tables': Teams0023,
  '0024_prize_entries': Teams0024,
  '0027_gallery': Teams0027,
  '0030_erasure': Teams0030,
  '0043_empty_teams': Teams0043,
  '0048_pairs': Teams0048,
};
