import { Migration } from '@mikro-orm/migrations';

/** Live rows only: what is deleted does not exist for anybody else. */
export class Events0002 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.super_events as
        select id, organization_id, slug, name, status, visibility, payment_status, start_at, end_at, tz, max_participants,
               config_json
          from events.super_event where deleted_at is null;

      create view published.tracks as
        select t.id, t.organization_id, t.super_event_id, t.slug, t.name, t.status, t.start_at, t.end_at, t.tz,
               t.registration, t.config_json
          from events.track t
          join events.super_event s on s.id = t.super_event_id and s.deleted_at is null
         where t.deleted_at is null;

      create view published.slugs as
        select organization_id, kind, slug, target_id
          from events.slug where retired_at is null or retired_at > now() - interval '30 days';

      create view published.track_roles as
        select r.user_id, r.role, r.event_id, t.super_event_id, t.organization_id
          from events.track_role r join published.tracks t on t.id = r.event_id;

      create view published.registration_fields as
        select id, super_event_id, key, field_type, label, options, is_required, order_index, validation_rules
          from events.registration_field;

      -- Pending is what can still be accepted; nobody needs to have noticed the hour.
      create view published.role_invites as
        select i.id, t.organization_id, i.super_event_id, i.event_id, i.email, i.role, i.expires_at,
               case when i.status = 'pending' and i.expires_at <= now() then 'expired' else i.status end as status
          from events.role_invite i join published.tracks t on t.id = i.event_id;

      -- Everything a person is, besides a participant.
      create view published.standings as
        select user_id, organization_id, null::uuid as super_event_id, null::uuid as event_id, role from published.members
        union all
        select user_id, organization_id, super_event_id, event_id, role from published.track_roles;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.standings;
      drop view published.role_invites;
      drop view published.registration_fields;
      drop view published.track_roles;
      drop view published.slugs;
      drop view published.tracks;
      drop view published.super_events;
    `);
  }
}
