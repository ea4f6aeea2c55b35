import { Migration } from '@mikro-orm/migrations';

/** Tables of people that organizers bring in: their parts until they are read, and what came of each line. */
export class Registrations0021 extends Migration {
  override up(): void {
    this.addSql(`
      create table registrations.table_part (
        user_id  uuid not null,
        sha256   bytea not null,                      -- of the whole text
        index    integer not null,
        count    integer not null,
        content  bytea not null,
        kept_at  timestamptz not null default now(),
        primary key (user_id, sha256, index)
      );
      create index table_part_age on registrations.table_part (kept_at);

      create table registrations.people_import (
        id               uuid primary key default uuidv7(),
        organization_id  uuid not null,
        super_event_id   uuid not null,
        user_id          uuid not null,
        key_id           text,
        session_id       uuid,
        request_id       text,
        rows             integer not null,
        created_at       timestamptz not null default now()
      );
      create index people_import_age on registrations.people_import (created_at);

      create table registrations.import_line (
        import_id     uuid not null references registrations.people_import on delete cascade,
        line          integer not null,
        email         text,
        first_name    text,
        last_name     text,
        track_ids     uuid[] not null default '{}',
        answers_json  jsonb not null default '{}',
        status        text check (status in ('enrolled', 'invited', 'unchanged', 'refused')),
        code          text,
        primary key (import_id, line)
      );
      create index import_line_waiting on registrations.import_line (import_id, line) where status is null;
    `);
  }
}
