import { Migration } from '@mikro-orm/migrations';

/**
 * The roles of a person, and what follows from them. The guard, the scan and the lists of what one may find all ask this. It is read by person, so that it
 * costs what the person has roles and places, however large hackathons are. It has a migration of its own because applicants
 * are known to registrations, whose views rest on those of events.
 */
export class Events0002 extends Migration {
  override up(): void {
    this.addSql(`
      -- Everything a person is, applicants included, and what follows from it where it counts.
      create view published.standings as
        select user_id, organization_id, null::uuid as super_event_id, null::uuid as event_id, role,
               true as is_staff, role in ('OWNER', 'ADMIN') as organizes
          from published.members
        union all
        select r.user_id, t.organization_id, t.super_event_id, r.event_id, r.role,
               r.role in ('ORGANIZER', 'MENTOR', 'JUDGE'), r.role = 'ORGANIZER'
          from events.track_role r
         cross join lateral (select * from published.located_event where id = r.event_id limit 1) t
        union all
        select owner_id, organization_id, super_event_id, null, 'APPLICANT', false, false
          from published.located_super_event_registration;

      -- What a person is at one place, always in one row. Membership counts everywhere in the organization; a role counts
      -- on its track, and where a whole hackathon is meant (no track) on any of its tracks.
      create function published.standing(person uuid, organization uuid, super_event uuid, track uuid)
      returns table (is_inside boolean, member_role text, is_staff boolean, organizes boolean, judges boolean,
                     takes_part boolean, participates boolean)
      language sql stable
      begin atomic
        select count(*) > 0,
               max(s.role) filter (where s.super_event_id is null),
               coalesce(bool_or(s.is_here and s.is_staff), false),
               coalesce(bool_or(s.is_here and s.organizes), false),
               coalesce(bool_or(s.is_here and s.role = 'JUDGE'), false),
               coalesce(bool_or(s.super_event_id = super_event), false),
               coalesce(bool_or(s.super_event_id = super_event and s.role in ('PARTICIPANT', 'APPLICANT')), false)
          from (select a.super_event_id, a.role, a.is_staff, a.organizes,
                       a.super_event_id is null
                       or a.super_event_id = super_event and (track is null or a.event_id = track) as is_here
                  from published.standings a where a.user_id = person and a.organization_id = organization) s;
      end;
    `);
  }
}
