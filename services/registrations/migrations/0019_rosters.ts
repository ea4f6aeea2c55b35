import { Migration } from '@mikro-orm/migrations';

const tables = ['registration', 'super_event_registration'];

/**
 * What kiosks are told of tokens, and since when. A row's `xmin` is the transaction that wrote it: who asks for what was
 * written by none that they have seen misses nothing, in whatever order transactions end. A token that gave way to another
 * is remembered, so that kiosks can be told to forget it.
 *
 * It is remembered after the update, in a table of its own: where a trigger comes before an update that had to wait for
 * another, `returning old` tells of the row as it was before both (PostgreSQL 18).
 */
export class Registrations0019 extends Migration {
  override up(): void {
    const remembered = tables.map(
      (table) => `
      create trigger ${table}_former_token after update of checkin_token on registrations.${table}
        for each row when (old.checkin_token <> new.checkin_token)
        execute function registrations.remember_token();`,
    );
    this.addSql(`
      create table registrations.former_token (
        token              text primary key,
        place_id           uuid not null             -- of a registration, or of a parent
      );
      create index former_token_of_place on registrations.former_token (place_id);

      create function registrations.remember_token() returns trigger
      language plpgsql
      as $$
      begin
        insert into registrations.former_token (token, place_id) values (old.checkin_token, old.id) on conflict do nothing;
        return null;
      end
      $$;
      ${remembered.join('\n')}

      create view published.rosters as
        select checkin_token, user_id, super_event_id, event_id, status,
               array(select f.token from registrations.former_token f where f.place_id = r.id) as former_tokens,
               xmin::text as changed_in
          from registrations.registration r
        union all
        select checkin_token, user_id, super_event_id, null, status,
               array(select f.token from registrations.former_token f where f.place_id = r.id), xmin::text
          from registrations.super_event_registration r;
    `);
  }

  override down(): void {
    const forgotten = tables.map((table) => `drop trigger ${table}_former_token on registrations.${table};`);
    this.addSql(`
      drop view published.rosters;
      ${forgotten.join('\n')}
      drop function registrations.remember_token;
      drop table registrations.former_token;
    `);
  }
}
