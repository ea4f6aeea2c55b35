import { Notice } from '../../shared/notice.tsx';
import { Rows, type Column } from '../parts/rows.tsx';
import { Pages, useSlices } from '../parts/listing.tsx';
import { words } from '../parts/texts/en.ts';
import type { Plan, Work } from './requests.ts';
import { judging, preview } from './texts/en.ts';

interface Props {
  readonly plan: Plan;
  readonly work: Work;
  readonly perTeam: number;
}

/** Shows the effect of a plan before anything is written. */
export function PlanPreview({ plan, work, perTeam }: Props) {
  const { created, connected, expected_standard_error: error, skipped } = plan;
  const known = namesOf(work);
  const [empty, never] = [skipped.filter(isEmpty), skipped.filter((one) => !isEmpty(one))];
  return (
    <div class="listing" data-testid="plan-preview">
      <p>
        {preview.summary(created, work.teams.length - empty.length, perTeam, (text) => (
          <strong>{text}</strong>
        ))}
      </p>
      <Notice kind={connected ? 'good' : 'warn'}>{connected ? preview.connected : preview.notConnected}</Notice>
      <p class="quiet small">{preview.sureness[sureness(error)]}</p>
      <Loads plan={plan} work={work} />
      {empty.length > 0 && <p>{preview.empty(empty.map(({ team_id }) => known(team_id)))}</p>}
      {never.length > 0 && (
        <details>
          <summary>{preview.never(never.length)}</summary>
          <ul>
            {never.map(({ judge_user_id: judge = '', team_id: team, reason }) => (
              <li key={`${judge} ${team}`}>
                {preview[reason === 'DECLARED' ? reason : 'CONFLICT_OF_INTEREST'](known(judge), known(team))}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** A team of nobody is left out for all judges. */
const isEmpty = ({ reason }: Plan['skipped'][number]) => reason === 'EMPTY';

/** From the standard error that scores would have, in distances between teams: three reviews usually give 0.53, five 0.42. */
function sureness(error: number): keyof typeof preview.sureness {
  if (error <= 0.44) return 'good';
  return error <= 0.56 ? 'medium' : 'low';
}

function namesOf({ judges, teams }: Work) {
  const names = new Map([...judges.map(({ user_id, name }) => [user_id, name] as const)]);
  for (const { id, name } of teams) names.set(id, name);
  return (id: string) => names.get(id) ?? words.somebody;
}

interface Load {
  readonly id: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
}
const columns: readonly Column<Load>[] = [
  { name: judging.judge, show: ({ name }) => name },
  { name: preview.has, isNumber: true, show: ({ before }) => before },
  { name: preview.willHave, isNumber: true, show: ({ after }) => after },
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
      <Rows caption={preview.caption} columns={columns} rows={shown} keyOf={({ id }) => id} testId="load-row" />
      <Pages {...turning} />
    </>
  );
}
