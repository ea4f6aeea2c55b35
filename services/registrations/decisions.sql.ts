/** SQL to decide about many people at once, and to undo it. */
import { sql, type RawBuilder } from 'kysely';
import { wordsOf } from '../../shared/base/folding.ts';
import { decidedAtMost } from '../../shared/contract/decisions.ts';
import type { DecidedStatus, RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { hasWords } from '../../shared/database/search.ts';
import type { superEventRegistration } from './entities.ts';
import { notedColumns } from './many.sql.ts';
import type { Moved } from './registrations.sql.ts';
import { out } from './rules.ts';

type Parent = RowOf<typeof superEventRegistration>;

export interface Filter {
  readonly status?: RegistrationStatus | undefined;
  readonly search?: string | undefined;
  readonly track_id?: string | undefined;
  readonly min_score?: number | undefined;
  readonly field?: { readonly id: string; readonly equals: string | number | boolean } | undefined;
  readonly limit?: number | undefined;
}
export interface Chosen {
  readonly is_paid: boolean;
  readonly unknown_track_ids: readonly string[];
  /** The people in the filter, without its limit. */
  readonly found: number;
  /** In the order in which they get seats. */
  readonly candidates: readonly Pick<Parent, 'id' | 'status'>[];
}

/** That of the reviews, or the best one that somebody has on a track. */
const scoreOf = (parent: string) => sql`
  greatest(${sql.ref(`${parent}.evaluation_score`)},
           (select max(r.evaluation_score) from registration r
             where r.super_event_registration_id = ${sql.ref(`${parent}.id`)} and r.status <> 'cancelled'))`;

/** An answer that is a list equals each of its values. */
const answered = ({ id, equals }: NonNullable<Filter['field']>) => {
  const value = sql`${JSON.stringify(equals)}::jsonb`;
  return sql`
    (p.answers_json -> ${id} @> ${value}
     or exists (select from registration r
                 where r.super_event_registration_id = p.id and r.answers_json -> ${id} @> ${value}))`;
};

/** The condition on the status; checked again once the rows are locked, because somebody else may have decided meanwhile. */
const standing = (filter: Filter | undefined) =>
  filter?.status === undefined ? filter && sql`p.status <> all (${out}::text[])` : sql`p.status = ${filter.status}`;

function found(super_event_id: string, filter: Filter): RawBuilder<unknown> {
  const { search, track_id, min_score, field, limit = decidedAtMost } = filter;
  const words = wordsOf(search);
  const conditions = [
    sql`p.super_event_id = ${super_event_id}`,
    standing(filter),
    words.length > 0 &&
      sql`exists (select from published.people u where u.id = p.user_id and ${hasWords(sql`u.search`, words)})`,
    track_id &&
      sql`exists (select from registration r where r.super_event_registration_id = p.id and r.event_id = ${track_id}
                     and r.status <> 'cancelled')`,
    field && answered(field),
  ].filter((condition) => typeof condition === 'object');
  return sql`
    select id, count(*) over ()::int as found
      from (select p.id, p.created_at, ${scoreOf('p')} as score from super_event_registration p
             where ${sql.join(conditions, sql` and `)}) m
     where ${min_score === undefined ? sql`true` : sql`m.score >= ${min_score}`}
     order by m.score desc nulls last, m.created_at, m.id limit ${limit}`;
}

interface Asked {
  readonly super_event_id: string;
  readonly ids: readonly string[] | undefined;
  readonly filter: Filter | undefined;
  readonly track_ids: readonly string[] | undefined;
}

/** Finds and locks the people whom a decision is about, in the order of ids, like every transaction that locks several. */
export async function lockCandidates(db: Db, asked: Asked): Promise<Chosen | undefined> {
  const { super_event_id, ids, filter, track_ids = [] } = asked;
  const chosen = filter
    ? found(super_event_id, filter)
    : sql`select id, 0 as found from unnest(${ids}::uuid[]) as n (id)`;
  const { rows } = await sql<Chosen>`
    with chosen as materialized (${chosen}),
    held as (
      select p.id, p.status, p.created_at, p.evaluation_score from super_event_registration p
       where p.super_event_id = ${super_event_id} and p.id in (select id from chosen)
         and ${standing(filter) ?? sql`true`}
       order by p.id for no key update)
    select s.payment_status = 'paid' as is_paid,
           array(select n.id from unnest(${track_ids}::uuid[]) as n (id)
                  where not exists (select from published.tracks t
                                     where t.id = n.id and t.super_event_id = s.id)) as unknown_track_ids,
           coalesce((select max(found) from chosen), 0) as found,
           (select coalesce(json_agg(json_build_object('id', h.id, 'status', h.status)
                                     order by ${scoreOf('h')} desc nulls last, h.created_at, h.id), '[]')
              from held h) as candidates
      from published.super_events s where s.id = ${super_event_id}`.execute(db.getKysely());
  return rows[0];
}

interface Ended {
  readonly status: DecidedStatus;
  readonly super_event_id: string;
  readonly undo_until: Date | string;
  readonly is_over: boolean;
  readonly was_undone: boolean;
}

/** Locks a decision that is to be taken back. */
export async function lockDecision(db: Db, id: string): Promise<Ended | undefined> {
  const { rows } = await sql<Ended>`
    with locked as materialized (select * from decision where id = ${id} for no key update)
    select status, super_event_id, undo_until, clock_timestamp() >= undo_until as is_over, undone_at is not null as was_undone
      from locked`.execute(db.getKysely());
  return rows[0];
}

interface Held {
  readonly id: string;
  readonly former: RegistrationStatus;
  /** No later decision exists. */
  readonly is_same: boolean;
}

/** Locks the people of a decision. */
export async function lockDecided(db: Db, decision_id: string, status: DecidedStatus): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select p.id, k.former ->> 'status' as former,
           p.status = ${status} and p.decision_id is not distinct from ${decision_id}::uuid as is_same
      from decided k join super_event_registration p on p.id = k.parent_id
     where k.decision_id = ${decision_id} and k.registration_id is null
     order by p.id for no key update of p`.execute(db.getKysely());
  return rows;
}

/** With when an email of before leaves, where one waits again. */
type Restored = Moved & { readonly status: RegistrationStatus; readonly letter_at: string | null };
interface Undone {
  parents: (Omit<Restored, 'event_id'> & Pick<Parent, 'super_event_id'>)[];
  registrations: Restored[];
  without_team: string[];
}

/** A column stays where a process of the release before noted the decision, which did not note that one. */
const restoring = sql.join(
  Object.entries(notedColumns).map(
    ([column, type]) => sql`
      ${sql.ref(column)} = case when k.former ? ${sql.lit(column)} then (k.former ->> ${sql.lit(column)})::${sql.raw(type)}
                                else ${sql.ref(`p.${column}`)} end`,
  ),
);

/**
 * Has places be as they were before a decision, with their codes, and people be in their teams again. A place that the decision
 * made is cancelled. A decision of which nothing is taken back can still be.
 */
export async function restoreDecided(
  db: Db,
  { id, status, ids }: { id: string; status: DecidedStatus; ids: readonly string[] },
): Promise<Undone> {
  const waiting = (place: 'p' | 'r') => sql`
    case when k.former ->> 'letter_at' is not null
         then concat('decision ', ${id}::text, ' undone ', ${sql.ref(`${place}.id`)}) end`;
  const { rows } = await sql<Undone>`
    with ended as (update decision set undone_at = now() where id = ${id} and cardinality(${ids}::uuid[]) > 0),
    restored as (
      update super_event_registration p
         set ${restoring}, letter_key = ${waiting('p')}, updated_at = now()
        from decided k
       where k.decision_id = ${id} and k.registration_id is null and k.parent_id = p.id and p.id = any (${ids}::uuid[])
      returning p.id, p.super_event_id, p.user_id, old.status as former, p.status, p.letter_at),
    replaced as (
      update registration r
         set status = coalesce(k.former ->> 'status', 'cancelled'), updated_at = now(),
             checkin_token = coalesce(k.former ->> 'checkin_token', r.checkin_token),
             letter_at = (k.former ->> 'letter_at')::timestamptz, letter_key = ${waiting('r')}
        from decided k
       where k.decision_id = ${id} and k.registration_id = r.id and k.parent_id = any (${ids}::uuid[])
         and r.status = ${status}
      returning r.id, r.user_id, r.event_id, old.status as former, r.status, r.letter_at),
    parted as (
      select published.end_memberships_for(null, array_agg(user_id), array_agg(event_id)) from replaced
       where former = 'accepted' having count(*) > 0),
    homeless as (
      select published.resume_memberships(${id}, array_agg(user_id)) as user_id from replaced
       where status = 'accepted' having count(*) > 0)
    select (select count(*) from parted) as parted,
           (select coalesce(json_agg(p), '[]') from restored p) as parents,
           (select coalesce(json_agg(r), '[]') from replaced r) as registrations,
           array(select user_id from homeless) as without_team`.execute(db.getKysely());
  return rows[0] ?? { parents: [], registrations: [], without_team: [] };
}
