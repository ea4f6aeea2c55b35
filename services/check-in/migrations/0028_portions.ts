import { Migration } from '@mikro-orm/migrations';

/**
 * Points that hand out meals and other items, to each person as many times as the point says. A record has the number of its
 * portion, so that the index decides between concurrent scans there too.
 */
export class CheckIn0028 extends Migration {
  override up(): void {
    this.addSql(`
      alter table check_in.point
        add column config_json jsonb not null default '{}',
        drop constraint point_type_check,
        add constraint point_type_check check (type in ('attendance', 'doorkeeper', 'milestone', 'meal', 'item'));
      alter table check_in.point
        add column portions smallint not null generated always as
          (case when type in ('meal', 'item') then coalesce((config_json ->> 'portions')::smallint, 1) else 1 end) stored;
      alter table check_in.record add column portion smallint not null default 1;
      drop index check_in.record_once;
      create unique index record_once on check_in.record (user_id, point_id, portion) where annulled_at is null;
    `);
  }
}
