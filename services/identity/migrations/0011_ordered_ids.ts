import { Migration } from '@mikro-orm/migrations';
import { orderedIds, randomIds } from '../../../shared/database/ids.ts';

const tables = ['identity', 'person', 'audit'] as const;

export class Identity0011 extends Migration {
  override up(): void {
    this.addSql(orderedIds(...tables));
  }

  override down(): void {
    this.addSql(randomIds(...tables));
  }
}
