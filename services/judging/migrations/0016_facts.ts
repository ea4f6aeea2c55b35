import { Migration } from '@mikro-orm/migrations';
import { dropFactColumns, factColumns } from '../../../shared/database/fact-tables.ts';

export class Judging0016 extends Migration {
  override up(): void {
    this.addSql(factColumns('judging'));
  }

  override down(): void {
    this.addSql(dropFactColumns('judging'));
  }
}
