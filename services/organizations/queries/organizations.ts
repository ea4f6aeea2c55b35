/** SQL for organizations. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { organization } from '../entities.ts';

type Row = RowOf<typeof organization>;

export interface Organization extends Pick<Row, 'id' | 'name' | 'slug' | 'can_create_events'> {
  member_count: number;
  invitation_count: number;
}

/** Reads an organization with its numbers. */
export async function findOrganization(db: Db, id: string): Promise<Organization | undefined> {
  const { rows } = await sql<Organization>`
    select o.id, o.name, o.slug, o.can_create_events,
           (select count(*)::int from member m where m.organization_id = o.id) as member_count,
           (select count(*)::int from published.role_invites i
             where i.organization_id = o.id and i.status = 'pending') as invitation_count
      from organization o where o.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

type Naming = Pick<Row, 'name' | 'slug'>;
export interface Renamed extends Naming, Pick<Row, 'id'> {
  former: Naming;
}

const isTaken = (error: unknown) => (error as { constraint?: string }).constraint === 'organization_slug_key';

/** Changes what is given. After a conflict on the slug the transaction cannot go on. */
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
