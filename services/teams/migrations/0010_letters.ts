import { Migration } from '@mikro-orm/migrations';

/** Who is moved is written to. */
export class Teams0010 extends Migration {
  override up(): void {
    this.addSql(`grant execute on function published.send_letter to muster_teams;`);
  }

  override down(): void {
    this.addSql(`revoke execute on function published.send_letter from muster_teams;`);
  }
}
