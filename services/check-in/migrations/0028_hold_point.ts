import { Migration } from '@mikro-orm/migrations';

/**
 * The type of a point, which stays, with the point, until the end of the asking transaction: what is handed in there cannot be
 * overtaken by its deletion, which looks for what was handed in.
 */
export class CheckIn0028 extends Migration {
  override up(): void {
    this.addSql(`
      create function published.hold_point(point uuid) returns text
      language sql volatile security definer set search_path = ''
      begin atomic
        select p.type from check_in.point p where p.id = hold_point.point for key share of p;
      end;
      revoke execute on function published.hold_point from public;
      grant execute on function published.hold_point to muster_teams;
    `);
  }

  override down(): void {
    this.addSql('drop function published.hold_point;');
  }
}
