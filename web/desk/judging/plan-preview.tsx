import { Notice } from '../../shared/notice.tsx';
import { Table, type Column } from '../../shared/table.tsx';
import { Pages, useSlices } from '../parts/pages.tsx';
import { count } from '../parts/words.ts';
import type { Plan, Work } from './requests.ts';

interface Props {
  readonly plan: Plan;
  readonly work: Work;
  readonly perTeam: number;
}

/** What a plan would bring, before anything is written. */
export function PlanPreview({ plan, work, perTeam }: Props) {
  const { created, connected, expected_standard_error: error, skipped } = plan;
  const known = namesOf(work);
  return (
    <div class="listing" data-testid="plan-preview">
      <p>
        <strong>{created === 0 ? 'Nothing to assign' : count(created, 'new review')}</strong>:{' '}
        {created === 0 ? 'each of' : 'then each of'} {count(work.teams.length, 'team')} has {count(perTeam, 'review')}
        {created === 0 ? ' already.' : '.'}
      </p>
      <Notice kind={connected ? 'good' : 'warn'}>
        {connected
          ? 'All teams can be compared: their judges have teams in common.'
          : 'Not all teams can be compared: some judges have no team in common with the others. More reviews per team mend it.'}
      </Notice>
      <p class="quiet small">
        Sureness of the ranking: {sureness(error)}. Three reviews per team usually make it medium, five good.
      </p>
      <Loads plan={plan} work={work} />
      {skipped.length > 0 && (
        <details>
          <summary>Never planned: {count(skipped.length, 'pair')} of judge and team</summary>
          <ul>
            {skipped.map(({ judge_user_id: judge, team_id: team, reason }) => (
              <li key={`${judge} ${team}`}>
                {known(judge)}, {known(team)}: {reason === 'DECLARED' ? 'declined' : 'is a member of the team'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** From the standard error that scores would have, in distances between teams: three reviews usually give 0.53, five 0.42. */
function sureness(error: number): string {
  if (error <= 0.44) return 'good';
  return error <= 0.56 ? 'medium' : 'low';
}

function namesOf({ judges, teams }: Work) {
  const names = new Map([...judges.map(({ user_id, name }) => [user_id, name] as const)]);
  for (const { id, name } of teams) names.set(id, name);
  return (id: string) => names.get(id) ?? 'Somebody';
}

interface Load {
  readonly id: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
}
const columns: readonly Column<Load>[] = [
  { name: 'Judge', show: ({ name }) => name },
  { name: 'Has', isNumber: true, show: ({ before }) => before },
  { name: 'Will have', isNumber: true, show: ({ after }) => after },
];

function Loads({ plan, work }: Pick<Props, 'plan' | 'work'>) {
  const known = namesOf(work);
  const before = new Map(work.progress.judges.map((judge) => [judge.judge_id, judge.total_assignments]));
  const loads = plan.loads
    .map(({ judge_user_id: id, count: after }) => ({ id, name: known(id), before: before.get(id) ?? 0, after }))
    .sort((a, b) => b.after - a.after || a.name.localeCompare(b.name));
  const { shown, turning } = useSlices(loads);
  return (
    <>
      <Table caption="Teams of each judge" columns={columns} rows={shown} keyOf={({ id }) => id} testId="load-row" />
      <Pages {...turning} />
    </>
  );
}
