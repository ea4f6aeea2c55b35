import { Migration } from '@mikro-orm/migrations';
import { author, authorColumns, authorOf } from '../../../shared/database/fact-tables.ts';

/** As before, and whoever comes to the track by it leaves an audit row, and so a fact. */
export class Registrations0017 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function published.accept_on_track(people uuid[], track uuid) returns void
      language sql security definer set search_path = ''
      begin atomic
        with placed as (
          insert into registrations.registration
                 (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
          select p.organization_id, p.super_event_id, t.id, p.id, p.user_id, 'accepted'
            from registrations.super_event_registration p
            join published.tracks t on t.id = accept_on_track.track and t.super_event_id = p.super_event_id
           where p.user_id = any (accept_on_track.people) and p.status = 'accepted'
           order by p.user_id
             for share of p
          on conflict (event_id, user_id) do update
             set status = 'accepted', updated_at = now(), checkin_token = registrations.new_token()
           where registration.status <> 'accepted'
          returning registration.id, registration.organization_id, registration.super_event_id, registration.event_id,
                    registration.user_id, old.status as former)
        insert into registrations.audit
               (organization_id, super_event_id, event_id, ${authorColumns}, fact, ids, before, after)
        select placed.organization_id, placed.super_event_id, placed.event_id, ${authorOf('published.accept_on_track')},
               'registration.moved', jsonb_build_object('registration_id', placed.id, 'user_id', placed.user_id),
               jsonb_strip_nulls(jsonb_build_object('status', placed.former)), '{"status": "accepted"}'
          from placed, ${author};
      end;
    `);
  }

  override down(): void {
    this.addSql(`
      create or replace function published.accept_on_track(people uuid[], track uuid) returns void
      language sql security definer set search_path = ''
      as $$
        insert into registrations.registration
               (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
        select p.organization_id, p.super_event_id, t.id, p.id, p.user_id, 'accepted'
          from registrations.super_event_registration p
          join published.tracks t on t.id = accept_on_track.track and t.super_event_id = p.super_event_id
         where p.user_id = any (accept_on_track.people) and p.status = 'accepted'
         order by p.user_id
           for share of p
        on conflict (event_id, user_id) do update
           set status = 'accepted', updated_at = now(), checkin_token = registrations.new_token()
         where registration.status <> 'accepted';
      $$;
    `);
  }
}
