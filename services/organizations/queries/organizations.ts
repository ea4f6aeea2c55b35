/** SQL of organizations themselves. */
import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';

export interface Organization {
  id: string;
  name: string;
  slug: string;
  can_create_events: boolean;
  member_count: number;
  invitation_count: number;
}

export async function findOrganization(db: Db, id: string): Promise<Organization | undefined> {
  const { rows } = await sql<Organization>`
    select o.id, o.name, o.slug, o.can_create_events,
           (select count(*)::int from member m where m.organization_id = o.id) as member_count,
           (select count(*)::int from published.role_invites i
             where i.organization_id = o.id and i.status = 'pending') as invitation_count
      from organization o where o.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

interface Naming {
  name: string;
  slug: string;
}
export interface Renamed extends Naming {
  id: string;
  former: Naming;
}

const isTaken = (error: unknown) => (error as { constraint?: string }).constraint === 'organization_slug_key';

/** What is not given stays. Once the slug turns out to be another's, nothing more can be done in this transaction. */
export async function renameOrganization(
  db: Db,
  id: string,
  { name, slug }: { readonly [field in keyof Naming]?: string | undefined },
): Promise<Renamed | 'taken' | undefined> {
  try {
    const { rows } = await sql<Renamed>`
      update organization
         set name = coalesce(${name ?? null}, name), slug = coalesce(${slug ?? null}, slug)
       where id = ${id}
      returning id, new.name, new.slug, jsonb_build_object('name', old.name, 'slug', old.slug) as former`.execute(
      db.getKysely(),
    );
    return rows[0];
  } catch (error) {
    if (isTaken(error)) return 'taken';
    throw error;
  }
}
