import { Migration } from '@mikro-orm/migrations';

/** People who lapsed get none of the seats that were free when they did. */
export class Registrations0049 extends Migration {
  override up(): void {
    this.addSql(withheld + giveUp);
  }
}

const withheld = `
  -- Free seats that nobody who lapsed gets. Processes of the release before still write changed_at.
  alter table registrations.seat add column withheld integer not null default 0 check (withheld >= 0);
  update registrations.seat s
     set withheld = greatest(0, coalesce((select e.max_participants from published.super_events e
                                           where e.id = s.super_event_id), 2147483647) - s.accepted);
`;

const giveUp = `
  create or replace function registrations.give_up(places uuid[]) returns void
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
               confirmed_at = null, waiting_since = null, lapsed_at = null, decision_id = null
         where p.id = any (places) and p.status in ('pending', 'waitlisted', 'accepted')
           and not published.is_over(p.super_event_id)
        returning p.super_event_id, old.status as former)
      select super_event_id, count(*) as seats from gone where former = 'accepted' group by 1 order by 1
    loop
      update registrations.seat set accepted = accepted - freed.seats
       where super_event_id = freed.super_event_id;
    end loop;
  end
  $$;
`;
