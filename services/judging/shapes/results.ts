import { instant } from '../../../shared/kit/instant.ts';
import type { Listed } from '../../../shared/kit/whole-list.ts';
import type { Published, Result, TeamResult } from '../queries/results.ts';

const listed = ({ team_id, team_name, overall_score, rank, created_at }: Result) => ({
  team_id,
  team_name,
  overall_score,
  rank,
  created_at: instant(created_at),
});

export const resultList = ({ rows, count }: Listed<Result>, { notifications_sent_at, published_as }: Published) => ({
  results: rows.map(listed),
  count,
  notifications_sent_at: instant(notifications_sent_at),
  ...(published_as === 'fair' && { ranking: published_as }),
});

export const calculatedResults = (rows: readonly Result[]) => ({
  results: rows.map((row) => ({
    ...listed(row),
    id: row.id,
    event_id: row.event_id,
    updated_at: instant(row.updated_at),
  })),
  count: rows.length,
});

export const teamResult = ({ overall_score, rank, created_at, score_breakdown, explanation }: TeamResult) => ({
  overall_score,
  rank,
  created_at: instant(created_at),
  score_breakdown,
  ...(explanation && { ranking: 'fair' as const, explanation }),
});
