/** Registrations, their parents, and the names that lists of them are sorted by. */
import { keepTally } from '../../../../shared/database/tally.ts';

const status = `text not null check (status in ('pending', 'accepted', 'waitlisted', 'rejected', 'cancelled'))`;

export const parents = `
  -- About 150 random bits: 40 hexadecimal characters of two random UUIDs.
  create function registrations.new_token() returns text
  language sql volatile
  return left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 40);

  create table registrations.super_event_registration (
    id                    uuid primary key default uuidv7(),
    organization_id       uuid not null,
    super_event_id        uuid not null,
    user_id               uuid not null,
    status                ${status},
    checkin_token         text not null unique default registrations.new_token(),
    answers_json          jsonb not null default '{}',
    looking_for_team      boolean not null default false,
    interested_track_ids  uuid[] not null default '{}',
    created_at            timestamptz not null default now(),
    updated_at            timestamptz not null default now(),
    unique (super_event_id, user_id)
  );
  create index super_event_registration_user on registrations.super_event_registration (user_id);
  create index super_event_registration_by_age on registrations.super_event_registration
    (super_event_id, created_at, id);

  create view published.super_event_registrations as
    select r.id, r.organization_id, r.super_event_id, r.user_id, r.status, r.answers_json, r.looking_for_team,
           r.interested_track_ids, r.created_at, r.updated_at
      from registrations.super_event_registration r
      join published.super_events s on s.id = r.super_event_id;

  create view published.located_super_event_registration as
    select x.id, x.organization_id, x.super_event_id, null::uuid as event_id, x.user_id as owner_id,
           null::uuid as team_id, s.is_draft, s.is_private
      from registrations.super_event_registration x
     cross join lateral (select * from published.located_super_event where id = x.super_event_id limit 1) s;
  ${keepTally({
    schema: 'registrations',
    counted: 'super_event_registration',
    by: ['super_event_id', 'status', 'looking_for_team'],
  })}
  create view published.super_event_registration_tally as
    select super_event_id, status, looking_for_team, n from registrations.super_event_registration_tally;
`;

export const registrations = `
  create table registrations.registration (
    id                              uuid primary key default uuidv7(),
    organization_id                 uuid not null,
    super_event_id                  uuid not null,
    event_id                        uuid not null,
    super_event_registration_id     uuid not null references registrations.super_event_registration,
    user_id                         uuid not null,
    status                          ${status},
    checkin_token                   text not null unique default registrations.new_token(),
    answers_json                    jsonb not null default '{}',
    evaluation_score                double precision,
    evaluation_recommendation       text,
    created_at                      timestamptz not null default now(),
    updated_at                      timestamptz not null default now(),
    name_key                        text,                -- of its person, because lists are sorted by it
    unique (event_id, user_id)
  );
  create index registration_parent on registrations.registration (super_event_registration_id);
  create index registration_user on registrations.registration (user_id, super_event_id);
  -- With the status beside the order, a list with a status is counted from the index alone.
  create index registration_of_super_event on registrations.registration (super_event_id, created_at, id)
    include (status, event_id);
  -- An index for every order, led by track and status: the first page of a list takes as long for a hundred thousand as for
  -- a hundred. Those without a name or a score come last both ways, which one index cannot serve.
  create index registration_by_age on registrations.registration (event_id, status, created_at, id);
  create index registration_by_age_backwards on registrations.registration (event_id, status, created_at desc, id);
  create index registration_by_name on registrations.registration (event_id, status, name_key, id);
  create index registration_by_name_backwards on registrations.registration
    (event_id, status, name_key desc nulls last, id);
  create index registration_by_score on registrations.registration (event_id, status, evaluation_score, id);
  create index registration_by_score_backwards on registrations.registration
    (event_id, status, evaluation_score desc nulls last, id);

  create view published.registrations as
    select r.id, r.organization_id, r.super_event_id, r.event_id, r.super_event_registration_id, r.user_id, r.status,
           r.created_at, r.answers_json
      from registrations.registration r
      join published.tracks t on t.id = r.event_id;

  create view published.located_registration as
    select x.id, x.organization_id, x.super_event_id, x.event_id, x.user_id as owner_id, null::uuid as team_id,
           t.is_draft, t.is_private
      from registrations.registration x
     cross join lateral (select * from published.located_event where id = x.event_id limit 1) t;
  ${keepTally({ schema: 'registrations', counted: 'registration', by: ['event_id', 'status'] })}
  create view published.registration_tally as
    select event_id, status, n from registrations.registration_tally;
`;

export const names = `
  -- A registration keeps its person's name. The person is held while it is taken over, and a change of a name changes it
  -- here too, so neither overtakes the other.
  create function registrations.take_name() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    select p.name_key into new.name_key from identity.person p where p.id = new.user_id for share;
    return new;
  end
  $$;
  create trigger registration_name before insert on registrations.registration
    for each row execute function registrations.take_name();

  create function registrations.follow_names() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update registrations.registration r set name_key = a.name_key
      from added a join removed b on b.id = a.id and b.name_key is distinct from a.name_key
     where r.user_id = a.id;
    return null;
  end
  $$;
  create trigger person_registrations after update on identity.person
    referencing old table as removed new table as added
    for each statement execute function registrations.follow_names();

  -- Empty: registrations that do not have their person's name.
  create view registrations.registration_name_drift as
    select r.id, p.name_key from registrations.registration r join published.people p on p.id = r.user_id
     where r.name_key is distinct from p.name_key;
  create function registrations.registration_name_mend() returns void
  language sql
  begin atomic
    update registrations.registration r set name_key = d.name_key
      from registrations.registration_name_drift d where r.id = d.id;
  end;
`;
