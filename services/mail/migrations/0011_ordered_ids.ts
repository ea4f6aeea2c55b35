import { Migration } from '@mikro-orm/migrations';
import { orderedIds, randomIds } from '../../../shared/database/ids.ts';

const tables = ['mail', 'audit'] as const;

export class Mail0011 extends Migration {
  override up(): void {
    this.addSql(orderedIds(...tables));
  }

  override down(): void {
    this.addSql(randomIds(...tables));
  }
}
