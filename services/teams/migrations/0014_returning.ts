import { Migration } from '@mikro-orm/migrations';
import { author, authorColumns, authorOf } from '../../../shared/database/kit-tables.ts';

/** People who left their teams because of a decision come back to them when it is taken back. */
export class Teams0014 extends Migration {
  override up(): void {
    this.addSql(left + leaving + returning);
  }
}

const left = `
  create table teams.left_by_decision (
    member_id    uuid primary key,
    decision_id  uuid not null,
    was_open     boolean not null,
    left_at      timestamptz not null default now()
  );
  create index left_by_decision_of on teams.left_by_decision (decision_id);
  create index left_by_decision_age on teams.left_by_decision (left_at);
`;

const leaving = `
  -- As end_memberships, and notes how things stood. Teams are locked before anybody's membership is read, as there.
  create function published.end_memberships_for(decision uuid, people uuid[], tracks uuid[]) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform 1 from teams.team t
      where t.id in (select m.team_id from teams.member m
                      where m.left_at is null and m.user_id = any (people) and m.event_id = any (tracks))
      order by t.id for no key update;
    insert into teams.left_by_decision (member_id, decision_id, was_open)
    select m.id, decision, t.is_open
      from teams.member m join teams.team t on t.id = m.team_id
     where m.left_at is null and m.user_id = any (people) and m.event_id = any (tracks)
    on conflict (member_id) do update set decision_id = excluded.decision_id, was_open = excluded.was_open, left_at = now();
    perform published.end_memberships(people, tracks);
  end
  $$;
  revoke execute on function published.end_memberships_for from public;
`;

/** The limit of a team is that of ../queries/fragments.ts at the time of this migration. */
const returning = `
  -- These people are in the teams again that they left by the decision: where the team is still there, on the track and
  -- has room, and the person is in no other. A team that they led is led by them again, and one that was open is open.
  -- Answers who did not come back.
  create function published.resume_memberships(decision uuid, people uuid[]) returns setof uuid
  language plpgsql security definer set search_path = ''
  as $$
  declare
    back uuid[];
  begin
    perform 1 from teams.team t
      where t.id in (select m.team_id from teams.left_by_decision l join teams.member m on m.id = l.member_id
                      where l.decision_id = decision and m.user_id = any (people))
      order by t.id for no key update;

    select array_agg(r.id) into back
      from (select m.id, t.member_count + row_number() over (partition by t.id order by m.joined_at, m.id) as size,
                   case when jsonb_typeof(e.config_json -> 'max_team_size') = 'number'
                        then greatest(1, least(1000, floor((e.config_json ->> 'max_team_size')::numeric))) else 4 end as room
              from teams.left_by_decision l
              join teams.member m on m.id = l.member_id
              join teams.team t on t.id = m.team_id and t.event_id = m.event_id and t.deleted_at is null
              join published.tracks e on e.id = t.event_id
             where l.decision_id = decision and m.user_id = any (people) and m.left_at is not null
               and not exists (select from teams.member o where o.super_event_id = m.super_event_id
                                  and o.user_id = m.user_id and o.left_at is null)) r
     where r.size <= r.room;

    update teams.member m set role = 'MEMBER'
     where m.left_at is null and m.role = 'LEADER'
       and m.team_id in (select o.team_id from teams.member o where o.id = any (back) and o.role = 'LEADER');
    with returned as (
      update teams.member m set left_at = null where m.id = any (back) returning m.team_id, m.user_id, m.role)
    insert into teams.audit (organization_id, super_event_id, event_id, ${authorColumns}, fact, ids, before, after)
    select t.organization_id, t.super_event_id, t.event_id, ${authorOf('published.resume_memberships')},
           c.fact, jsonb_build_object('team_id', t.id) || c.ids, '{}', c.after
      from returned r join teams.team t on t.id = r.team_id
     cross join lateral (
       select 'team.member_joined' as fact, jsonb_build_object('user_id', r.user_id) as ids,
              jsonb_build_object('team_id', t.id) as after
       union all
       select 'team.leader_changed', '{}', jsonb_build_object('leader_user_id', r.user_id)
        where r.role = 'LEADER') c, ${author}
     order by t.id, c.fact desc;

    update teams.team t set is_open = true, updated_at = now()
      from teams.left_by_decision l join teams.member m on m.id = l.member_id
     where l.decision_id = decision and m.id = any (back) and l.was_open and t.id = m.team_id and not t.is_open;

    return query
      select m.user_id from teams.left_by_decision l join teams.member m on m.id = l.member_id
       where l.decision_id = decision and m.user_id = any (people) and m.id <> all (coalesce(back, '{}'));
  end
  $$;
  revoke execute on function published.resume_memberships from public;
`;
