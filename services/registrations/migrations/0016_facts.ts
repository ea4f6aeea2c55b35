import { Migration } from '@mikro-orm/migrations';
import { dropFactColumns, factColumns } from '../../../shared/database/fact-tables.ts';

export class Registrations0016 extends Migration {
  override up(): void {
    this.addSql(factColumns('registrations'));
  }

  override down(): void {
    this.addSql(dropFactColumns('registrations'));
  }
}
