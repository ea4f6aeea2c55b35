import { Migration } from '@mikro-orm/migrations';
import { dropFactColumns, factColumns } from '../../../shared/database/fact-tables.ts';

export class Organizations0016 extends Migration {
  override up(): void {
    this.addSql(factColumns('organizations'));
  }

  override down(): void {
    this.addSql(dropFactColumns('organizations'));
  }
}
