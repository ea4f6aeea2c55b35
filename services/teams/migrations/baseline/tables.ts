/** Teams, their members and what they hand in. */
import { keepTally } from '../../../../shared/database/tally.ts';

export const team = `
  create table teams.team (
    id               uuid primary key default uuidv7(),
    organization_id  uuid not null,
    super_event_id   uuid not null,
    event_id         uuid not null,
    name             text not null,
    problem          text,
    avatar_url       text,
    is_open          boolean not null default true,
    squad_id         uuid,
    created_at       timestamptz not null default now(),
    updated_at       timestamptz not null default now(),
    deleted_at       timestamptz,
    member_count     integer not null default 0
  );
  create index team_of_track on teams.team (event_id, created_at, id) where deleted_at is null;
  create index team_of_super_event on teams.team (super_event_id, created_at, id) where deleted_at is null;

  create view published.teams as
    select t.id, t.organization_id, t.super_event_id, t.event_id, t.name, t.problem
      from teams.team t join published.tracks e on e.id = t.event_id
     where t.deleted_at is null;

  create view published.located_team as
    select x.id, x.organization_id, x.super_event_id, x.event_id, null::uuid as owner_id, x.id as team_id,
           t.is_draft, t.is_private
      from teams.team x
     cross join lateral (select * from published.located_event where id = x.event_id limit 1) t
     where x.deleted_at is null;
`;

/** With the size beside it, so that what is full follows from whatever the track allows by then. */
export const teamTally = `
  ${keepTally({ schema: 'teams', counted: 'team', by: ['event_id', 'is_open', 'member_count'], where: 'deleted_at is null' })}
  create view published.team_tally as
    select event_id, is_open, member_count, n from teams.team_tally;
`;

/** The unique indexes are rules: one active team per person and super event, at most one leader per team. */
export const member = `
  create table teams.member (
    id              uuid primary key default uuidv7(),
    team_id         uuid not null references teams.team,
    super_event_id  uuid not null,
    event_id        uuid not null,
    user_id         uuid not null,
    role            text not null check (role in ('LEADER', 'MEMBER')),
    joined_at       timestamptz not null default now(),
    left_at         timestamptz
  );
  create unique index one_active_team on teams.member (super_event_id, user_id) where left_at is null;
  create unique index one_leader on teams.member (team_id) where role = 'LEADER' and left_at is null;
  create index member_of_team on teams.member (team_id, joined_at, id);
  create index member_user on teams.member (user_id, super_event_id);

  create view published.team_members as
    select team_id, super_event_id, event_id, user_id, role, joined_at from teams.member where left_at is null;
`;

/** A team knows how many are in it: a change of that changes the team's row, so two who make one take turns. */
export const memberCount = `
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

  -- Where the two differ, and what corrects it.
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
`;

export const submission = `
  create table teams.submission (
    id                uuid primary key default uuidv7(),
    team_id           uuid not null references teams.team,
    super_event_id    uuid not null,
    event_id          uuid not null,
    checkin_point_id  uuid,                        -- null: the team's project submission
    title             text not null,
    description       text,
    links             jsonb not null default '[]',
    answers_json      jsonb not null default '{}',
    submitted_by      uuid not null,
    submitted_at      timestamptz not null default now(),
    updated_at        timestamptz not null default now()
  );
  create index submission_of_team on teams.submission (team_id, checkin_point_id);
  create index submission_of_track on teams.submission (event_id, submitted_at, id);

  create view published.submissions as
    select id, team_id, event_id, checkin_point_id, title, answers_json, links, description, submitted_at
      from teams.submission;

  create view published.located_submission as
    select x.id, t.organization_id, t.super_event_id, x.event_id, null::uuid as owner_id, x.team_id,
           t.is_draft, t.is_private
      from teams.submission x
     cross join lateral (select * from published.located_event where id = x.event_id limit 1) t;
`;
