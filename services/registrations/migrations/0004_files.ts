import { Migration } from '@mikro-orm/migrations';

/** What is known of a stored file; its bytes are kept elsewhere, under the key. */
export class Registrations0004 extends Migration {
  override up(): void {
    this.addSql(`
      create table registrations.file (
        id               uuid primary key default gen_random_uuid(),
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
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.files;
      drop table registrations.file;
    `);
  }
}
