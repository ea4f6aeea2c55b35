import { sql } from 'kysely';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import { isOut, out } from '../rules.ts';

/** Returns the token for a new status. A registration that was cancelled or rejected gets a fresh one. */
export const tokenOn = (to: RegistrationStatus) =>
  isOut(to) ? sql`checkin_token` : sql`case when status = any (${out}::text[]) then new_token() else checkin_token end`;
