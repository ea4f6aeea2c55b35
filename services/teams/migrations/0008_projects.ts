import { Migration } from '@mikro-orm/migrations';

/** Further fields of a project, and how late its last change was. */
export class Teams0008 extends Migration {
  override up(): void {
    this.addSql(`
      alter table teams.submission
        add column video_url   text,
        add column built_with  jsonb not null default '[]',
        add column prize_ids   uuid[] not null default '{}',
        add column listed      boolean not null default true,
        add column late_by_ms  integer check (late_by_ms >= 0);
    `);
  }
}
