import { Migration } from '@mikro-orm/migrations';
import { factColumns, dropFactColumns } from '../../../shared/database/fact-tables.ts';
import { orderedIds } from '../../../shared/database/ids.ts';
import { dropKitTables, kitTables } from '../../../shared/database/kit-tables.ts';

/** What every service has: an apply that is sent twice is done once, and its answer is kept, sealed. */
export class Setup0022 extends Migration {
  override up(): void {
    this.addSql(`
      ${kitTables('setup')}
      ${orderedIds('setup', 'audit')}
      ${factColumns('setup')}
    `);
  }

  override down(): void {
    this.addSql(`
      ${dropFactColumns('setup')}
      ${dropKitTables('setup')}
    `);
  }
}
