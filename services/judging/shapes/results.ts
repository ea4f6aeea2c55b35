import { instant } from '../../../shared/broker/instant.ts';
import type { Result, TeamResult } from '../queries/results.ts';

const listed = ({ team_id, team_name, overall_score, rank, created_at }: Result) => ({
  team_id,
  team_name,
  overall_score,
  rank,
  created_at: instant(created_at),
});

export const resultList = (rows: readonly Result[], notifications_sent_at: string | null) => ({
  results: rows.map(listed),
  count: rows.length,
  notifications_sent_at: instant(notifications_sent_at),
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

export const teamResult = ({ overall_score, rank, created_at, score_breakdown }: TeamResult) => ({
  overall_score,
  rank,
  created_at: instant(created_at),
  score_breakdown,
});
