/** Every break, in words, of what holds of a hackathon's teams at any moment, whatever happened to them. */
import type { World } from '../world.ts';

export async function brokenRules(world: Pick<World, 'rows'>, super_event_id: string): Promise<string[]> {
  const rows = await world.rows<{ broken: string }>`
    with here as (
      select m.*, t.event_id as team_event_id, t.deleted_at,
             coalesce((e.config_json ->> 'max_team_size')::int, 4) as size
        from teams.member m join teams.team t on t.id = m.team_id join events.track e on e.id = t.event_id
       where m.super_event_id = ${super_event_id} and m.left_at is null
    ), tracks as (
      select id from events.track where super_event_id = ${super_event_id}
    )
    select 'in two teams: ' || user_id as broken from here group by user_id having count(*) > 1
    union all
    select 'too many in ' || team_id from here group by team_id having count(*) > min(size)
    union all
    select 'not one leader of ' || team_id from here group by team_id having count(*) filter (where role = 'LEADER') <> 1
    union all
    select 'on another track than the team: ' || user_id from here where event_id <> team_event_id
    union all
    select 'in a deleted team: ' || user_id from here where deleted_at is not null
    union all
    select 'not accepted on the track: ' || h.user_id from here h
     where not exists (select 1 from registrations.registration r
                        where r.event_id = h.team_event_id and r.user_id = h.user_id and r.status = 'accepted')
    union all
    select 'accepted under a parent that is not: ' || r.user_id
      from registrations.registration r
      join registrations.super_event_registration p on p.id = r.super_event_registration_id
     where r.super_event_id = ${super_event_id} and r.status = 'accepted' and p.status <> 'accepted'
    union all
    select 'seats are counted wrong: ' || s.accepted from registrations.seat s
     where s.super_event_id = ${super_event_id}
       and s.accepted <> (select count(*) from registrations.super_event_registration p
                           where p.super_event_id = s.super_event_id and p.status = 'accepted')
    union all
    select 'left before joining: ' || user_id from teams.member
     where super_event_id = ${super_event_id} and left_at < joined_at
    union all
    select 'thinks it has other members: ' || id from teams.team t
     where super_event_id = ${super_event_id}
       and member_count <> (select count(*) from teams.member where team_id = t.id and left_at is null)
    union all
    select 'teams are counted wrong on ' || event_id from teams.team_tally_drift
     where event_id = any (array(select id from tracks))
    union all
    select 'registrations are counted wrong on ' || event_id from registrations.registration_tally_drift
     where event_id = any (array(select id from tracks))
    union all
    select 'people are counted wrong in ' || super_event_id from registrations.super_event_registration_tally_drift
     where super_event_id = ${super_event_id}`;
  return rows.map(({ broken }) => broken);
}

/** Wrong counters of any hackathon; reads every row, so it is called once, at the end. */
export async function driftAnywhere({ rows }: Pick<World, 'rows'>): Promise<string[]> {
  const found = await rows<{ id: string }>`
    select team_id as id from teams.member_count_drift
    union all select event_id from teams.team_tally_drift
    union all select event_id from registrations.registration_tally_drift
    union all select super_event_id from registrations.super_event_registration_tally_drift`;
  return found.map(({ id }) => id);
}
