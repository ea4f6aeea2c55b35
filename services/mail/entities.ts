/** The current tables of mail. Indexes, value checks and triggers are in the migrations. */
import { c, table } from '../../shared/database/columns.ts';

export const sealingKey = table('sealing_key', 'The public keys that letters are sealed with; the newest is used.', {
  public_key: c.bytes().primary(),
  since: c.instant().defaultRaw('now()'),
});

export const tables = [sealingKey];
