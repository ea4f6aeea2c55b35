import { Migration } from '@mikro-orm/migrations';
import { orderedIds, randomIds } from '../../../shared/database/ids.ts';

const tables = ['organizations', 'organization', 'member', 'audit'] as const;

export class Organizations0011 extends Migration {
  override up(): void {
    this.addSql(orderedIds(...tables));
  }

  override down(): void {
    this.addSql(randomIds(...tables));
  }
}
