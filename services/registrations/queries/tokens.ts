import { sql } from 'kysely';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import { isOut } from '../rules.ts';

/** The token a row has on its way to a status: whoever comes back from cancelled or rejected gets a fresh one. */
export const tokenOn = (to: RegistrationStatus) =>
  isOut(to)
    ? sql`checkin_token`
    : sql`case when status in ('cancelled', 'rejected') then new_token() else checkin_token end`;
