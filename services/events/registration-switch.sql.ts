/** SQL for the registration switch of tracks. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { track } from './entities.ts';
import { registrationCount, teamCount } from './tracks.sql.ts';

type Switch = RowOf<typeof track>['registration'];

export interface Setup {
  has_name: boolean;
  has_dates: boolean;
  has_registration_open: boolean;
  is_draft: boolean;
  registrations: number;
  teams: number;
}

/** Reads which steps of a track's setup are done. */
export async function findSetup(db: Db, event_id: string): Promise<Setup | undefined> {
  const { rows } = await sql<Setup>`
    select trim(t.name) <> '' as has_name, t.start_at is not null and t.end_at is not null as has_dates,
           t.registration = 'open' as has_registration_open, t.status = 'draft' as is_draft,
           ${registrationCount} as registrations, ${teamCount} as teams
      from track t where t.id = ${event_id} and t.deleted_at is null`.execute(db.getKysely());
  return rows[0];
}

export interface RegistrationObstacles {
  is_open: boolean;
  has_dates: boolean;
  has_capacity: boolean;
  is_super_event_draft: boolean;
  is_draft: boolean;
  is_paid: boolean;
}

/** Reads what would stop people from registering now. */
export async function findObstacles(db: Db, event_id: string): Promise<RegistrationObstacles | undefined> {
  const { rows } = await sql<RegistrationObstacles>`
    select t.registration = 'open' as is_open, t.start_at is not null and t.end_at is not null as has_dates,
           s.max_participants is null
           or s.max_participants > coalesce((select accepted from published.seats where super_event_id = s.id), 0) as has_capacity,
           s.status = 'draft' as is_super_event_draft, t.status = 'draft' as is_draft, s.payment_status = 'paid' as is_paid
      from track t join super_event s on s.id = t.super_event_id
     where t.id = ${event_id} and t.deleted_at is null`.execute(db.getKysely());
  return rows[0];
}

/** Sets the switch and returns its former state, or undefined if it had that state already. */
export async function setSwitch(db: Db, event_id: string, to: 'open' | 'closed'): Promise<Switch | undefined> {
  const { rows } = await sql<{ former: Switch }>`
    update track set registration = ${to}, updated_at = now()
     where id = ${event_id} and registration <> ${to} returning old.registration as former`.execute(db.getKysely());
  return rows[0]?.former;
}
