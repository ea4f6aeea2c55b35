import { Migration } from '@mikro-orm/migrations';

/** `muster status` counts what came in lately. Records are written in the order in which they arrive, so blocks tell it. */
export class CheckIn0029 extends Migration {
  override up(): void {
    this.addSql('create index record_arrival on check_in.record using brin (received_at);');
  }

  override down(): void {
    this.addSql('drop index check_in.record_arrival;');
  }
}
