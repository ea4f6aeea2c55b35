/** SQL for prizes: their criterion, their results, and who wins. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { newId } from '../../shared/database/ids.ts';
import type { prizes } from '../../shared/database/published/events.ts';
import type { teams } from '../../shared/database/published/teams.ts';
import type { ResourceLocation } from '../../shared/kit/access.ts';
import type { assignment, award } from './entities.ts';
import type { PlanSource } from './planning.sql.ts';
import { roundedMean } from './ranking.sql.ts';

type Row = RowOf<typeof award>;
type Located = Pick<ResourceLocation, 'id' | 'organization_id' | 'super_event_id'>;

export async function decidedBy(db: Db, id: string): Promise<RowOf<typeof prizes>['by'] | undefined> {
  const { rows } = await sql<Pick<RowOf<typeof prizes>, 'by'>>`
    select "by" from published.prizes where id = ${id}`.execute(db.getKysely());
  return rows[0]?.by;
}

/** Creates the criterion of a prize, once. */
export async function giveCriterion(db: Db, { id, organization_id, super_event_id }: Located): Promise<void> {
  await sql`
    insert into criterion (id, organization_id, super_event_id, prize_id, name, weight, order_index)
    values (${newId()}, ${organization_id}, ${super_event_id}, ${id}, 'Overall', 1, 0)
    on conflict (prize_id) do nothing`.execute(db.getKysely());
}

/** Where a plan of a prize takes teams and judges from. */
export const ofPrize = (id: string): PlanSource => ({
  teams: sql`select team_id as id, is_empty from published.prize_entries where prize_id = ${id}`,
  judges: sql`
    select distinct u.user_id
      from published.prizes p
     cross join unnest(p.judge_user_ids) as u (user_id)
      join published.track_roles r on r.user_id = u.user_id and r.role = 'JUDGE'
      join published.tracks e on e.id = r.event_id and e.super_event_id = p.super_event_id
     where p.id = ${id} and p."by" = 'judges' and (p.track_ids is null or e.id = any (p.track_ids))`,
  assigned: sql`a.prize_id = ${id}`,
});

export interface PrizePlacement {
  readonly team_id: RowOf<typeof teams>['id'];
  readonly team_name: RowOf<typeof teams>['name'];
  readonly score: number;
  readonly rank: number;
}

/** Ranks the teams that entered and have a member, by the mean of what judges handed in. */
export async function judgedFor(db: Db, id: string): Promise<PrizePlacement[]> {
  const { rows } = await sql<PrizePlacement>`
    select a.team_id, t.name as team_name, ${roundedMean(sql`s.value`)}::float8 as score,
           (rank() over (order by ${roundedMean(sql`s.value`)} desc))::int as rank
      from published.assignments a
      join published.teams t on t.id = a.team_id and not t.is_empty
      join score s on s.assignment_id = a.id
     where a.prize_id = ${id} and a.submitted_at is not null
     group by a.team_id, t.name order by rank, t.name, a.team_id`.execute(db.getKysely());
  return rows;
}

interface PrizeReview extends Pick<RowOf<typeof assignment>, 'team_id' | 'judge_user_id'> {
  readonly mark: number;
}

/** The scores that judges handed in for a prize. */
export async function reviewsFor(db: Db, id: string): Promise<PrizeReview[]> {
  const { rows } = await sql<PrizeReview>`
    select a.team_id, a.judge_user_id, s.value::float8 as mark
      from published.assignments a
      join published.teams t on t.id = a.team_id and not t.is_empty
      join score s on s.assignment_id = a.id
     where a.prize_id = ${id} and a.submitted_at is not null`.execute(db.getKysely());
  return rows;
}

export interface PrizePlacementOnTrack extends PrizePlacement {
  /** Null where the track published the plain ranking. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Ranks the teams that entered and have a member, as their tracks published them. */
export async function rankedFor(db: Db, id: string): Promise<PrizePlacementOnTrack[]> {
  const { rows } = await sql<PrizePlacementOnTrack>`
    select n.team_id, n.team_name, r.overall_score::float8 as score,
           (rank() over (order by r.overall_score desc))::int as rank, r.rank_low as low, r.rank_high as high
      from published.prize_entries n
      join published_result r on r.event_id = n.event_id and r.team_id = n.team_id
     where n.prize_id = ${id} and not n.is_empty order by rank, n.team_name, n.team_id`.execute(db.getKysely());
  return rows;
}

/** Tells whether every track of a team that entered has published its ranking. */
export async function isRanked(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_ranked: boolean }>`
    select count(*) > 0 and bool_and(exists (
             select from ranking k where k.event_id = n.event_id and k.published_as is not null)) as is_ranked
      from published.prize_entries n where n.prize_id = ${id} and not n.is_empty`.execute(db.getKysely());
  return rows[0]?.is_ranked ?? false;
}

/** Returns those of the teams that did not enter, or have no member. */
export async function strangersTo(db: Db, id: string, team_ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${team_ids}::uuid[]) as u (id)
     where not exists (select from published.prize_entries n where n.prize_id = ${id} and n.team_id = u.id and not n.is_empty)`.execute(
    db.getKysely(),
  );
  return rows.map((row) => row.id);
}

/** The chosen teams of the award `w` that can still win: not deleted, and with a member. */
const winning = sql`array(
  select t.id from unnest(w.team_ids) with ordinality as u (id, n) join published.teams t on t.id = u.id and not t.is_empty
   order by u.n)`;

/** Writes who wins, and returns who was to win before. `isFirst`: only where nobody was chosen who can still win. */
export async function writeWinners(
  db: Db,
  { id, organization_id, super_event_id }: Located,
  team_ids: readonly string[],
  { isFirst = false } = {},
): Promise<Row['team_ids'] | undefined> {
  const { rows } = await sql<{ former: Row['team_ids'] | null }>`
    insert into award as w (prize_id, organization_id, super_event_id, team_ids)
    values (${id}, ${organization_id}, ${super_event_id}, ${team_ids}::uuid[])
    on conflict (prize_id) do update set team_ids = excluded.team_ids where not ${isFirst} or ${winning} = '{}'
    returning old.team_ids as former`.execute(db.getKysely());
  return rows[0]?.former ?? undefined;
}

interface Published {
  readonly published_at: NonNullable<Row['published_at']>;
  readonly team_ids: Row['team_ids'];
  /** As published before; null for the first time. */
  readonly former: Row['published_ids'];
}

/** Publishes the chosen teams that can win; undefined where there is none. A concurrent request waits, and then changes nothing. */
export async function publishWinners(db: Db, id: string): Promise<Published | undefined> {
  const { rows } = await sql<Published>`
    update award w set published_ids = ${winning}, published_at = coalesce(published_at, clock_timestamp())
     where prize_id = ${id} and ${winning} <> '{}'
    returning published_at, new.published_ids as team_ids, old.published_ids as former`.execute(db.getKysely());
  return rows[0];
}

/** The teams by their ids, in this order; those that were deleted or have no member are left out. */
export async function winnersNamed(
  db: Db,
  team_ids: readonly string[],
): Promise<Pick<PrizePlacement, 'team_id' | 'team_name'>[]> {
  const { rows } = await sql<Pick<PrizePlacement, 'team_id' | 'team_name'>>`
    select t.id as team_id, t.name as team_name
      from unnest(${team_ids}::uuid[]) with ordinality as u (id, n) join published.teams t on t.id = u.id and not t.is_empty
     order by u.n`.execute(db.getKysely());
  return rows;
}
