import { Migration } from '@mikro-orm/migrations';

/** A prize is for the teams of some tracks, and is given by judges of its own or by the ranking. */
export class Events0024 extends Migration {
  override up(): void {
    this.addSql(`
      alter table events.prize
        add column track_ids       uuid[],                -- null: every track
        add column "by"            text not null default 'judges' check ("by" in ('judges', 'ranking')),
        add column judge_user_ids  uuid[] not null default '{}';

      create or replace view published.prizes as
        select p.id, p.super_event_id, p.name, p.order_index, p.track_ids, p."by", p.judge_user_ids
          from events.prize p;
    `);
  }
}
