import { Migration } from '@mikro-orm/migrations';

/**
 * A question that is deleted keeps its label, by which organizers read the answers that stay. A trigger stores it, because event
 * files and the former release delete questions as well.
 */
export class Events0044 extends Migration {
  override up(): void {
    this.addSql(`
      create table events.deleted_field (
        id              uuid primary key,
        super_event_id  uuid not null references events.super_event,
        label           text not null,
        deleted_at      timestamptz not null default now()
      );
      create index deleted_field_of_super_event on events.deleted_field (super_event_id, deleted_at, id);

      insert into events.deleted_field (id, super_event_id, label, deleted_at)
      select (a.ids ->> 'registration_field_id')::uuid, s.id, a.before ->> 'label', a.at
        from events.audit a join events.super_event s on s.id = (a.ids ->> 'super_event_id')::uuid
       where a.fact = 'super_event.field_removed' and a.before ->> 'label' is not null
      on conflict (id) do nothing;

      create function events.keep_label() returns trigger
      language plpgsql as $$
      begin
        insert into events.deleted_field (id, super_event_id, label)
        select id, super_event_id, label from removed on conflict (id) do nothing;
        return null;
      end
      $$;
      create trigger registration_field_deleted after delete on events.registration_field
        referencing old table as removed for each statement execute function events.keep_label();

      create view published.deleted_fields as
        select id, super_event_id, label, deleted_at from events.deleted_field;
    `);
  }
}
