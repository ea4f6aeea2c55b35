import { Migration } from '@mikro-orm/migrations';
import { orderedIds, randomIds } from '../../../shared/database/ids.ts';

const tables = ['judging', 'criterion', 'assignment', 'score', 'result', 'audit'] as const;

export class Judging0011 extends Migration {
  override up(): void {
    this.addSql(orderedIds(...tables));
  }

  override down(): void {
    this.addSql(randomIds(...tables));
  }
}
