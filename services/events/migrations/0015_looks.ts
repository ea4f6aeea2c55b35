import { Migration } from '@mikro-orm/migrations';

/** The looks of the emails and pages of a hackathon, and its own paragraph in emails about decisions. */
export class Events0015 extends Migration {
  override up(): void {
    this.addSql(`
      alter table events.super_event
        add column logo_url  text,
        add column colour    text check (colour ~ '^#[0-9a-f]{6}$'),
        add column reply_to  text,
        add column letters   jsonb not null default '{}';

      create view published.looks as
        select id as super_event_id, logo_url, colour, reply_to, letters
          from events.super_event where deleted_at is null;
    `);
  }
}
