import { Migration } from '@mikro-orm/migrations';
import { dropFactColumns, factColumns } from '../../../shared/database/fact-tables.ts';

export class Events0016 extends Migration {
  override up(): void {
    this.addSql(factColumns('events'));
  }

  override down(): void {
    this.addSql(dropFactColumns('events'));
  }
}
