/** SQL of whether a track takes registrations, and whether it should. */
import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';
import { registrationCount, teamCount } from './tracks.ts';

type Switch = 'never_opened' | 'open' | 'closed';

export interface Setup {
  has_name: boolean;
  has_dates: boolean;
  has_registration_open: boolean;
  registrations: number;
  teams: number;
}

export async function findSetup(db: Db, event_id: string): Promise<Setup | undefined> {
  const { rows } = await sql<Setup>`
    select trim(t.name) <> '' as has_name, t.start_at is not null and t.end_at is not null as has_dates,
           t.registration = 'open' as has_registration_open,
           ${registrationCount} as registrations, ${teamCount} as teams
      from track t where t.id = ${event_id} and t.deleted_at is null`.execute(db.getKysely());
  return rows[0];
}

export interface Prospects {
  is_open: boolean;
  has_dates: boolean;
  has_capacity: boolean;
  is_draft: boolean;
  is_paid: boolean;
}

/** What awaits people who would register now. */
export async function findProspects(db: Db, event_id: string): Promise<Prospects | undefined> {
  const { rows } = await sql<Prospects>`
    select t.registration = 'open' as is_open, t.start_at is not null and t.end_at is not null as has_dates,
           s.max_participants is null
           or s.max_participants > (select coalesce(sum(r.n), 0) from published.super_event_registration_tally r
                                     where r.super_event_id = s.id and r.status = 'accepted') as has_capacity,
           s.status = 'draft' as is_draft, s.payment_status = 'paid' as is_paid
      from track t join super_event s on s.id = t.super_event_id
     where t.id = ${event_id} and t.deleted_at is null`.execute(db.getKysely());
  return rows[0];
}

/** Answers what it was; undefined where it was that already. */
export async function setSwitch(db: Db, event_id: string, to: 'open' | 'closed'): Promise<Switch | undefined> {
  const { rows } = await sql<{ former: Switch }>`
    update track set registration = ${to}, updated_at = now()
     where id = ${event_id} and registration <> ${to} returning old.registration as former`.execute(db.getKysely());
  return rows[0]?.former;
}
