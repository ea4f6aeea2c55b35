/** The tables of setup besides those of every service. */
import { c, table, type Described } from '../../shared/database/columns.ts';

export const job = table('job', 'An apply that goes on after its answer, with its outcome; kept for 24 hours.', {
  id_hash: c.bytes().primary(),
  organization_id: c.uuid(),
  user_id: c.uuid(),
  input_hash: c.bytes(),
  created_at: c.instant().defaultRaw('now()'),
  ended_at: c.instant().nullable(),
  outcome: c.bytes().nullable(),
});

export const tables: readonly Described[] = [job];
