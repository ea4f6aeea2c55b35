import { Migration } from '@mikro-orm/migrations';
import { dropKitTables, kitTables } from '../../../shared/database/kit-tables.ts';

const status = `text not null check (status in ('pending', 'accepted', 'waitlisted', 'rejected', 'cancelled'))`;

/** Two levels: the parent holds a person's place and seat in the hackathon, a registration their place on a track. */
export class Registrations0001 extends Migration {
  override up(): void {
    this.addSql(`
      -- About 150 random bits: 40 hexadecimal characters of two random UUIDs.
      create function registrations.new_token() returns text
      language sql volatile
      return left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 40);

      create table registrations.super_event_registration (
        id                    uuid primary key default gen_random_uuid(),
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

      create table registrations.registration (
        id                              uuid primary key default gen_random_uuid(),
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
        unique (event_id, user_id)
      );
      create index registration_parent on registrations.registration (super_event_registration_id);
      create index registration_user on registrations.registration (user_id, super_event_id);
      -- With the status beside the order, a list with a status is counted from the index alone.
      create index registration_by_age on registrations.registration (event_id, created_at, id) include (status);
      create index registration_of_super_event on registrations.registration (super_event_id, created_at, id)
        include (status, event_id);
      -- Those without a score come last both ways, which one index cannot serve.
      create index registration_by_score on registrations.registration (event_id, evaluation_score, id);
      create index registration_by_score_backwards on registrations.registration
        (event_id, evaluation_score desc nulls last, id);

      -- Accepted parents of a super event; raised only by an update that compares with the cap.
      create table registrations.seat (
        super_event_id  uuid primary key,
        accepted        integer not null default 0 check (accepted >= 0)
      );
      ${kitTables('registrations')}
    `);
  }

  override down(): void {
    this.addSql(`
      ${dropKitTables('registrations')}
      drop table registrations.seat;
      drop table registrations.registration;
      drop table registrations.super_event_registration;
      drop function registrations.new_token;
    `);
  }
}
