import { Registrations0001 } from './0001_registrations.ts';
import { Registrations0013 } from './0013_deciding.ts';
import { Registrations0019 } from './0019_reviews.ts';
import { Registrations0021 } from './0021_imports.ts';
import { Registrations0030 } from './0030_erasure.ts';
import { Registrations0039 } from './0039_consent.ts';
import { Registrations0047 } from './0047_held_letters.ts';
import { Registrations0048 } from './0048_taken_back.ts';
import { Registrations0049 } from './0049_withheld_seats.ts';

export const migrations = {
  '0001_registrations': Registrations0001,
  '0013_deciding': Registrations0013,
  '0019_reviews': Registrations0019,
  '0021_imports': Registrations0021,
  '0030_erasure': Registrations0030,
  '0039_consent': Registrations0039,
  '0047_held_letters': Registrations0047,
  '0048_taken_back': Registrations0048,
  '0049_withheld_seats': Registrations0049,
};
