import { Migration } from '@mikro-orm/migrations';

/**
 * For the page that anybody may read: when registration of a hackathon opens and closes by itself, and its prizes. Whether it
 * is open follows from the switch and those times in one place, which every other service reads.
 */
export class Events0003 extends Migration {
  override up(): void {
    this.addSql(`
      alter table events.super_event
        add column opens_at  timestamptz,
        add column closes_at timestamptz constraint super_event_closes_at_check check (closes_at > opens_at);

      -- The list of what is coming, soonest first; what is over grows for ever and is not in its way.
      create index super_event_coming on events.super_event (end_at)
        where status = 'final' and visibility = 'public' and deleted_at is null;

      create table events.prize (
        id              uuid primary key default uuidv7(),
        super_event_id  uuid not null references events.super_event,
        key             text,                        -- its name in the event file
        name            text not null,
        sponsor         text,
        description     text,
        order_index     double precision not null default 0,
        created_at      timestamptz not null default now()
      );
      create index prize_of_super_event on events.prize (super_event_id, order_index, id);
      create unique index prize_key on events.prize (super_event_id, key);

      -- Closed is also where every track was closed; a track that was never opened does not count.
      create or replace view published.super_events as
        select id, organization_id, slug, name, status, visibility, payment_status, start_at, end_at, tz, max_participants,
               config_json, opens_at, closes_at,
               not (${within})
               or coalesce((select bool_and(t.registration = 'closed')
                              from events.track t where t.super_event_id = s.id and t.deleted_at is null), false) as is_closed
          from events.super_event s where deleted_at is null;

      create or replace view published.tracks as
        select t.id, t.organization_id, t.super_event_id, t.slug, t.name, t.status, t.start_at, t.end_at, t.tz,
               t.registration, t.config_json,
               t.registration = 'open' and ${within} as is_open
          from events.track t
          join events.super_event s on s.id = t.super_event_id and s.deleted_at is null
         where t.deleted_at is null;

      create view published.prizes as
        select p.id, p.super_event_id, p.name, p.order_index
          from events.prize p;

      create view published.located_prize as
        select x.id, s.organization_id, x.super_event_id, null::uuid as event_id, null::uuid as owner_id,
               null::uuid as team_id, s.is_draft, s.is_private
          from events.prize x
         cross join lateral (select * from published.located_super_event where id = x.super_event_id limit 1) s;
    `);
  }
}

/** Whether the hackathon `s` takes registrations at this moment, whatever the switches of its tracks say. */
const within = '(s.opens_at is null or s.opens_at <= now()) and (s.closes_at is null or now() < s.closes_at)';
