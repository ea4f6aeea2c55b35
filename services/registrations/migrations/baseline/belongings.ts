/** Seats, tokens and files, which belong to a registration or a parent. */

export const seat = `
  -- Accepted parents of each hackathon that ever had one; raised only by an update that compares with the cap.
  create table registrations.seat (
    super_event_id  uuid primary key,
    accepted        integer not null default 0 check (accepted >= 0)
  );

  create view published.seats as
    select super_event_id, accepted from registrations.seat;
`;

/** A token that gave way to another is remembered, so that kiosks can be told to forget it. */
export const tokens = `
  create table registrations.former_token (
    token              text primary key,
    place_id           uuid not null             -- of a registration, or of a parent
  );
  create index former_token_of_place on registrations.former_token (place_id);

  -- After the update, and in a table of its own: where a trigger comes before an update that had to wait for another,
  -- "returning old" tells of the row as it was before both (PostgreSQL 18).
  create function registrations.remember_token() returns trigger
  language plpgsql
  as $$
  begin
    insert into registrations.former_token (token, place_id) values (old.checkin_token, old.id) on conflict do nothing;
    return null;
  end
  $$;
  create trigger registration_former_token after update of checkin_token on registrations.registration
    for each row when (old.checkin_token <> new.checkin_token)
    execute function registrations.remember_token();
  create trigger super_event_registration_former_token after update of checkin_token on registrations.super_event_registration
    for each row when (old.checkin_token <> new.checkin_token)
    execute function registrations.remember_token();

  -- What a scanned token stands for. A parent's token has no track.
  create view published.checkin_tokens as
    select checkin_token, id as registration_id, user_id, super_event_id, event_id, status
      from registrations.registration
    union all
    select checkin_token, id, user_id, super_event_id, null, status
      from registrations.super_event_registration;

  -- What kiosks are told of tokens, and since when. A row's xmin is the transaction that wrote it: a kiosk that asks for what
  -- was written by none that it has seen misses nothing, in whatever order transactions end.
  create view published.rosters as
    select checkin_token, user_id, super_event_id, event_id, status,
           array(select f.token from registrations.former_token f where f.place_id = r.id) as former_tokens,
           xmin::text as changed_in
      from registrations.registration r
    union all
    select checkin_token, user_id, super_event_id, null, status,
           array(select f.token from registrations.former_token f where f.place_id = r.id), xmin::text
      from registrations.super_event_registration r;
`;

export const file = `
  -- What is known of a stored file; its bytes are kept elsewhere, under the key.
  create table registrations.file (
    id               uuid primary key default uuidv7(),
    organization_id  uuid not null,
    super_event_id   uuid not null,
    event_id         uuid,                        -- null where it belongs to an application
    user_id          uuid not null,               -- who brought it; once claimed, whose registration it is
    field_id         uuid not null,
    key              text not null unique,
    filename         text not null,
    size             integer not null check (size > 0),
    content_type     text not null,
    sha256           text not null,
    claimed_by       uuid,                        -- the registration, or the super-event registration
    discarded_at     timestamptz,                 -- bytes and row are to go
    created_at       timestamptz not null default now()
  );
  create index file_claimed on registrations.file (claimed_by) where claimed_by is not null;
  create index file_unclaimed on registrations.file (created_at) where claimed_by is null;

  create view published.files as
    select f.id, f.organization_id, f.super_event_id, f.event_id, f.user_id
      from registrations.file f
     where f.claimed_by is not null
       and (f.event_id is null or exists (select 1 from published.tracks t where t.id = f.event_id));

  create view published.located_file as
    select x.id, x.organization_id, x.super_event_id, x.event_id, x.user_id as owner_id, null::uuid as team_id,
           s.is_draft, s.is_private
      from registrations.file x
     cross join lateral (select * from published.located_super_event where id = x.super_event_id limit 1) s
      left join lateral (select true as is_live from published.located_event where id = x.event_id limit 1) t on true
     where x.claimed_by is not null and (x.event_id is null or t.is_live);
`;
