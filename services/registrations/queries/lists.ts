/** Reads pages of registrations: filtered, sorted and counted in one statement. */
import { sql, type RawBuilder } from 'kysely';
import { registrationStatuses, type RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import { containing } from '../../../shared/database/search.ts';
import type { people } from '../../../shared/database/published/identity.ts';
import type { registration } from '../entities.ts';

export interface Listing {
  readonly page: number;
  readonly limit: number;
  readonly status?: RegistrationStatus | undefined;
  readonly search?: string | undefined;
  readonly sort_by: 'created_at' | 'name' | 'score';
  readonly sort_order: 'asc' | 'desc';
}
/** The columns that lists show; a new one is added here alone. */
const shown = ['id', 'event_id', 'user_id', 'status', 'evaluation_score', 'evaluation_recommendation'] as const;
const columns = sql.join(shown.map((name) => sql.ref(`r.${name}`)));
export type ListedRegistration = Pick<RowOf<typeof registration>, (typeof shown)[number]> &
  Pick<RowOf<typeof people>, 'name'>;
interface Page {
  total: number;
  registrations: ListedRegistration[];
}

/** The tracks whose registrations are listed. */
export const ofTrack = (id: string) => sql`select ${id}::uuid as id`;
export const ofSuperEvent = (id: string) => sql`select id from published.tracks where super_event_id = ${id}`;

/** Names compare without case and accents. `created_at` is never null. */
const keys = { created_at: sql`r.created_at`, name: sql`r.name_key`, score: sql`r.evaluation_score` };

/**
 * Reads a page and the total. Without a search, each track contributes its first rows, merged from one index per
 * status, and the total is kept; so a page takes the same time however many registrations there are. With a search,
 * all matches are found once to be counted and paged. Either way the page is determined as ids first and then joined
 * with what is shown.
 */
export async function pageOf(db: Db, tracks: RawBuilder<unknown>, listing: Listing): Promise<Page> {
  const { page, limit, status } = listing;
  const statuses = status ? [sql`${status}`] : registrationStatuses.map((each) => sql.lit(each));
  const term = listing.search?.trim();
  const matching = term ? found(listing, term, { tracks, statuses }) : foremost(listing, { tracks, statuses });
  const total = term
    ? sql`select count(*)::int from matching`
    : sql`select coalesce(sum(n), 0)::int from registration_tally where event_id in (${tracks}) and status in (${sql.join(statuses)})`;
  const { rows } = await sql<Page>`
    with matching as ${matching},
         page as (select id, key from matching m order by ${order(listing)} limit ${limit} offset ${(page - 1) * limit})
    select (${total}) as total,
           (select coalesce(json_agg(l), '[]')
              from (select ${columns}, p.name
                      from page m join registration r on r.id = m.id
                      left join published.people p on p.id = r.user_id
                     order by ${order(listing)}) l) as registrations`.execute(db.getKysely());
  return rows[0] ?? { total: 0, registrations: [] };
}

interface Which {
  readonly tracks: RawBuilder<unknown>;
  readonly statuses: readonly RawBuilder<unknown>[];
}

const found = ({ sort_by }: Listing, term: string, { tracks, statuses }: Which) => sql`
  materialized (
    select r.id, ${keys[sort_by]} as key from registration r join published.people p on p.id = r.user_id
     where r.event_id in (${tracks}) and r.status in (${sql.join(statuses)}) and p.search like ${containing(term)})`;

function foremost(listing: Listing, { tracks, statuses }: Which) {
  const ofEach = statuses.map(
    (status) => sql`(select * from (select r.id, ${keys[listing.sort_by]} as key from registration r
                                     where r.event_id = t.id and r.status = ${status}) m order by ${order(listing)})`,
  );
  return sql`
    not materialized (
      select m.id, m.key from (${tracks}) t
       cross join lateral (select * from (${sql.join(ofEach, sql` union all `)}) m
                            order by ${order(listing)} limit ${reach(listing)}) m
       order by ${order(listing)} limit ${reach(listing)})`;
}

/**
 * Returns how many rows the page needs, rounded up to one of a few numbers. It is a literal in the text, because for
 * an unknown limit PostgreSQL expects a tenth of all rows and plans each time anew.
 */
function reach({ page, limit }: Listing) {
  let rows = 50;
  while (rows < page * limit) rows *= 8;
  return sql.lit(rows);
}

/** Adds `nulls last` only where there are nulls, because an index that is read backwards has them first. */
function order({ sort_by, sort_order }: Listing) {
  const direction = sort_order === 'asc' ? sql`asc` : sql`desc`;
  return sort_by === 'created_at' ? sql`m.key ${direction}, m.id` : sql`m.key ${direction} nulls last, m.id`;
}
