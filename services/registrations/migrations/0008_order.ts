import { Migration } from '@mikro-orm/migrations';

/**
 * The first page of a list takes as long for a hundred thousand as for a hundred: an index for every order, led by track
 * and status. Names are sorted by as well, so a registration keeps its person's; the person is held while it is taken
 * over, and whoever changes a name changes it here too, so neither overtakes the other.
 */
export class Registrations0008 extends Migration {
  override up(): void {
    this.addSql(`
      alter table registrations.registration add column name_key text;

      create function registrations.take_name() returns trigger
      language plpgsql security definer set search_path = ''
      as $$
      begin
        select p.name_key into new.name_key from identity.person p where p.id = new.user_id for share;
        return new;
      end
      $$;
      create trigger registration_name before insert on registrations.registration
        for each row execute function registrations.take_name();

      create function registrations.follow_names() returns trigger
      language plpgsql security definer set search_path = ''
      as $$
      begin
        update registrations.registration r set name_key = a.name_key
          from added a join removed b on b.id = a.id and b.name_key is distinct from a.name_key
         where r.user_id = a.id;
        return null;
      end
      $$;
      create trigger person_registrations after update on identity.person
        referencing old table as removed new table as added
        for each statement execute function registrations.follow_names();

      -- Empty: registrations that do not have their person's name.
      create view registrations.registration_name_drift as
        select r.id, p.name_key from registrations.registration r join published.people p on p.id = r.user_id
         where r.name_key is distinct from p.name_key;
      create function registrations.registration_name_mend() returns void
      language sql
      begin atomic
        update registrations.registration r set name_key = d.name_key
          from registrations.registration_name_drift d where r.id = d.id;
      end;
      select registrations.registration_name_mend();

      drop index registrations.registration_by_age;
      drop index registrations.registration_by_score;
      drop index registrations.registration_by_score_backwards;
      create index registration_by_age on registrations.registration (event_id, status, created_at, id);
      create index registration_by_age_backwards on registrations.registration (event_id, status, created_at desc, id);
      create index registration_by_name on registrations.registration (event_id, status, name_key, id);
      create index registration_by_name_backwards on registrations.registration
        (event_id, status, name_key desc nulls last, id);
      create index registration_by_score on registrations.registration (event_id, status, evaluation_score, id);
      create index registration_by_score_backwards on registrations.registration
        (event_id, status, evaluation_score desc nulls last, id);
    `);
  }

  override down(): void {
    this.addSql(`
      drop index registrations.registration_by_score_backwards;
      drop index registrations.registration_by_score;
      drop index registrations.registration_by_name_backwards;
      drop index registrations.registration_by_name;
      drop index registrations.registration_by_age_backwards;
      drop index registrations.registration_by_age;
      create index registration_by_age on registrations.registration (event_id, created_at, id) include (status);
      create index registration_by_score on registrations.registration (event_id, evaluation_score, id);
      create index registration_by_score_backwards on registrations.registration
        (event_id, evaluation_score desc nulls last, id);
      drop trigger person_registrations on identity.person;
      drop trigger registration_name on registrations.registration;
      drop function registrations.registration_name_mend;
      drop view registrations.registration_name_drift;
      drop function registrations.follow_names;
      drop function registrations.take_name;
      alter table registrations.registration drop column name_key;
    `);
  }
}
