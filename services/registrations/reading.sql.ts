/** Reads pages of registrations: filtered, sorted and counted in one statement. */
import { sql, type RawBuilder } from 'kysely';
import { wordsOf } from '../../shared/base/folding.ts';
import type { Viewer } from '../../shared/base/viewer.ts';
import { registrationStatuses, type RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { superEvents, tracks } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { teamMembers, teams } from '../../shared/database/published/teams.ts';
import { hasWords } from '../../shared/database/search.ts';
import { placeInConfig } from '../../shared/kit/emails.ts';
import type { Listing } from '../../shared/kit/whole-list.ts';
import type { registration, superEventRegistration } from './entities.ts';

export interface ListQuery {
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
  Pick<RowOf<typeof people>, 'name' | 'email'>;
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
 * all matches are found once to be counted and paged. Either way the ids of the page are found first and then joined
 * with the displayed columns.
 */
export async function pageOf(db: Db, tracks: RawBuilder<unknown>, listing: ListQuery): Promise<Page> {
  const { page, limit, status } = listing;
  const statuses = status ? [sql`${status}`] : registrationStatuses.map((each) => sql.lit(each));
  const words = wordsOf(listing.search);
  const isSearch = words.length > 0;
  const matching = isSearch ? found(listing, words, { tracks, statuses }) : foremost(listing, { tracks, statuses });
  const total = isSearch
    ? sql`select count(*)::int from matching`
    : sql`select coalesce(sum(n), 0)::int from registration_tally where event_id in (${tracks}) and status in (${sql.join(statuses)})`;
  const { rows } = await sql<Page>`
    with matching as ${matching},
         page as (select id, key from matching m order by ${order(listing)} limit ${limit} offset ${(page - 1) * limit})
    select (${total}) as total,
           (select coalesce(json_agg(l), '[]')
              from (select ${columns}, p.name, p.email
                      from page m join registration r on r.id = m.id
                      left join published.people p on p.id = r.user_id
                     order by ${order(listing)}) l) as registrations`.execute(db.getKysely());
  return rows[0] ?? { total: 0, registrations: [] };
}

interface Which {
  readonly tracks: RawBuilder<unknown>;
  readonly statuses: readonly RawBuilder<unknown>[];
}

const found = ({ sort_by }: ListQuery, words: readonly string[], { tracks, statuses }: Which) => sql`
  materialized (
    select r.id, ${keys[sort_by]} as key from registration r join published.people p on p.id = r.user_id
     where r.event_id in (${tracks}) and r.status in (${sql.join(statuses)}) and ${hasWords(sql`p.search`, words)})`;

function foremost(listing: ListQuery, { tracks, statuses }: Which) {
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
function reach({ page, limit }: ListQuery) {
  let rows = 50;
  while (rows < page * limit) rows *= 8;
  return sql.lit(rows);
}

/** Adds `nulls last` only where there are nulls, because an index that is read backwards has them first. */
function order({ sort_by, sort_order }: ListQuery) {
  const direction = sort_order === 'asc' ? sql`asc` : sql`desc`;
  return sort_by === 'created_at' ? sql`m.key ${direction}, m.id` : sql`m.key ${direction} nulls last, m.id`;
}

type Where = 'id' | 'name' | 'slug' | 'start_at' | 'end_at' | 'tz' | 'name_i18n';
interface Located {
  readonly place: string | null;
}
export type OwnTrack = Pick<RowOf<typeof tracks>, Where> & Located;
export type OwnSuperEvent = Pick<RowOf<typeof superEvents>, Where | 'organization_id'> & Located;
type Ticket = 'id' | 'status' | 'checkin_token';

export interface OwnPlace extends Pick<RowOf<typeof registration>, Ticket | 'created_at'> {
  event: OwnTrack | null;
  super_event: OwnSuperEvent;
  super_event_registration: Pick<
    RowOf<typeof superEventRegistration>,
    Ticket | 'looking_for_team' | 'confirm_by' | 'confirmed_at' | 'lapsed_at'
  >;
  team:
    | (Pick<RowOf<typeof teams>, 'id' | 'name'> & Pick<RowOf<typeof teamMembers>, 'role'> & { has_result: boolean })
    | null;
}

const placeOf = (table: string) => {
  const column = (name: Where) => sql`${sql.lit(name)}, ${sql.ref(`${table}.${name}`)}`;
  const columns = (['id', 'name', 'slug', 'start_at', 'end_at', 'tz', 'name_i18n'] as const).map(column);
  return sql.join([...columns, sql`'place', ${placeInConfig([table])}`]);
};
const inHackathon = sql`
  json_build_object(${placeOf('s')}, 'organization_id', s.organization_id) as super_event,
  json_build_object('id', p.id, 'status', p.status, 'checkin_token', p.checkin_token,
                    'looking_for_team', p.looking_for_team, 'confirm_by', p.confirm_by,
                    'confirmed_at', p.confirmed_at, 'lapsed_at', p.lapsed_at) as super_event_registration`;

/** One row for each track somebody is on, and one for each hackathon where they are on none. */
export const placesOf = ({
  user_id,
  organization_id,
}: Pick<Viewer, 'user_id' | 'organization_id'>): Listing<OwnPlace> => ({
  rows: sql`
    with own as (
      select p.* from super_event_registration p
       where p.user_id = ${user_id} and (${organization_id}::uuid is null or p.organization_id = ${organization_id})
    ), on_track as (
      select r.*, json_build_object(${placeOf('t')}) as event
        from registration r join published.tracks t on t.id = r.event_id
       where r.user_id = ${user_id})
    select r.id, r.status, r.checkin_token, r.created_at, r.event, ${inHackathon},
           (select json_build_object('id', g.id, 'name', g.name, 'role', m.role,
                                     'has_result', exists (select from published.results k
                                                            where k.event_id = m.event_id and k.team_id = m.team_id))
              from published.team_members m join published.teams g on g.id = m.team_id
             where m.user_id = r.user_id and m.super_event_id = r.super_event_id and m.event_id = r.event_id) as team
      from on_track r
      join own p on p.id = r.super_event_registration_id
      join published.super_events s on s.id = r.super_event_id
    union all
    select p.id, p.status, p.checkin_token, p.created_at, null, ${inHackathon}, null
      from own p join published.super_events s on s.id = p.super_event_id
     where not exists (select 1 from on_track r where r.super_event_registration_id = p.id)`,
  by: [
    { column: 'created_at', kind: 'moment', falls: true },
    { column: 'id', kind: 'id', falls: true },
  ],
});
