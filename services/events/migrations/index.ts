import { Events0001 } from './0001_events.ts';
import { Events0002 } from './0002_standings.ts';
import { Events0003 } from './0003_public.ts';
import { Events0010 } from './0010_forms.ts';
import { Events0012 } from './0012_confirming.ts';
import { Events0015 } from './0015_looks.ts';
import { Events0024 } from './0024_prizes.ts';
import { Events0026 } from './0026_gallery.ts';
import { Events0030 } from './0030_erasure.ts';
import { Events0033 } from './0033_retention.ts';
import { Events0038 } from './0038_consent.ts';
import { Events0040 } from './0040_languages.ts';
import { Events0044 } from './0044_deleted_fields.ts';
import { Events0046 } from './0046_folding.ts';

export const migrations = {
  '0001_events': Events0001,
  '0002_standings': Events0002,
  '0003_public': Events0003,
  '0010_forms': Events0010,
  '0012_confirming': Events0012,
  '0015_looks': Events0015,
  '0024_prizes': Events0024,
  '0026_gallery': Events0026,
  '0030_erasure': Events0030,
  '0033_retention': Events0033,
  '0038_consent': Events0038,
  '0040_languages': Events0040,
  '0044_deleted_fields': Events0044,
  '0046_folding': Events0046,
};
