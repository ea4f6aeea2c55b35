import { Migration } from '@mikro-orm/migrations';

/** Questions that are shown by the answer to another one, whose answers are seen at the door, or that choose from a long list. */
export class Events0010 extends Migration {
  override up(): void {
    this.addSql(`
      alter table events.registration_field
        add column at_door  boolean not null default false,
        add column choices  text,                    -- 'countries', or the name of a list of the organization
        add column show_if  jsonb;                   -- {"field_id", "equals" | "includes"}

      create or replace view published.registration_fields as
        select id, super_event_id, key, field_type, label, options, is_required, order_index, validation_rules,
               at_door, choices, show_if
          from events.registration_field;

      create table events.choice_list (
        id               uuid primary key default uuidv7(),
        organization_id  uuid not null,
        name             text not null,
        value_count      integer not null default 0,
        created_at       timestamptz not null default now(),
        updated_at       timestamptz not null default now(),
        unique (organization_id, name)
      );

      -- Folded once, when it is written: a search reads the values of one list, and does nothing but compare.
      create table events.choice_value (
        list_id   uuid not null references events.choice_list on delete cascade,
        position  integer not null,
        value     text not null,
        folded    text generated always as (published.fold(value)) stored,
        primary key (list_id, position)
      );

      -- Who asks whether a list is in use looks for its name.
      create index registration_field_choices on events.registration_field (choices) where choices is not null;
    `);
  }
}
