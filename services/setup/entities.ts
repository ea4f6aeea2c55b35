/** What setup keeps of its own, beside what every service has: it writes what event files describe. */
import { c, table, type Described } from '../../shared/database/columns.ts';

export const job = table('job', 'An apply that goes on after its answer, and what came of it; kept for 24 hours.', {
  id_hash: c.bytes().primary(),
  organization_id: c.uuid(),
  user_id: c.uuid(),
  input_hash: c.bytes(),
  created_at: c.instant().defaultRaw('now()'),
  ended_at: c.instant().nullable(),
  outcome: c.bytes().nullable(),
});

export const tables: readonly Described[] = [job];
