import { Registrations0001 } from './0001_registrations.ts';
import { Registrations0002 } from './0002_published.ts';
import { Registrations0003 } from './0003_accept_on_track.ts';
import { Registrations0004 } from './0004_files.ts';
import { Registrations0005 } from './0005_hold_accepted.ts';
import { Registrations0007 } from './0007_tallies.ts';
import { Registrations0008 } from './0008_order.ts';
import { Registrations0011 } from './0011_ordered_ids.ts';
import { Registrations0012 } from './0012_names.ts';
import { Registrations0014 } from './0014_located.ts';
import { Registrations0016 } from './0016_facts.ts';
import { Registrations0017 } from './0017_facts_of_others.ts';
import { Registrations0019 } from './0019_rosters.ts';
import { Registrations0032 } from './0032_published_answers.ts';

export const migrations = {
  '0001_registrations': Registrations0001,
  '0002_published': Registrations0002,
  '0003_accept_on_track': Registrations0003,
  '0004_files': Registrations0004,
  '0005_hold_accepted': Registrations0005,
  '0007_tallies': Registrations0007,
  '0008_order': Registrations0008,
  '0011_ordered_ids': Registrations0011,
  '0012_names': Registrations0012,
  '0014_located': Registrations0014,
  '0016_facts': Registrations0016,
  '0017_facts_of_others': Registrations0017,
  '0019_rosters': Registrations0019,
  '0032_published_answers': Registrations0032,
};
