import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { Table, type Column } from '../../shared/table.tsx';
import { useHackathon } from '../hackathons.ts';
import { useEvery, useFresh } from '../live.ts';
import { Pages, useSlices } from '../parts/pages.tsx';
import { Shown } from '../parts/shown.tsx';
import { count, percent } from '../parts/words.ts';
import { InviteJudge } from './invite-judge.tsx';
import { DeclinedTeams } from './declined.tsx';
import { PlanReviews } from './plan-reviews.tsx';
import { TeamJudges } from './team-judges.tsx';
import { readWork, type Assignment, type Progress, type TeamWork, type Work } from './requests.ts';

/** Who judges whom, and how far everybody is. */
export function Assignments({ track, name }: { readonly track: string; readonly name: string }) {
  const { live } = useHackathon();
  const work = useLoaded((signal) => readWork(track, signal), [track]);
  useFresh(live, work.again, ['assignment', 'role', 'team', 'criterion']);
  // Nobody is told of scores that are not handed in yet.
  useEvery(30, work.again);
  const isPlanning = useSignal(false);
  return (
    <section class="card" aria-labelledby="assignments">
      <div class="row spread">
        <h2 id="assignments">Judges and their teams</h2>
        <div class="row">
          <AddJudge track={track} name={name} />
          <Button
            disabled={!work.data?.judges.length || work.data.teams.length === 0}
            onClick={() => (isPlanning.value = true)}
          >
            Assign judges
          </Button>
        </div>
      </div>
      <Shown of={work}>
        {(data) => (
          <>
            <Overall progress={data.progress} />
            <Judges progress={data.progress} />
            <Teams work={data} track={track} again={work.again} />
            {isPlanning.value && (
              <PlanReviews work={data} track={track} again={work.again} onClose={() => (isPlanning.value = false)} />
            )}
          </>
        )}
      </Shown>
    </section>
  );
}

function AddJudge({ track, name }: { readonly track: string; readonly name: string }) {
  const isOpen = useSignal(false);
  return (
    <>
      <Button kind="calm" onClick={() => (isOpen.value = true)}>
        Add a judge
      </Button>
      {isOpen.value && <InviteJudge track={track} name={name} onClose={() => (isOpen.value = false)} />}
    </>
  );
}

const Overall = ({ progress: { overview } }: { readonly progress: Progress }) => (
  <div>
    <p data-testid="progress">
      {overview.submitted_assignments} of {count(overview.total_assignments, 'assignment')} handed in,{' '}
      {overview.ready_assignments} complete but not handed in
    </p>
    <progress
      aria-label="Assignments handed in"
      value={overview.submitted_assignments}
      max={Math.max(1, overview.total_assignments)}
    />
  </div>
);

type JudgeProgress = Progress['judges'][number];
const judgeColumns: readonly Column<JudgeProgress>[] = [
  { name: 'Judge', show: ({ judge_name }) => judge_name },
  { name: 'Teams', isNumber: true, show: ({ total_assignments: all }) => all },
  { name: 'Handed in', isNumber: true, show: ({ submitted_count: submitted }) => submitted },
  {
    name: 'Progress',
    show: ({ judge_name, overall_progress: share }) => (
      <div class="row tight">
        <progress aria-label={`Progress of ${judge_name}`} value={share} max={1} />
        <span class="small number">{percent(Number(share.toFixed(2)))}</span>
      </div>
    ),
  },
];

function Judges({ progress: { judges } }: { readonly progress: Progress }) {
  const { shown, turning } = useSlices(judges);
  if (judges.length === 0) {
    return <Empty>This track has no judge yet.</Empty>;
  }
  return (
    <div class="listing">
      <Table caption="Judges" columns={judgeColumns} rows={shown} keyOf={({ judge_id }) => judge_id} />
      <Pages {...turning} />
    </div>
  );
}

const signs = { PENDING: '…', IN_PROGRESS: '≡', READY: '≡', SUBMITTED: '✓' } as const;
const words = { PENDING: 'not begun', IN_PROGRESS: 'begun', READY: 'complete', SUBMITTED: 'handed in' } as const;

const OfJudge = ({ of: { judge_name, status } }: { readonly of: Assignment }) => (
  <span class={`tag ${status === 'SUBMITTED' ? 'good' : ''}`}>
    <span aria-hidden="true">{signs[status]} </span>
    {judge_name}, {words[status]}
  </span>
);

interface Listing {
  readonly work: Work;
  readonly track: string;
  readonly again: () => Promise<void>;
}
function Teams({ work, track, again }: Listing) {
  const { shown, turning } = useSlices(work.teams);
  const opened = useSignal('');
  const team = work.teams.find(({ id }) => id === opened.value);
  if (work.teams.length === 0) return <Empty>There is no team on this track yet.</Empty>;
  const columns: readonly Column<TeamWork>[] = [
    { name: 'Team', show: ({ name }) => <strong>{name}</strong> },
    {
      name: 'Judged by',
      show: ({ assignments }) =>
        assignments.length === 0 ? (
          <span class="quiet">nobody yet</span>
        ) : (
          <div class="row tight">
            {assignments.map((each) => (
              <OfJudge key={each.id} of={each} />
            ))}
          </div>
        ),
    },
    {
      name: 'Change',
      show: ({ id, name }) => (
        <Button kind="calm" aria-label={`Judges of ${name}`} onClick={() => (opened.value = id)}>
          Judges
        </Button>
      ),
    },
  ];
  return (
    <div class="listing">
      <Table caption="Teams and who judges them" columns={columns} rows={shown} keyOf={({ id }) => id} />
      <Pages {...turning} />
      <DeclinedTeams work={work} onReplace={(id) => (opened.value = id)} />
      {team && <TeamJudges team={team} work={work} track={track} again={again} onClose={() => (opened.value = '')} />}
    </div>
  );
}
