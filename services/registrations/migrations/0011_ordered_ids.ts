import { Migration } from '@mikro-orm/migrations';
import { orderedIds, randomIds } from '../../../shared/database/ids.ts';

const tables = ['registrations', 'super_event_registration', 'registration', 'file', 'audit'] as const;

export class Registrations0011 extends Migration {
  override up(): void {
    this.addSql(orderedIds(...tables));
  }

  override down(): void {
    this.addSql(randomIds(...tables));
  }
}
