import type { RankingName } from '../../../shared/contract/vocabulary.ts';
import { instant } from '../../../shared/base/instant.ts';
import type { Listed } from '../../../shared/kit/whole-list.ts';
import type { CalculatedResult, Result, TeamResult } from '../queries/results.ts';
import type { Shown } from '../shown-results.ts';

const listed = ({ team_id, team_name, overall_score, rank, created_at }: Result) => ({
  team_id,
  team_name,
  overall_score,
  rank,
  created_at: instant(created_at),
});

export const resultList = ({ rows, count }: Listed<Result>, { ranking, notifications_sent_at }: Shown) => ({
  results: rows.map(listed),
  count,
  notifications_sent_at: instant(notifications_sent_at),
  ...(ranking === 'fair' && { ranking }),
});

export const calculatedResults = (rows: readonly CalculatedResult[]) => ({
  results: rows.map((row) => ({
    ...listed(row),
    id: row.id,
    event_id: row.event_id,
    updated_at: instant(row.updated_at),
  })),
  count: rows.length,
});

export const teamResult = (
  { overall_score, rank, created_at, score_breakdown, explanation }: TeamResult,
  ranking: RankingName,
) => ({
  overall_score,
  rank,
  created_at: instant(created_at),
  score_breakdown,
  ...(ranking === 'fair' && { ranking, explanation }),
});
