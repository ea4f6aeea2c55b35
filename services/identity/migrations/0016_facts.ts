import { Migration } from '@mikro-orm/migrations';
import { dropFactColumns, factColumns } from '../../../shared/database/fact-tables.ts';

export class Identity0016 extends Migration {
  override up(): void {
    this.addSql(factColumns('identity'));
  }

  override down(): void {
    this.addSql(dropFactColumns('identity'));
  }
}
