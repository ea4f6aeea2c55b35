/** SQL for publishing results: what is kept of them, and who is written to. */
import { sql } from 'kysely';
import { sendLetters } from '../../../shared/kit/letters.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { RankingName } from '../../../shared/contract/vocabulary.ts';
import type { publishedResult, ranking } from '../entities.ts';
import { asPublished, ofTeams, type Results } from './results.ts';

type Ranking = RowOf<typeof ranking>;

interface Marked {
  notifications_sent_at: NonNullable<Ranking['notifications_sent_at']>;
  /** When it was published before; null for the first time. */
  former: Ranking['notifications_sent_at'];
  published_as: RankingName;
}

/**
 * Marks the results as published and returns when that happened first. A concurrent request waits and finds it done.
 */
export async function markPublished(db: Db, event_id: string, as: RankingName): Promise<Marked | undefined> {
  const { rows } = await sql<Marked>`
    update ranking set notifications_sent_at = coalesce(notifications_sent_at, clock_timestamp()),
                       published_as = case when notifications_sent_at is null then ${as} else published_as end
     where event_id = ${event_id}
    returning notifications_sent_at, old.notifications_sent_at as former, published_as`.execute(db.getKysely());
  return rows[0];
}

const kept = [
  ...(['overall_score', 'rank', 'score_breakdown', 'explanation', 'created_at'] as const),
  ...(['rank_low', 'rank_high', 'standard_error'] as const),
] satisfies (keyof RowOf<typeof publishedResult>)[];
const columns = sql.join(kept.map((name) => sql.ref(name)));
const columnsOf = (table: string) => sql.join(kept.map((name) => sql.ref(`${table}.${name}`)));

/**
 * Keeps these results as what everybody reads from now on, and returns whether they differ from what was kept before. Call it
 * while holding the ranking.
 */
export async function keepPublished(db: Db, event_id: string, results: Results): Promise<boolean> {
  const { rows } = await sql`
    with told as materialized (
      select r.* from ${results} r where r.event_id = ${event_id}
    ), gone as (
      delete from published_result p
       where p.event_id = ${event_id} and p.team_id not in (select team_id from told) returning p.team_id
    ), written as (
      insert into published_result as p (event_id, team_id, calculated_at, ${columns})
      select told.event_id, told.team_id, told.calculated_at, ${columnsOf('told')} from told
      on conflict (event_id, team_id) do update
         set (calculated_at, ${columns}) = row(excluded.calculated_at, ${columnsOf('excluded')})
       where (${columnsOf('p')}) is distinct from (${columnsOf('excluded')})
      returning p.team_id
    )
    select from gone union all select from written limit 1`.execute(db.getKysely());
  return rows.length > 0;
}

/** Queues a letter to each current member of each team with a published result. */
export async function writeToTeams(db: Db, event_id: string): Promise<void> {
  const letters = sql`
    select p.email as recipient, concat('results ', k.event_id, ' ', p.id) as key,
           jsonb_build_object('name', p.name, 'team_name', k.team_name, 'event_name', e.name,
                              'super_event_name', s.name, 'overall_score', k.overall_score, 'rank', k.rank,
                              'ranked', k.ranked, 'organization_name', o.name) as data
      from (select r.event_id, r.team_id, r.overall_score, r.rank, t.name as team_name, count(*) over () as ranked
              from ${ofTeams(asPublished)} where r.event_id = ${event_id}) k
      join published.team_members m on m.team_id = k.team_id
      join published.people p on p.id = m.user_id
      join published.tracks e on e.id = k.event_id
      join published.super_events s on s.id = e.super_event_id
      join published.organizations o on o.id = s.organization_id`;
  await sendLetters(db, 'results', letters);
}
