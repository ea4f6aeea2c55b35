/** Pages of registrations: filtered, sorted and counted in one statement. */
import { sql, type RawBuilder } from 'kysely';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
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
  name: string | null;
  evaluation_score: number | null;
  evaluation_recommendation: string | null;
}
interface Page {
  total: number;
  registrations: ListedRegistration[];
}

export const ofTrack = (id: string) => sql`r.event_id = ${id}`;
export const ofSuperEvent = (id: string) => sql`
  r.super_event_id = ${id} and r.event_id in (select id from published.tracks where super_event_id = ${id})`;

/** Names are compared without case and accents. A registration always has an age; null would come last. */
const keys = { created_at: sql`r.created_at`, name: sql`p.name_key`, score: sql`r.evaluation_score` };
const people = sql`join published.people p on p.id = r.user_id`;

/**
 * The page is found as ids first, in the order of an index where nobody searches, and only then joined to what is shown.
 * A search finds everything that matches once, to be counted and to be cut into pages.
 */
export async function pageOf(db: Db, place: RawBuilder<unknown>, listing: Listing): Promise<Page> {
  const { page, limit, status, search, sort_by } = listing;
  const term = search?.trim();
  const where = status ? sql`${place} and r.status = ${status}` : place;
  const matching = term
    ? sql`materialized (select r.id, ${keys[sort_by]} as key from registration r ${people}
                         where ${where} and p.search like ${containing(term)})`
    : sql`not materialized (select r.id, ${keys[sort_by]} as key from registration r
                             ${sort_by === 'name' ? people : sql``} where ${where})`;
  const { rows } = await sql<Page>`
    with matching as ${matching},
         page as (select id, key from matching m order by ${order(listing)} limit ${limit} offset ${(page - 1) * limit})
    select (select count(*)::int from ${term ? sql`matching` : sql`registration r where ${where}`}) as total,
           (select coalesce(json_agg(shown), '[]')
              from (select r.id, r.event_id, r.user_id, r.status, p.name, r.evaluation_score, r.evaluation_recommendation
                      from page m join registration r on r.id = m.id
                      left join published.people p on p.id = r.user_id
                     order by ${order(listing)}) shown) as registrations`.execute(db.getKysely());
  return rows[0] ?? { total: 0, registrations: [] };
}

/** Wildcards are escaped after folding, which makes plain ones of their full-width forms. */
const containing = (term: string) =>
  sql`'%' || regexp_replace(published.fold(${term}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** `nulls last` only where there are nulls: an index read backwards has them first. */
function order({ sort_by, sort_order }: Listing) {
  const direction = sort_order === 'asc' ? sql`asc` : sql`desc`;
  return sort_by === 'created_at' ? sql`m.key ${direction}, m.id` : sql`m.key ${direction} nulls last, m.id`;
}
