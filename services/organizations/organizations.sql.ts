/** SQL of organizations, of the audits of all services, and of the right to read facts. */
import { sql } from 'kysely';
import { ownsSchema, schemaOf, serviceNames } from '../../shared/contract/services.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { audit } from '../../shared/database/kit-entities.ts';
import type { organization } from './entities.ts';

type Row = RowOf<typeof organization>;

export interface Organization extends Pick<Row, 'id' | 'name' | 'slug' | 'can_create_events' | 'second_factor'> {
  member_count: number;
  invitation_count: number;
}

/** Reads an organization with its numbers. */
export async function findOrganization(db: Db, id: string): Promise<Organization | undefined> {
  const { rows } = await sql<Organization>`
    select o.id, o.name, o.slug, o.can_create_events, o.second_factor,
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

/** Changes the given fields. After a conflict on the slug the transaction is aborted. */
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

/** Changes whether an organization asks for a second factor. Returns what it was. */
export async function secure(
  db: Db,
  id: string,
  second_factor: Row['second_factor'],
): Promise<Row['second_factor'] | undefined> {
  const { rows } = await sql<{ former: Row['second_factor'] }>`
    update organization set second_factor = ${second_factor} where id = ${id}
    returning old.second_factor as former`.execute(db.getKysely());
  return rows[0]?.former;
}

export interface AuditFilter {
  readonly organization_id: string;
  readonly actor: string | undefined;
  readonly action: string | undefined;
  /** Inclusive. */
  readonly since: string | undefined;
  /** Exclusive, so that consecutive windows do not overlap. */
  readonly until: string | undefined;
}
interface Slice {
  readonly limit: number;
  readonly offset: number;
}
type AuditRow = RowOf<typeof audit>;
export type AuditEntry = Pick<AuditRow, 'id' | 'at' | 'user_id' | 'key_id' | 'session_id' | 'action' | 'request_id'> &
  Pick<AuditRow, 'ids' | 'before' | 'after'>;

const journals = serviceNames.filter(ownsSchema).map((service) => sql.table(`published.${schemaOf(service)}_audit`));

/**
 * Reads the newest entries of all services' audits, and their number. From each audit at most as many rows as the
 * page needs are read, by its index on (organization, time).
 */
export async function findAudit(db: Db, filter: AuditFilter, { limit, offset }: Slice) {
  const where = matching(filter);
  const newest = journals.map(
    (journal) => sql`(select * from ${journal} where ${where} order by at desc, id limit ${limit + offset})`,
  );
  const counted = journals.map((journal) => sql`(select count(*) from ${journal} where ${where})`);
  const { rows } = await sql<{ total: number; entries: AuditEntry[] }>`
    select (${sql.join(counted, sql` + `)})::int as total,
           (select coalesce(json_agg(entry), '[]')
              from (select id, at, user_id, key_id, session_id, action, ids, before, after, request_id
                      from (${sql.join(newest, sql` union all `)}) every
                     order by at desc, id limit ${limit} offset ${offset}) entry) as entries`.execute(db.getKysely());
  return rows[0] ?? { total: 0, entries: [] };
}

function matching({ organization_id, actor, action, since, until }: AuditFilter) {
  const conditions = [sql`organization_id = ${organization_id}`];
  if (actor) conditions.push(sql`user_id = ${actor}`);
  if (action) conditions.push(sql`action = ${action}`);
  if (since) conditions.push(sql`at >= ${since}`);
  if (until) conditions.push(sql`at < ${until}`);
  return sql.join(conditions, sql` and `);
}

export interface FactViewer {
  readonly user_id: string;
  readonly organization_id: string;
  /** Null for readers of the whole organization. */
  readonly super_event_id: string | null;
  /** The hackathon of a board, which is no person. */
  readonly board_of?: string | null | undefined;
}

/** Tells for each reader, in their order, whether they may read: members, and in a hackathon its staff and boards. */
export async function whoMayRead(db: Db, readers: readonly FactViewer[]): Promise<boolean[]> {
  const { rows } = await sql<{ may: boolean }>`
    select v.member_role is not null
           or r.super_event_id is not null and v.is_staff
           or exists (select 1 from published.super_events e where e.id = r.board_of and e.id = r.super_event_id) as may
      from unnest(${readers.map(({ user_id }) => user_id)}::uuid[],
                  ${readers.map(({ organization_id }) => organization_id)}::uuid[],
                  ${readers.map(({ super_event_id }) => super_event_id)}::uuid[],
                  ${readers.map(({ board_of = null }) => board_of)}::uuid[])
           with ordinality as r (user_id, organization_id, super_event_id, board_of, n)
     cross join lateral published.standing(r.user_id, r.organization_id, r.super_event_id, null) v
     order by r.n`.execute(db.getKysely());
  return rows.map(({ may }) => may);
}
