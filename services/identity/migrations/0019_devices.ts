import { Migration } from '@mikro-orm/migrations';

/** Kiosks and boards. Each has a key of its own, of which only a hash is kept, as of the code that brings it. */
export class Identity0019 extends Migration {
  override up(): void {
    this.addSql(`
      create table identity.device (
        id                uuid primary key default uuidv7(),
        organization_id   uuid not null,
        super_event_id    uuid not null,
        kind              text not null check (kind in ('kiosk', 'board')),
        name              text not null,
        point_ids         uuid[],                      -- null: every point of the hackathon
        created_at        timestamptz not null default now(),
        created_by        uuid,
        expires_at        timestamptz,
        code_hash         bytea unique,                -- null once it was used
        code_expires_at   timestamptz,
        key_id            text unique,
        secret_hash       bytea,
        paired_at         timestamptz,
        last_seen_at      timestamptz,
        queued            integer,
        oldest_queued_at  timestamptz,
        version           text,
        removed_at        timestamptz,
        check ((key_id is null) = (secret_hash is null))
      );
      create index device_of_organization on identity.device (organization_id, created_at, id) where removed_at is null;
      create index device_removed on identity.device (removed_at);

      create view published.located_device as
        select d.id, d.organization_id, d.super_event_id, null::uuid as event_id, null::uuid as owner_id,
               null::uuid as team_id, s.is_draft, s.is_private
          from identity.device d
         cross join lateral (select * from published.located_super_event where id = d.super_event_id limit 1) s
         where d.removed_at is null;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.located_device;
      drop table identity.device;
    `);
  }
}
