import { Migration } from '@mikro-orm/migrations';

/**
 * Accepting on a track inside another service's transaction. Only people whose parent is accepted get there, and the
 * parent is held until the end of that transaction: it cannot leave meanwhile and miss this registration. One that was
 * not accepted before gets a fresh token, a new one is born with its own.
 */
export class Registrations0003 extends Migration {
  override up(): void {
    this.addSql(`
      create function published.accept_on_track(people uuid[], track uuid) returns void
      language sql security definer set search_path = ''
      begin atomic
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
      end;
      revoke execute on function published.accept_on_track from public;
      grant execute on function published.accept_on_track to muster_teams;
    `);
  }

  override down(): void {
    this.addSql(`drop function published.accept_on_track;`);
  }
}
