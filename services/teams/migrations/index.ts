import { Teams0001 } from './0001_teams.ts';
import { Teams0002 } from './0002_published.ts';
import { Teams0003 } from './0003_end_memberships.ts';
import { Teams0004 } from './0004_change_members.ts';
import { Teams0006 } from './0006_published_problem.ts';
import { Teams0007 } from './0007_tallies.ts';
import { Teams0010 } from './0010_letters.ts';
import { Teams0011 } from './0011_ordered_ids.ts';
import { Teams0014 } from './0014_located.ts';
import { Teams0016 } from './0016_facts.ts';
import { Teams0017 } from './0017_facts_of_others.ts';
import { Teams0021 } from './0021_expected_leaders.ts';

export const migrations = {
  '0001_teams': Teams0001,
  '0002_published': Teams0002,
  '0003_end_memberships': Teams0003,
  '0004_change_members': Teams0004,
  '0006_published_problem': Teams0006,
  '0007_tallies': Teams0007,
  '0010_letters': Teams0010,
  '0011_ordered_ids': Teams0011,
  '0014_located': Teams0014,
  '0016_facts': Teams0016,
  '0017_facts_of_others': Teams0017,
  '0021_expected_leaders': Teams0021,
};
