import { Migration } from '@mikro-orm/migrations';

/** Decisions about many people at once, which can be taken back, and places that have to be confirmed. */
export class Registrations0013 extends Migration {
  override up(): void {
    this.addSql(confirming + decisions + letters);
  }
}

const confirming = `
  alter table registrations.super_event_registration
    add column confirm_by     timestamptz,
    add column confirmed_at   timestamptz,
    add column asked_at       timestamptz,         -- when it was asked for the confirmation; half of the time is counted from it
    add column remind_at      timestamptz,         -- of the next reminder
    add column waiting_since  timestamptz,
    add column lapsed_at      timestamptz,         -- of who lost an unconfirmed place, and waits behind all others
    add column decision_id    uuid,                -- the decision about many that its status comes from, unless decided anew
    add column letter_key     text,                -- of the email about that decision
    add column letter_at      timestamptz;         -- before this, the email can be taken back

  update registrations.super_event_registration set waiting_since = updated_at where status = 'waitlisted';

  create index super_event_registration_to_lapse on registrations.super_event_registration (confirm_by)
    where status = 'accepted' and confirmed_at is null and confirm_by is not null;
  create index super_event_registration_to_remind on registrations.super_event_registration (remind_at)
    where remind_at is not null;
  create index super_event_registration_waiting on registrations.super_event_registration (super_event_id)
    where status = 'waitlisted';

  -- Until when somebody who is accepted now has to confirm; null where nobody is asked.
  create function registrations.confirm_until(hackathon uuid) returns timestamptz
  language sql stable
  return (select now() + make_interval(hours => s.confirm_within_hours)
            from published.super_events s where s.id = hackathon);

  -- Reminders are due when half of the time is over, and a day before the end: the next one after a moment.
  create function registrations.next_reminder(asked timestamptz, until timestamptz, after timestamptz) returns timestamptz
  language sql immutable
  return (select min(due.at) from (values (asked + (until - asked) / 2), (until - interval '24 hours')) due (at)
           where due.at > after);

  -- When the number of accepted changed last: whoever lapses does not get the seat back that they have just left.
  alter table registrations.seat add column changed_at timestamptz not null default now();

  create or replace view published.super_event_registrations as
    select r.id, r.organization_id, r.super_event_id, r.user_id, r.status, r.answers_json, r.looking_for_team,
           r.interested_track_ids, r.created_at, r.updated_at, r.confirm_by, r.confirmed_at, r.lapsed_at
      from registrations.super_event_registration r
      join published.super_events s on s.id = r.super_event_id;
`;

const decisions = `
  create table registrations.decision (
    id               uuid primary key default uuidv7(),
    organization_id  uuid not null,
    super_event_id   uuid not null,
    user_id          uuid not null,               -- whose decision it is
    status           text not null check (status in ('pending', 'accepted', 'waitlisted', 'rejected')),
    decided_at       timestamptz not null default now(),
    undo_until       timestamptz not null default now() + interval '60 seconds',
    undone_at        timestamptz
  );
  create index decision_age on registrations.decision (decided_at);
  create index decision_of_super_event on registrations.decision (super_event_id, decided_at);

  -- How things stood before, of each place: of a parent, where registration_id is null, or of a registration below it.
  create table registrations.decided (
    id               uuid primary key default uuidv7(),
    decision_id      uuid not null,
    parent_id        uuid not null,
    registration_id  uuid,
    former           jsonb,                        -- null where the decision made the place
    decided_at       timestamptz not null default now()
  );
  create index decided_of_decision on registrations.decided (decision_id, parent_id);
  create index decided_age on registrations.decided (decided_at);

  create view published.located_decision as
    select x.id, x.organization_id, x.super_event_id, null::uuid as event_id, null::uuid as owner_id,
           null::uuid as team_id, s.is_draft, s.is_private
      from registrations.decision x
     cross join lateral (select * from published.located_super_event where id = x.super_event_id limit 1) s;
`;

const letters = `
  -- The email about a decision that is no longer so does not leave.
  create function registrations.take_back_letter() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform published.take_back_letter(old.letter_key);
    return null;
  end
  $$;
  create trigger super_event_registration_letter after update of status on registrations.super_event_registration
    for each row when (old.status <> new.status and old.letter_key is not null)
    execute function registrations.take_back_letter();
`;
