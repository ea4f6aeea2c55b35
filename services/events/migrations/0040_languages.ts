import { Migration } from '@mikro-orm/migrations';

/** Texts of a hackathon in several languages. */
export class Events0040 extends Migration {
  override up(): void {
    this.addSql(`
      -- The plain text is in the first of its languages; the columns beside it have those of the others.
      alter table events.super_event
        add column locales           text[] not null default '{}' constraint super_event_locales_check check (${isDistinct}),
        add column name_i18n         jsonb not null default '{}' check (${isTexts('name_i18n')}),
        add column description_i18n  jsonb not null default '{}' check (${isTexts('description_i18n')});
      alter table events.track
        add column name_i18n         jsonb not null default '{}' check (${isTexts('name_i18n')});
      alter table events.prize
        add column name_i18n         jsonb not null default '{}' check (${isTexts('name_i18n')}),
        add column description_i18n  jsonb not null default '{}' check (${isTexts('description_i18n')});
      alter table events.registration_field
        add column label_i18n        jsonb not null default '{}' check (${isTexts('label_i18n')}),
        add column description_i18n  jsonb not null default '{}' check (${isTexts('description_i18n')}),
        add column placeholder_i18n  jsonb not null default '{}' check (${isTexts('placeholder_i18n')}),
        add column options_i18n      jsonb not null default '{}' check (${isTexts('options_i18n')});

      -- A text in each language of a hackathon; null where it has no more than one.
      create function published.texts(locales text[], plain jsonb, others jsonb) returns jsonb
      language sql immutable parallel safe as $$
        select case when cardinality(locales) > 1 then
                 (select coalesce(jsonb_object_agg(l.locale, l.text) filter (where l.text <> 'null'), '{}')
                    from (select n.locale, case n.place when 1 then plain else others -> n.locale end as text
                            from unnest(locales) with ordinality as n (locale, place)) l) end
      $$;
      ${views}
    `);
  }
}

/** A list of known languages, each of them once. */
const isDistinct = `
  array_position(locales, null) is null
  and cardinality(locales) = ('en' = any (locales))::int + ('de' = any (locales))::int
                             + ('es' = any (locales))::int + ('fr' = any (locales))::int`;

/** An object whose members are known languages. */
const isTexts = (column: string) =>
  `jsonb_typeof(${column}) = 'object' and ${column} - array['en', 'de', 'es', 'fr'] = '{}'`;

const views = `
  create or replace view published.super_events as
    select id, organization_id, slug, name, status, visibility, payment_status, start_at, end_at, tz, max_participants,
           config_json, opens_at, closes_at,
           not ((s.opens_at is null or s.opens_at <= now()) and (s.closes_at is null or now() < s.closes_at))
           or coalesce((select bool_and(t.registration = 'closed')
                          from events.track t where t.super_event_id = s.id and t.deleted_at is null), false) as is_closed,
           confirm_within_hours, waitlist_moves, gallery, privacy_url, terms_url,
           published.texts(s.locales, to_jsonb(s.name), s.name_i18n) as name_i18n
      from events.super_event s where deleted_at is null;

  create or replace view published.tracks as
    select t.id, t.organization_id, t.super_event_id, t.slug, t.name, t.status, t.start_at, t.end_at, t.tz,
           t.registration, t.config_json,
           t.registration = 'open'
           and (s.opens_at is null or s.opens_at <= now()) and (s.closes_at is null or now() < s.closes_at) as is_open,
           published.texts(s.locales, to_jsonb(t.name), t.name_i18n) as name_i18n
      from events.track t
      join events.super_event s on s.id = t.super_event_id and s.deleted_at is null
     where t.deleted_at is null;

  create or replace view published.prizes as
    select p.id, p.super_event_id, p.name, p.order_index, p.track_ids, p."by", p.judge_user_ids,
           published.texts((select s.locales from events.super_event s where s.id = p.super_event_id),
                           to_jsonb(p.name), p.name_i18n) as name_i18n
      from events.prize p;

  create or replace view published.registration_fields as
    select id, super_event_id, key, field_type, label, options, is_required, order_index, validation_rules,
           at_door, choices, show_if,
           published.texts((select s.locales from events.super_event s where s.id = f.super_event_id),
                           to_jsonb(f.label), f.label_i18n) as label_i18n
      from events.registration_field f;

  create or replace view published.looks as
    select id as super_event_id, logo_url, colour, reply_to, letters, locales
      from events.super_event where deleted_at is null;
`;
