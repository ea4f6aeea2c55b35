import { instant } from '../../../shared/base/instant.ts';
import type { ActionAnswer } from '../../../shared/contract/index.ts';
import type { Plan } from '../plan/plan.ts';
import type { Declined } from '../queries/planning.ts';
import type { BarredPair } from '../rules/planning.ts';
import { rounded } from '../rules/rounded.ts';

interface Written {
  /** How many assignments the plan makes. */
  readonly created: number;
  readonly barred: readonly BarredPair[];
}

export const assignmentPlan = (
  { loads, connected, expectedError }: Plan,
  { created, barred }: Written,
): ActionAnswer<'judging.planAssignments'> => ({
  created,
  loads: loads.map(({ judge, count }) => ({ judge_user_id: judge, count })),
  connected,
  expected_standard_error: rounded(expectedError),
  skipped: barred.map(({ judge, team, reason }) => ({ judge_user_id: judge, team_id: team, reason })),
});

export const declined = (row: Declined) => ({
  judge_user_id: row.judge_user_id,
  judge_name: row.judge_name,
  team_id: row.team_id,
  team_name: row.team_name,
  reason: row.reason,
  declared_at: instant(row.declared_at),
});
