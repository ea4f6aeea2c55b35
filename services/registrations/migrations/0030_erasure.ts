import { Migration } from '@mikro-orm/migrations';

/** Erased people keep a place without a word of theirs, so that counts stay. Where the hackathon goes on, it is given up. */
export class Registrations0030 extends Migration {
  override up(): void {
    this.addSql(places + erase);
  }
}

const places = `
  -- Places and files of people, by which others know them.
  create function registrations.places_of(e published.erasing) returns uuid[]
  language sql stable set search_path = ''
  return array(
    select p.id from registrations.super_event_registration p
     where p.user_id = any ((e).people) and ((e).hackathon is null or p.super_event_id = (e).hackathon)
    union all
    select r.id from registrations.registration r
     where r.user_id = any ((e).people) and ((e).hackathon is null or r.super_event_id = (e).hackathon)
    union all
    select f.id from registrations.file f
     where f.user_id = any ((e).people) and ((e).hackathon is null or f.super_event_id = (e).hackathon));
  revoke execute on function registrations.places_of from public;

  -- Places in hackathons that go on are cancelled, and their seats are free.
  create function registrations.give_up(places uuid[]) returns void
  language plpgsql set search_path = '' as $$
  declare
    freed record;
  begin
    insert into registrations.audit (organization_id, super_event_id, event_id, action, fact, ids, before, after)
    select g.organization_id, g.super_event_id, g.event_id, 'registrations.erase', 'registration.cancelled',
           jsonb_build_object(g.named, g.id, 'user_id', g.user_id), jsonb_build_object('status', g.status),
           '{"status": "cancelled"}'
      from (select id, organization_id, super_event_id, null::uuid as event_id, user_id, status,
                   'super_event_registration_id' as named
              from registrations.super_event_registration
            union all
            select id, organization_id, super_event_id, event_id, user_id, status, 'registration_id'
              from registrations.registration) g
     where g.id = any (places) and g.status in ('pending', 'waitlisted', 'accepted') and not published.is_over(g.super_event_id);
    update registrations.registration r set status = 'cancelled', updated_at = now()
     where r.id = any (places) and r.status in ('pending', 'waitlisted', 'accepted')
       and not published.is_over(r.super_event_id);
    for freed in
      with gone as (
        update registrations.super_event_registration p
           set status = 'cancelled', updated_at = now(), confirm_by = null, asked_at = null, remind_at = null,
               confirmed_at = null, waiting_since = null, decision_id = null
         where p.id = any (places) and p.status in ('pending', 'waitlisted', 'accepted')
           and not published.is_over(p.super_event_id)
        returning p.super_event_id, old.status as former)
      select super_event_id, count(*) as seats from gone where former = 'accepted' group by 1 order by 1
    loop
      update registrations.seat set accepted = accepted - freed.seats, changed_at = now()
       where super_event_id = freed.super_event_id;
    end loop;
  end
  $$;
  revoke execute on function registrations.give_up from public;
`;

const erase = `
  create function registrations.erase(e published.erasing) returns void
  language plpgsql set search_path = '' as $$
  declare
    places uuid[] := registrations.places_of(e);
  begin
    perform 1 from registrations.super_event_registration where id = any (places) order by id for no key update;
    perform registrations.give_up(places);

    update registrations.registration r
       set answers_json = '{}', evaluation_recommendation = null, checkin_token = registrations.new_token(),
           user_id = published.stand_in(r.user_id, e), name_key = published.fold('Erased person')
     where r.id = any (places);
    update registrations.super_event_registration p
       set answers_json = '{}', interested_track_ids = '{}', looking_for_team = false, letter_key = null,
           checkin_token = registrations.new_token(), user_id = published.stand_in(p.user_id, e)
     where p.id = any (places);
    -- While a hackathon goes on, kiosks have to learn which tokens they forget.
    delete from registrations.former_token f
     where f.place_id = any (places) and not exists (
       select from (select id, super_event_id from registrations.registration
                    union all select id, super_event_id from registrations.super_event_registration) p
        where p.id = f.place_id and not published.is_over(p.super_event_id));

    update registrations.file f
       set claimed_by = null, discarded_at = coalesce(f.discarded_at, now()), filename = 'erased', sha256 = '',
           user_id = published.stand_in(f.user_id, e)
     where f.id = any (places);
    if found then perform registrations_queue.add_job('remove-files', job_key => 'remove-files'); end if;

    delete from registrations.decided where parent_id = any (places);
    update registrations.review set note = null
     where super_event_registration_id = any (places) or (e.hackathon is null and reviewer_id = any (e.people));
    delete from registrations.review_lease where super_event_registration_id = any (places);
    delete from registrations.import_line l using registrations.people_import i
     where i.id = l.import_id and l.email = any (e.addresses) and (e.hackathon is null or i.super_event_id = e.hackathon);
    -- Tables that were sent are packed, so nobody knows of whom they are. They are sent again if they are still needed.
    delete from registrations.table_part;

    e.marks := e.marks || places;
    perform published.erase_traces('registrations', e, '{}');
  end
  $$;
  revoke execute on function registrations.erase from public;
`;
