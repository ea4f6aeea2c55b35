/** SQL for confirmations and the forecast. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { superEvents } from '../../shared/database/published/events.ts';
import type { superEventRegistration } from './entities.ts';

type Parent = RowOf<typeof superEventRegistration>;
type Confirmation = Pick<Parent, 'confirm_by' | 'confirmed_at'>;

export interface Confirmed extends Pick<Parent, 'status' | 'user_id'>, Confirmation {
  readonly before: Pick<Parent, 'confirmed_at'>;
}

/** Confirms an accepted place; one that was confirmed before stays as it is. Any other is read. */
export async function confirmPlace(db: Db, id: string): Promise<Confirmed | undefined> {
  const { rows } = await sql<Confirmed>`
    update super_event_registration p
       set confirmed_at = case p.status when 'accepted' then coalesce(p.confirmed_at, now()) end,
           remind_at = null,
           updated_at = case when p.status = 'accepted' and p.confirmed_at is null then now() else p.updated_at end
     where p.id = ${id}
    returning p.status, p.user_id, p.confirm_by, p.confirmed_at,
              json_build_object('confirmed_at', old.confirmed_at) as before`.execute(db.getKysely());
  return rows[0];
}

/** Says until when an accepted place has to be confirmed; null asks for nothing. False for any other place. */
export async function askUntil(db: Db, id: string, confirm_by: string | null): Promise<boolean> {
  const { rows } = await sql`
    update super_event_registration p
       set confirm_by = ${confirm_by}::timestamptz, asked_at = case when ${confirm_by}::timestamptz is not null then now() end,
           remind_at = case when p.confirmed_at is null then next_reminder(now(), ${confirm_by}::timestamptz, now()) end,
           updated_at = now()
     where p.id = ${id} and p.status = 'accepted' returning p.id`.execute(db.getKysely());
  return rows.length > 0;
}

export interface Attendance {
  readonly accepted: number;
  readonly confirmed: number;
  readonly waiting: number;
  readonly lapsed: number;
  /** Somebody was asked to confirm, or did. */
  readonly is_asked: boolean;
  /** The latest hackathon that is over and where people were checked in. */
  readonly former:
    (Pick<RowOf<typeof superEvents>, 'id' | 'name'> & { readonly meant: number; readonly came: number }) | null;
}

/**
 * Counts the people of a hackathon, and those who came to the one before: of the confirmed ones, where people had to
 * confirm, else of the accepted ones.
 */
export async function countAttendance(db: Db, super_event_id: string): Promise<Attendance | undefined> {
  const { rows } = await sql<Attendance>`
    with former as (
      select s.id, s.name from published.super_events s
       where s.organization_id = (select organization_id from published.super_events where id = ${super_event_id})
         and s.id <> ${super_event_id} and s.end_at < now()
         and exists (select from published.checkins c where c.super_event_id = s.id)
       order by s.end_at desc limit 1),
    meant as (
      select p.user_id, p.confirmed_at is not null as is_confirmed, p.super_event_id
        from super_event_registration p where p.super_event_id = (select id from former) and p.status = 'accepted'),
    counted as (
      select m.* from meant m where m.is_confirmed or not exists (select from meant o where o.is_confirmed))
    select count(*) filter (where p.status = 'accepted')::int as accepted,
           count(*) filter (where p.status = 'accepted' and p.confirmed_at is not null)::int as confirmed,
           count(*) filter (where p.status = 'waitlisted')::int as waiting,
           count(*) filter (where p.lapsed_at is not null)::int as lapsed,
           coalesce(bool_or(p.status = 'accepted' and (p.confirm_by is not null or p.confirmed_at is not null)), false) as is_asked,
           (select json_build_object('id', f.id, 'name', f.name, 'meant', (select count(*) from counted),
                     'came', (select count(*) from counted c
                               where exists (select from published.checkins k where k.super_event_id = c.super_event_id
                                                and k.user_id = c.user_id)))
              from former f) as former
      from super_event_registration p where p.super_event_id = ${super_event_id}`.execute(db.getKysely());
  return rows[0];
}
