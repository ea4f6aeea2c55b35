import { Migration } from '@mikro-orm/migrations';

/**
 * The email about a decision on one person waits, as that of a decision about many does, and another decision takes it back. It is
 * noted at the place that it is about.
 */
export class Registrations0047 extends Migration {
  override up(): void {
    this.addSql(`
      alter table registrations.registration
        add column letter_key     text,               -- of the email about its status
        add column letter_at      timestamptz,        -- before this, the email can be taken back
        add column letter_before  text,               -- the status before the decision that the email is about
        add column letter_told    boolean not null default false;  -- whether an email told that status
      alter table registrations.super_event_registration
        add column letter_before  text,
        add column letter_told    boolean not null default false;

      create trigger registration_letter after update of status on registrations.registration
        for each row when (old.status <> new.status and old.letter_key is not null)
        execute function registrations.take_back_letter();
    `);
  }
}
