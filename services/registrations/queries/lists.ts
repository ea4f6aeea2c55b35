/** Pages of registrations: filtered, sorted and counted in one statement. */
import { sql, type RawBuilder } from 'kysely';
import { registrationStatuses, type RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';

export interface Listing {
  readonly page: number;
  readonly limit: number;
  readonly status?: RegistrationStatus | undefined;
  readonly search?: string | undefined;
  readonly sort_by: 'created_at' | 'name' | 'score';
  readonly sort_order: 'asc' | 'desc';
}
export interface ListedRegistration {
  id: string;
  event_id: string;
  user_id: string;
  status: RegistrationStatus;
  name: string;
  evaluation_score: number | null;
  evaluation_recommendation: string | null;
}
interface Page {
  total: number;
  registrations: ListedRegistration[];
}

/** The tracks whose registrations are listed. */
export const ofTrack = (id: string) => sql`select ${id}::uuid as id`;
export const ofSuperEvent = (id: string) => sql`select id from published.tracks where super_event_id = ${id}`;

/** Names are compared without case and accents. A registration always has an age; null would come last. */
const keys = { created_at: sql`r.created_at`, name: sql`r.name_key`, score: sql`r.evaluation_score` };

/**
 * Where nobody searches, each track gives its first, merged from an index for each status, and the total is kept; so a
 * page takes as long however many there are. A search finds everything that matches once, to be counted and to be cut
 * into pages. Either way the page is found as ids and only then joined to what is shown.
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
           (select coalesce(json_agg(shown), '[]')
              from (select r.id, r.event_id, r.user_id, r.status, p.name, r.evaluation_score, r.evaluation_recommendation
                      from page m join registration r on r.id = m.id
                      left join published.people p on p.id = r.user_id
                     order by ${order(listing)}) shown) as registrations`.execute(db.getKysely());
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
 * As far as the page goes, rounded up to few numbers that stand in the text: from an unknown limit PostgreSQL would expect
 * a tenth of everything, and plan anew each time.
 */
function reach({ page, limit }: Listing) {
  let rows = 50;
  while (rows < page * limit) rows *= 8;
  return sql.lit(rows);
}

/** Wildcards are escaped after folding, which makes plain ones of their full-width forms. */
const containing = (term: string) =>
  sql`'%' || regexp_replace(published.fold(${term}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** `nulls last` only where there are nulls: an index read backwards has them first. */
function order({ sort_by, sort_order }: Listing) {
  const direction = sort_order === 'asc' ? sql`asc` : sql`desc`;
  return sort_by === 'created_at' ? sql`m.key ${direction}, m.id` : sql`m.key ${direction} nulls last, m.id`;
}
