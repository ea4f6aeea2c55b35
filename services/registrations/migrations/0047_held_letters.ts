import { Migration } from '@mikro-orm/migrations';

const statuses = `'pending', 'accepted', 'waitlisted', 'rejected', 'cancelled'`;

/**
 * The email about a decision on one person waits, as that of a decision about many does, and another decision takes it back. It is
 * noted at the place that it is about, with the status before that decision, and whether an email told that status.
 */
export class Registrations0047 extends Migration {
  override up(): void {
    this.addSql(`
      alter table registrations.registration
        add column letter_key     text,               -- of the email about its status
        add column letter_at      timestamptz,        -- before this, the email can be taken back
        add column letter_before  text constraint registration_letter_before_check check (letter_before in (${statuses})),
        add column letter_told    boolean not null default false;
      alter table registrations.super_event_registration
        add column letter_before  text constraint super_event_registration_letter_before_check check (letter_before in (${statuses})),
        add column letter_told    boolean not null default false;

      create trigger registration_letter after update of status on registrations.registration
        for each row when (old.status <> new.status and old.letter_key is not null)
        execute function registrations.take_back_letter();
    `);
  }
}
