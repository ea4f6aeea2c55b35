import { Migration } from '@mikro-orm/migrations';

/**
 * People leave their teams on these tracks inside another service's transaction. A team whose leader left is led by its
 * longest-standing member; one that is left empty stays, closed. Teams are locked in the order of their ids, before
 * anybody's membership is read. Whoever joined just before the lock was taken does not leave before that.
 */
export class Teams0003 extends Migration {
  override up(): void {
    this.addSql(`
      create function published.end_memberships(people uuid[], tracks uuid[]) returns void
      language plpgsql security definer set search_path = ''
      as $$
      declare
        affected uuid[];
      begin
        select array_agg(locked.id) into affected
          from (select t.id from teams.team t
                 where t.id in (select m.team_id from teams.member m
                                 where m.left_at is null and m.user_id = any (people) and m.event_id = any (tracks))
                 order by t.id for no key update) locked;

        update teams.member m set left_at = clock_timestamp()
         where m.team_id = any (affected) and m.user_id = any (people) and m.left_at is null;

        update teams.member m set role = 'LEADER'
          from (select distinct on (team_id) id from teams.member
                 where team_id = any (affected) and left_at is null
                   and team_id not in (select team_id from teams.member
                                        where team_id = any (affected) and left_at is null and role = 'LEADER')
                 order by team_id, joined_at, id) successor
         where m.id = successor.id;

        update teams.team t set is_open = false, updated_at = now()
         where t.id = any (affected) and not exists (select 1 from teams.member m where m.team_id = t.id and m.left_at is null);
      end
      $$;
      revoke execute on function published.end_memberships from public;
      grant execute on function published.end_memberships to muster_registrations, muster_events;
    `);
  }

  override down(): void {
    this.addSql(`drop function published.end_memberships;`);
  }
}
