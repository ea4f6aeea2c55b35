/**
 * How memberships change, once it is decided. Each routine locks the rows of the teams, in the order of their ids and before
 * it looks at anybody's membership, as end_memberships does. Where what was decided upon is no longer so, it raises a
 * serialization failure, and the unit of work decides anew. Times are those of the lock, not of the transaction's begin:
 * nobody leaves before they joined.
 */
export const changes = `
  -- Gives a team whose leader is gone another one, the successor if they are still there; closes an empty team.
  create function teams.settle(team uuid, successor uuid) returns void
  language plpgsql
  as $$
  begin
    update teams.member set role = 'LEADER'
     where id = (select m.id from teams.member m where m.team_id = settle.team and m.left_at is null
                  order by m.user_id is not distinct from successor desc, m.joined_at, m.id limit 1)
       and not exists (select 1 from teams.member m
                        where m.team_id = settle.team and m.left_at is null and m.role = 'LEADER');
    update teams.team t set is_open = false, updated_at = now()
     where t.id = settle.team
       and not exists (select 1 from teams.member m where m.team_id = t.id and m.left_at is null);
  end
  $$;

  -- A person leaves one team and joins another, or does one of the two, or neither. On the track, where one is given,
  -- they must be accepted. Answers who leads the team they left.
  create function teams.change_team(person uuid, track uuid, former uuid, successor uuid, next uuid) returns uuid
  language plpgsql
  as $$
  begin
    perform 1 from teams.team where id in (former, next) order by id for no key update;
    if track is not null and not exists (select 1 from published.registrations r
                                          where r.event_id = track and r.user_id = person and r.status = 'accepted') then
      raise serialization_failure using message = 'the person is no longer accepted on the track';
    end if;

    if former is not null then
      update teams.member set left_at = clock_timestamp()
       where team_id = former and user_id = person and left_at is null;
      if not found then
        raise serialization_failure using message = 'the person has left the team';
      end if;
      perform teams.settle(former, successor);
    end if;

    if next is not null then
      insert into teams.member (team_id, super_event_id, event_id, user_id, role, joined_at)
      select t.id, t.super_event_id, t.event_id, person,
             case when exists (select 1 from teams.member m
                                where m.team_id = t.id and m.left_at is null and m.role = 'LEADER')
                  then 'MEMBER' else 'LEADER' end,
             clock_timestamp()
        from teams.team t where t.id = next and t.event_id = track and t.deleted_at is null;
      if not found then
        raise serialization_failure using message = 'the team is no longer on the track';
      end if;
    end if;
    return (select user_id from teams.member where team_id = former and left_at is null and role = 'LEADER');
  end
  $$;

  -- A team goes to another track with exactly these people, whom it finds accepted there, and with what it handed in.
  create function teams.relocate(team uuid, track uuid, people uuid[]) returns void
  language plpgsql
  as $$
  begin
    update teams.team t set event_id = relocate.track, updated_at = now()
     where t.id = relocate.team and t.deleted_at is null;
    if not found
       or exists (select 1 from teams.member m
                   where m.team_id = relocate.team and m.left_at is null and not m.user_id = any (people))
       or exists (select 1 from unnest(people) person
                   where not exists (select 1 from teams.member m
                                      where m.team_id = relocate.team and m.left_at is null and m.user_id = person)
                      or not exists (select 1 from published.registrations r
                                      where r.event_id = track and r.user_id = person and r.status = 'accepted')) then
      raise serialization_failure using message = 'the team has changed';
    end if;
    update teams.member m set event_id = track where m.team_id = relocate.team and m.left_at is null;
    update teams.submission s set event_id = track where s.team_id = relocate.team;
  end
  $$;

  create function teams.pass_leadership(team uuid, person uuid) returns void
  language plpgsql
  as $$
  begin
    perform 1 from teams.team t where t.id = pass_leadership.team for no key update;
    update teams.member m set role = 'MEMBER'
     where m.team_id = pass_leadership.team and m.left_at is null and m.role = 'LEADER';
    update teams.member m set role = 'LEADER'
     where m.team_id = pass_leadership.team and m.left_at is null and m.user_id = person;
    if not found then
      raise serialization_failure using message = 'the person has left the team';
    end if;
  end
  $$;

  -- Each of the teams is led by the person in its place in the list, or by nobody where that is null. Leaders also change
  -- with places that end, which hold the rows of teams and nothing else. What is told of a change was read before these were
  -- held; so the leaders are looked at once more, and where they are others the unit of work decides anew.
  create function teams.expect_leaders(teams uuid[], leaders uuid[]) returns void
  language plpgsql
  as $$
  begin
    perform 1 from teams.team t where t.id = any (expect_leaders.teams) order by t.id for no key update;
    if exists (select 1 from unnest(expect_leaders.teams, leaders) as e (team, leader)
                where e.leader is distinct from (select m.user_id from teams.member m
                                                  where m.team_id = e.team and m.left_at is null
                                                    and m.role = 'LEADER')) then
      raise serialization_failure using message = 'somebody else leads the team';
    end if;
  end
  $$;
`;
