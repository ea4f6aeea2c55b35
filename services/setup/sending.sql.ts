/** SQL for the sender of an event file, and for exports. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { superEvents } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { organizations } from '../../shared/database/published/organizations.ts';

type Organization = RowOf<typeof organizations>;
interface Sending extends Pick<Organization, 'slug'>, Pick<RowOf<typeof people>, 'email'> {
  may_create_events: Organization['can_create_events'];
}

/** Undefined where either is gone. */
export async function sendingOf(db: Db, organization_id: string, user_id: string): Promise<Sending | undefined> {
  const { rows } = await sql<Sending>`
    select o.slug, o.can_create_events as may_create_events, p.email
      from published.organizations o cross join published.people p
     where o.id = ${organization_id} and p.id = ${user_id}`.execute(db.getKysely());
  return rows[0];
}

/** Ids of the hackathons of an organization that are not paid. */
export async function unpaidOf(db: Db, organization_id: string): Promise<string[]> {
  const { rows } = await sql<Pick<RowOf<typeof superEvents>, 'id'>>`
    select id from published.super_events
     where organization_id = ${organization_id} and payment_status <> 'paid'`.execute(db.getKysely());
  return rows.map(({ id }) => id);
}

interface Named extends Pick<RowOf<typeof superEvents>, 'id' | 'slug' | 'organization_id'> {
  /** By its slug. */
  organization: Organization['slug'];
}

export async function findNamed(db: Db, id: string): Promise<Named | undefined> {
  const { rows } = await sql<Named>`
    select s.id, s.slug, s.organization_id, o.slug as organization
      from published.super_events s join published.organizations o on o.id = s.organization_id
     where s.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

/** In all hackathons of the organization together. */
export async function countParticipants(db: Db, organization_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from published.checkin_tokens t join published.super_events s on s.id = t.super_event_id
     where s.organization_id = ${organization_id} and t.event_id is null`.execute(db.getKysely());
  return rows[0]!.count;
}

/** One apply of an organization after the other, and none beside one of the command line. */
export async function lockApply(db: Db, turn: number, organization_id: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock_shared(${turn}::bigint), pg_advisory_xact_lock(${turn}::int, hashtext(${organization_id}))`.execute(
    db.getKysely(),
  );
}

/** The engine leads the path from schema to schema; what the kit writes afterwards is ours. */
export async function resetSearchPath(db: Db): Promise<void> {
  await sql`select set_config('search_path', 'setup,public', true)`.execute(db.getKysely());
}
