/** Routines by which other services accept people on a track and hold them there. */
import { author, authorColumns, authorOf } from '../../../../shared/database/kit-tables.ts';

export const routines = `
  -- Accepts people on a track inside another service's transaction. Only people whose parent is accepted get there, and the
  -- parent is held until the end of that transaction: it cannot leave meanwhile and miss this registration. A registration
  -- that was not accepted before gets a fresh token, a new one is born with its own. Each leaves an audit row, and so a fact.
  create function published.accept_on_track(people uuid[], track uuid) returns void
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
  revoke execute on function published.accept_on_track from public;

  -- Those of these people who are accepted on a track, held as that until the end of the asking transaction: their
  -- cancelling cannot overtake a transaction that puts them into a team. In the order of their ids, as every routine that
  -- holds several.
  create function published.hold_accepted(people uuid[], track uuid) returns setof uuid
  language sql volatile security definer set search_path = ''
  begin atomic
    select r.user_id from registrations.registration r
     where r.event_id = hold_accepted.track and r.user_id = any (hold_accepted.people) and r.status = 'accepted'
     order by r.user_id
       for share of r;
  end;
  revoke execute on function published.hold_accepted from public;
`;
