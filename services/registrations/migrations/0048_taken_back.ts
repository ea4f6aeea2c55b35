import { Migration } from '@mikro-orm/migrations';

/** An email that is noted no longer does not leave, and a code that is valid again is no former one. */
export class Registrations0048 extends Migration {
  override up(): void {
    this.addSql(`
      drop trigger registration_letter on registrations.registration;
      create trigger registration_letter after update of status, letter_key on registrations.registration
        for each row when (old.letter_key is not null
                           and (old.status <> new.status or old.letter_key is distinct from new.letter_key))
        execute function registrations.take_back_letter();
      drop trigger super_event_registration_letter on registrations.super_event_registration;
      create trigger super_event_registration_letter
        after update of status, letter_key on registrations.super_event_registration
        for each row when (old.letter_key is not null
                           and (old.status <> new.status or old.letter_key is distinct from new.letter_key))
        execute function registrations.take_back_letter();

      create or replace function registrations.remember_token() returns trigger
      language plpgsql
      as $$
      begin
        delete from registrations.former_token where token = new.checkin_token;
        insert into registrations.former_token (token, place_id) values (old.checkin_token, old.id) on conflict do nothing;
        return null;
      end
      $$;
    `);
  }
}
