import { Migration } from '@mikro-orm/migrations';

/** Which teams entered for a prize: by the project that counts, their newest, and on a track that the prize is for. */
export class Teams0024 extends Migration {
  override up(): void {
    this.addSql(`
      create index submission_prizes on teams.submission using gin (prize_ids) where checkin_point_id is null;

      create view published.prize_entries as
        select p.id as prize_id, p.super_event_id, t.event_id, t.id as team_id, t.name as team_name
          from published.prizes p
          join teams.submission h on h.prize_ids @> array[p.id] and h.checkin_point_id is null
          join teams.team t on t.id = h.team_id and t.super_event_id = p.super_event_id and t.deleted_at is null
          join published.tracks e on e.id = t.event_id
         where (p.track_ids is null or t.event_id = any (p.track_ids))
           and not exists (
             select from teams.submission n
              where n.team_id = h.team_id and n.checkin_point_id is null
                and (n.submitted_at > h.submitted_at or (n.submitted_at = h.submitted_at and n.id < h.id)));

      -- In PL/pgSQL, so that a statement which asks it for one row is not planned over all prizes and tracks.
      create function published.enters(prize uuid, team uuid) returns boolean language plpgsql stable
      as $$
      begin
        return exists (select from published.prize_entries n where n.prize_id = prize and n.team_id = team);
      end
      $$;
    `);
  }
}
