/** SQL over the audits of all services. */
import { sql } from 'kysely';
import { ownsSchema, schemaOf, serviceNames } from '../../../shared/contract/services.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { audit } from '../../../shared/database/kit-entities.ts';

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
type Row = RowOf<typeof audit>;
export type AuditEntry = Pick<Row, 'id' | 'at' | 'user_id' | 'key_id' | 'session_id' | 'action' | 'request_id'> &
  Pick<Row, 'ids' | 'before' | 'after'>;

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
