import { Migration } from '@mikro-orm/migrations';

/**
 * Others read whether anybody is in a team. A team of nobody stays, with what it handed in; judging leaves it out.
 *
 * The former release reads the views by their columns, and the new one is their last.
 */
export class Teams0043 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace view published.teams as
        select t.id, t.organization_id, t.super_event_id, t.event_id, t.name, t.problem, t."table",
               published.table_order(t."table") as table_order, t.member_count = 0 as is_empty
          from teams.team t join published.tracks e on e.id = t.event_id
         where t.deleted_at is null;

      create or replace view published.prize_entries as
        select p.id as prize_id, p.super_event_id, t.event_id, t.id as team_id, t.name as team_name,
               t.member_count = 0 as is_empty
          from published.prizes p
          join teams.submission h on h.prize_ids @> array[p.id] and h.checkin_point_id is null
          join teams.team t on t.id = h.team_id and t.super_event_id = p.super_event_id and t.deleted_at is null
          join published.tracks e on e.id = t.event_id
         where (p.track_ids is null or t.event_id = any (p.track_ids))
           and not exists (
             select from teams.submission n
              where n.team_id = h.team_id and n.checkin_point_id is null
                and (n.submitted_at > h.submitted_at or (n.submitted_at = h.submitted_at and n.id < h.id)));
    `);
  }
}
