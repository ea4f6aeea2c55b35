import { Identity0001 } from './0001_identity.ts';
import { Identity0009 } from './0009_codes.ts';
import { Identity0028 } from './0028_device_options.ts';
import { Identity0029 } from './0029_erasure.ts';
import { Identity0030 } from './0030_own_data.ts';
import { Identity0031 } from './0031_second_factors.ts';
import { Identity0034 } from './0034_accounts.ts';
import { Identity0035 } from './0035_sign_ins.ts';
import { Identity0036 } from './0036_passkeys.ts';
import { Identity0037 } from './0037_languages.ts';
import { Identity0041 } from './0041_sign_up_language.ts';
import { Identity0042 } from './0042_names.ts';
import { Identity0045 } from './0045_folding.ts';

export const migrations = {
  '0001_identity': Identity0001,
  '0009_codes': Identity0009,
  '0028_device_options': Identity0028,
  '0029_erasure': Identity0029,
  '0030_own_data': Identity0030,
  '0031_second_factors': Identity0031,
  '0034_accounts': Identity0034,
  '0035_sign_ins': Identity0035,
  '0036_passkeys': Identity0036,
  '0037_languages': Identity0037,
  '0041_sign_up_language': Identity0041,
  '0042_names': Identity0042,
  '0045_folding': Identity0045,
};
