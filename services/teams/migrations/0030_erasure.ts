import { Migration } from '@mikro-orm/migrations';

/**
 * Erased people leave their teams while the hackathon goes on. A team keeps its name, its members' number and its projects'
 * titles; everything else that it wrote goes once nobody of it is left.
 */
export class Teams0030 extends Migration {
  override up(): void {
    this.addSql(`
      create function teams.erase(e published.erasing) returns void
      language plpgsql set search_path = '' as $$
      declare
        theirs uuid[];
        left_alone uuid[];
      begin
        perform published.end_memberships(e.people, array(
          select distinct m.event_id from teams.member m
           where m.user_id = any (e.people) and m.left_at is null and not published.is_over(m.super_event_id)
             and (e.hackathon is null or m.super_event_id = e.hackathon)));

        theirs := array(select distinct m.team_id from teams.member m
                         where m.user_id = any (e.people) and (e.hackathon is null or m.super_event_id = e.hackathon));
        left_alone := array(
          select t from unnest(theirs) t
           where not exists (select from teams.member m join identity.person p on p.id = m.user_id
                              where m.team_id = t and m.user_id <> all (e.people) and p.erased_at is null));
        e.marks := e.marks || left_alone
                || array(select m.id from teams.member m where m.team_id = any (theirs) and m.user_id = any (e.people))
                || array(select s.id from teams.submission s where s.team_id = any (left_alone));

        delete from teams.invitation i
         where i.team_id = any (left_alone) or (i.invited_by = any (e.people) and i.team_id = any (theirs));
        update teams.team set problem = null, avatar_url = null where id = any (left_alone);
        update teams.submission s
           set title = t.name, description = null, links = '[]', answers_json = '{}', video_url = null, built_with = '[]'
          from teams.team t where t.id = s.team_id and s.team_id = any (left_alone);
        update teams.submission s set submitted_by = published.stand_in(s.submitted_by, e)
         where s.submitted_by = any (e.people) and (e.hackathon is null or s.super_event_id = e.hackathon);
        update teams.member m set user_id = published.stand_in(m.user_id, e)
         where m.user_id = any (e.people) and m.super_event_id = e.hackathon;
        perform published.erase_traces('teams', e, '{name,table}');
      end
      $$;
      revoke execute on function teams.erase from public;
    `);
  }
}
