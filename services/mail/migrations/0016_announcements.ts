import { Migration } from '@mikro-orm/migrations';

/** Announcements, whom each reaches, who wants no more of them, and when the next email may leave. */
export class Mail0016 extends Migration {
  override up(): void {
    this.addSql(`
      create table mail.announcement (
        id               uuid primary key default uuidv7(),
        organization_id  uuid not null,
        super_event_id   uuid not null,
        subject          text not null,
        body             text not null,
        audience         jsonb not null default '{}',
        status           text not null default 'draft'
                         check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
        send_at          timestamptz,
        sent_at          timestamptz,
        created_by       uuid not null,
        created_at       timestamptz not null default now(),
        check (status <> 'scheduled' or send_at is not null)
      );
      create index announcement_of_super_event on mail.announcement (super_event_id, created_at, id);

      -- Settled when the announcement is sent. One that stays has not left and never will.
      create table mail.recipient (
        announcement_id  uuid not null references mail.announcement,
        user_id          uuid not null,
        status           text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'stays')),
        primary key (announcement_id, user_id)
      );
      create index recipient_by_status on mail.recipient (announcement_id, status);

      -- The token is that of the link in emails, so it is random.
      create table mail.subscription (
        organization_id  uuid not null,
        user_id          uuid not null,
        token            uuid not null unique default gen_random_uuid(),
        unsubscribed_at  timestamptz,
        primary key (organization_id, user_id)
      );

      -- The one row says when the next email may leave, of all processes.
      create table mail.pace (
        id       boolean primary key default true check (id),
        next_at  timestamptz not null
      );

      create view published.located_announcement as
        select a.id, a.organization_id, a.super_event_id, null::uuid as event_id, null::uuid as owner_id,
               null::uuid as team_id, s.is_draft, s.is_private
          from mail.announcement a
         cross join lateral (select * from published.located_super_event where id = a.super_event_id limit 1) s;
    `);
  }
}
