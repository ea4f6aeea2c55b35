import { Migration } from '@mikro-orm/migrations';
import { dropFactColumns, factColumns } from '../../../shared/database/fact-tables.ts';

export class Mail0016 extends Migration {
  override up(): void {
    this.addSql(factColumns('mail'));
  }

  override down(): void {
    this.addSql(dropFactColumns('mail'));
  }
}
