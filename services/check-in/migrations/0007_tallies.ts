import { Migration } from '@mikro-orm/migrations';
import { dropTally, keepTally } from '../../../shared/database/tally.ts';

const recorded = { schema: 'check_in', counted: 'record', by: ['point_id'], where: 'annulled_at is null' };
const refused = { schema: 'check_in', counted: 'refused_scan', by: ['point_id'] };

/** One difference for each point and round trip of scans. */
export class CheckIn0007 extends Migration {
  override up(): void {
    this.addSql(keepTally(recorded) + keepTally(refused));
  }

  override down(): void {
    this.addSql(dropTally(refused) + dropTally(recorded));
  }
}
