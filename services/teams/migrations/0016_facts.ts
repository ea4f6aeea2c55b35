import { Migration } from '@mikro-orm/migrations';
import { dropFactColumns, factColumns } from '../../../shared/database/fact-tables.ts';

export class Teams0016 extends Migration {
  override up(): void {
    this.addSql(factColumns('teams'));
  }

  override down(): void {
    this.addSql(dropFactColumns('teams'));
  }
}
