import { Migration } from '@mikro-orm/migrations';
import { author, authorColumns, authorOf } from '../../../shared/database/kit-tables.ts';

/** A decision about many, and its undo, end memberships of each person on their own tracks alone. */
export class Teams0048 extends Migration {
  override up(): void {
    this.addSql(ending + leaving + deciding);
  }
}

const ending = `
  -- Ends memberships of these teams, which are locked. A team whose leader left is led by its longest-standing member; one that is
  -- left empty stays, closed. Everybody who leaves by it, or leads a team from then on, leaves an audit row, and so a fact.
  create function teams.end_members(affected uuid[], members uuid[]) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    leaderless uuid[];
  begin
    with gone as (
      update teams.member m set left_at = clock_timestamp() where m.id = any (members) and m.left_at is null
      returning m.team_id, m.user_id, m.role),
    noted as (
      insert into teams.audit
             (organization_id, super_event_id, event_id, ${authorColumns}, fact, ids, before, after)
      select t.organization_id, t.super_event_id, t.event_id, ${authorOf('published.end_memberships')},
             'team.member_left', jsonb_build_object('team_id', g.team_id, 'user_id', g.user_id),
             jsonb_build_object('team_id', g.team_id), '{"team_id": null}'
        from gone g join teams.team t on t.id = g.team_id, ${author}
       order by g.team_id, g.user_id)
    select array_agg(team_id) into leaderless from gone where role = 'LEADER';

    update teams.member m set role = 'LEADER'
      from (select distinct on (team_id) id from teams.member
             where team_id = any (affected) and left_at is null
               and team_id not in (select team_id from teams.member
                                    where team_id = any (affected) and left_at is null and role = 'LEADER')
             order by team_id, joined_at, id) successor
     where m.id = successor.id;

    update teams.team t set is_open = false, updated_at = now()
     where t.id = any (affected) and not exists (select 1 from teams.member m where m.team_id = t.id and m.left_at is null);

    insert into teams.audit (organization_id, super_event_id, event_id, ${authorColumns}, fact, ids, before, after)
    select t.organization_id, t.super_event_id, t.event_id, ${authorOf('published.end_memberships')},
           'team.leader_changed', jsonb_build_object('team_id', t.id), '{}',
           jsonb_build_object('leader_user_id',
                              (select m.user_id from teams.member m
                                where m.team_id = t.id and m.left_at is null and m.role = 'LEADER'))
      from teams.team t, ${author}
     where t.id = any (leaderless)
     order by t.id;
  end
  $$;
`;

const leaving = `
  -- People leave their teams on these tracks, each of them on all. Teams are locked in the order of their ids, before anybody's
  -- membership is read. A person who joined just before the lock was taken does not leave before that.
  create or replace function published.end_memberships(people uuid[], tracks uuid[]) returns void
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
    perform teams.end_members(affected, array(
      select m.id from teams.member m
       where m.team_id = any (affected) and m.user_id = any (people) and m.left_at is null));
  end
  $$;
`;

const deciding = `
  -- The same of pairs of a person and a track. Notes how things stood, where it is a decision that can be taken back.
  create or replace function published.end_memberships_for(decision uuid, people uuid[], tracks uuid[]) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    affected uuid[];
    members uuid[];
  begin
    select array_agg(locked.id) into affected
      from (select t.id from teams.team t
             where t.id in (select m.team_id
                              from unnest(people, tracks) as p (user_id, event_id)
                              join teams.member m on m.user_id = p.user_id and m.event_id = p.event_id and m.left_at is null)
             order by t.id for no key update) locked;
    members := array(
      select m.id from unnest(people, tracks) as p (user_id, event_id)
        join teams.member m on m.user_id = p.user_id and m.event_id = p.event_id and m.left_at is null
       where m.team_id = any (affected));
    if decision is not null then
      insert into teams.left_by_decision (member_id, decision_id, was_open)
      select m.id, decision, t.is_open
        from teams.member m join teams.team t on t.id = m.team_id where m.id = any (members)
      on conflict (member_id) do update
         set decision_id = excluded.decision_id, was_open = excluded.was_open, left_at = now();
    end if;
    perform teams.end_members(affected, members);
  end
  $$;
`;
