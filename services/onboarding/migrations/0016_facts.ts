import { Migration } from '@mikro-orm/migrations';
import { dropFactColumns, factColumns } from '../../../shared/database/fact-tables.ts';

export class Onboarding0016 extends Migration {
  override up(): void {
    this.addSql(factColumns('onboarding'));
  }

  override down(): void {
    this.addSql(dropFactColumns('onboarding'));
  }
}
