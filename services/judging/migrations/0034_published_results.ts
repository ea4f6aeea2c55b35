import { Migration } from '@mikro-orm/migrations';

/**
 * Plain results are kept as they were published as well, and fair ones with how sure each rank was. What the previous release
 * published is not kept: it is read as it was calculated last, as that release promised.
 */
export class Judging0034 extends Migration {
  override up(): void {
    this.addSql(`
      alter table judging.published_result
        add column rank_low        integer,
        add column rank_high       integer,
        add column standard_error  numeric,
        add column calculated_at   timestamptz;           -- of the calculation that was published

      create view published.results as
        select k.event_id, p.team_id
          from judging.ranking k join judging.published_result p on p.event_id = k.event_id
         where k.notifications_sent_at is not null
        union all
        select k.event_id, r.team_id
          from judging.ranking k join judging.result r on r.event_id = k.event_id
         where k.notifications_sent_at is not null
           and not exists (select from judging.published_result p where p.event_id = k.event_id);
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.results;
      alter table judging.published_result
        drop column rank_low, drop column rank_high, drop column standard_error, drop column calculated_at;
    `);
  }
}
