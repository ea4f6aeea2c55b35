import { Migration } from '@mikro-orm/migrations';

/**
 * Those of these people who are accepted on a track, held as that until the end of the asking transaction: who puts them
 * into a team cannot be overtaken by their cancelling. In the order of their ids, as every routine that holds several.
 */
export class Registrations0005 extends Migration {
  override up(): void {
    this.addSql(`
      create function published.hold_accepted(people uuid[], track uuid) returns setof uuid
      language sql volatile security definer set search_path = ''
      begin atomic
        select r.user_id from registrations.registration r
         where r.event_id = hold_accepted.track and r.user_id = any (hold_accepted.people) and r.status = 'accepted'
         order by r.user_id
           for share of r;
      end;
      revoke execute on function published.hold_accepted from public;
      grant execute on function published.hold_accepted to muster_teams;

      create index super_event_registration_by_age on registrations.super_event_registration
        (super_event_id, created_at, id);
    `);
  }

  override down(): void {
    this.addSql(`
      drop index registrations.super_event_registration_by_age;
      drop function published.hold_accepted;
    `);
  }
}
