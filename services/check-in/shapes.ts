/** Converts verdicts and rows to the JSON of the contract. */
import { instant } from '../../shared/base/instant.ts';
import type { Listed } from '../../shared/kit/whole-list.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import type { CheckInRow, PointRow } from './queries/points.ts';
import type { Point, ScanRefusal, Team, ScanVerdict } from './rules.ts';

type ScanAnswer = ActionAnswer<'check-in.scan'>;
type Points = ActionAnswer<'check-in.listPointsOfTrack'>;
type CheckIns = ActionAnswer<'check-in.listForRegistration'>;

export function scanAnswer(verdict: Exclude<ScanVerdict, { refused: ScanRefusal }>): ScanAnswer {
  const { point } = verdict;
  if ('gated' in verdict) return milestoneGate(point, verdict.gated);
  if ('repeated' in verdict) return laterScan(point, verdict.repeated.checked_in_at);
  const { checked_in_at, registration_id } = 'admitted' in verdict ? verdict.admitted : verdict.replayed;
  return {
    checked_in: true,
    checked_in_at: instant(checked_in_at),
    registration_id,
    point_name: point.name,
    point_type: point.type,
  };
}

const laterScan = ({ type }: Point, first: Date): ScanAnswer =>
  type === 'doorkeeper'
    ? { verified: true, first_check_in_at: instant(first) }
    : { already_checked_in: true, checked_in_at: instant(first) };

const milestoneGate = ({ requirements }: Point, team: Team): ScanAnswer => ({
  requires_milestone_submission: true,
  milestone_requirements: requirements.map(({ id, title, description = null, is_required = true }) => ({
    id,
    title,
    description,
    is_required,
    satisfied: team.answered.includes(id),
  })),
  team_id: team.id,
  team_name: team.name,
});

export const pointList = ({ rows, count }: Listed<PointRow>): Points => ({
  checkin_points: rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    opens_at: instant(row.opens_at),
    closes_at: instant(row.closes_at),
    checked_in_count: row.checked_in_count,
    refused_count: row.refused_count,
  })),
  count,
});

export const checkInList = ({ rows, count }: Listed<CheckInRow>): CheckIns => ({
  checkins: rows.map((row) => ({
    id: row.id,
    point_id: row.point_id,
    point_name: row.point_name,
    point_type: row.point_type,
    method: row.method,
    checked_in_at: instant(row.checked_in_at),
  })),
  count,
});
