import { Migration } from '@mikro-orm/migrations';
import { dropTally, keepTally } from '../../../shared/database/tally.ts';

/** With the size beside it, so that what is full follows from whatever the track allows by then. */
const onTracks = {
  schema: 'teams',
  counted: 'team',
  by: ['event_id', 'is_open', 'member_count'],
  where: 'deleted_at is null',
};

/** A team knows how many are in it: whoever changes that changes the team's row, so two who do take turns. */
export class Teams0007 extends Migration {
  override up(): void {
    this.addSql(`
      alter table teams.team add column member_count integer not null default 0;

      create function teams.count_members() returns trigger
      language plpgsql
      as $$
      declare
        changes jsonb;
      begin
        case tg_op
          when 'INSERT' then
            select jsonb_object_agg(team_id, n) into changes
              from (select team_id, count(*) as n from added where left_at is null group by team_id) d;
          when 'UPDATE' then
            select jsonb_object_agg(team_id, n) into changes
              from (select team_id, sum(n) as n
                      from (select team_id, 1 as n from added where left_at is null
                            union all
                            select team_id, -1 from removed where left_at is null) e
                     group by team_id having sum(n) <> 0) d;
          when 'DELETE' then
            select jsonb_object_agg(team_id, -n) into changes
              from (select team_id, count(*) as n from removed where left_at is null group by team_id) d;
        end case;
        if changes is null then
          return null;
        end if;
        -- In the order of their ids, as everybody locks them who did not hold them before.
        perform 1 from teams.team
          where id in (select key::uuid from jsonb_object_keys(changes) key) order by id for no key update;
        update teams.team t set member_count = t.member_count + d.value::int
          from jsonb_each(changes) d where t.id = d.key::uuid;
        return null;
      end
      $$;
      create trigger member_counted_inserted after insert on teams.member
        referencing new table as added for each statement execute function teams.count_members();
      create trigger member_counted_updated after update on teams.member
        referencing old table as removed new table as added for each statement execute function teams.count_members();
      create trigger member_counted_deleted after delete on teams.member
        referencing old table as removed for each statement execute function teams.count_members();

      create view teams.member_count_drift as
        select t.id as team_id, coalesce(m.n, 0) - t.member_count as n
          from teams.team t
          left join (select team_id, count(*)::int as n from teams.member where left_at is null group by team_id) m
                 on m.team_id = t.id
         where coalesce(m.n, 0) <> t.member_count;
      create function teams.member_count_mend() returns void
      language sql
      begin atomic
        select pg_advisory_xact_lock(hashtextextended('teams.member_count', 0));
        update teams.team t set member_count = t.member_count + d.n from teams.member_count_drift d where t.id = d.team_id;
      end;
      select teams.member_count_mend();
      ${keepTally(onTracks)}

      create view published.team_tally as
        select event_id, is_open, member_count, n from teams.team_tally;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.team_tally;
      ${dropTally(onTracks)}
      drop function teams.member_count_mend;
      drop view teams.member_count_drift;
      drop trigger member_counted_inserted on teams.member;
      drop trigger member_counted_updated on teams.member;
      drop trigger member_counted_deleted on teams.member;
      drop function teams.count_members;
      alter table teams.team drop column member_count;
    `);
  }
}
