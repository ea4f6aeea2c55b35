import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { percent } from '../../shared/intl.ts';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { Rows, type Column } from '../parts/rows.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { useEvery, useFresh } from '../live.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form, useTexts } from '../parts/form.tsx';
import { ComingRows, Pages, Shown, useSlices } from '../parts/listing.tsx';
import { attempt } from '../parts/said.tsx';
import { forms } from '../parts/texts/en.ts';
import { hashOf, place } from '../place.ts';
import { DeclinedTeams } from './declined.tsx';
import { PlanReviews } from './plan-reviews.tsx';
import { TeamJudges } from './team-judges.tsx';
import { inviteJudge, readWork, type Assignment, type Progress, type TeamWork, type Work } from './requests.ts';
import { assigning, inviting, judging } from './texts/en.ts';

/** The assignments of judges to teams, and how far each judge is. */
export function Assignments({ track, name }: { readonly track: string; readonly name: string }) {
  const { live } = useHackathon();
  const work = useLoaded((signal) => readWork(track, signal), [track], 'judging');
  useFresh(live, work.again, ['assignment', 'role', 'team', 'criterion']);
  // There is no fact for scores before they are submitted.
  useEvery(30, work.again);
  const isPlanning = useSignal(false);
  return (
    <section class="card" aria-labelledby="assignments">
      <div class="row spread">
        <h2 id="assignments" class="unseen">
          {assigning.title}
        </h2>
        <div class="row">
          <AddJudge label={assigning.addJudge} track={track} name={name} />
          <Button
            disabled={!online.value || !work.data?.judges.length || work.data.teams.length === 0}
            onClick={() => (isPlanning.value = true)}
          >
            {assigning.assignJudges}
          </Button>
        </div>
      </div>
      <Shown of={work} coming={<ComingRows />}>
        {(data) => (
          <>
            <Overall work={data} />
            <Judges progress={data.progress} add={<AddJudge label={assigning.addFirst} track={track} name={name} />} />
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

interface Adding {
  readonly label: string;
  readonly track: string;
  readonly name: string;
}
function AddJudge({ label, track, name }: Adding) {
  const isOpen = useSignal(false);
  return (
    <>
      <Button kind="calm" disabled={!online.value} onClick={() => (isOpen.value = true)}>
        {label}
      </Button>
      {isOpen.value && <InviteJudge track={track} name={name} onClose={() => (isOpen.value = false)} />}
    </>
  );
}

/** A team is judged once every judge of it has handed in. */
const isJudged = ({ assignments }: TeamWork) =>
  assignments.length > 0 && assignments.every(({ status }) => status === 'SUBMITTED');

function Overall({ work: { teams, progress } }: { readonly work: Work }) {
  const judged = teams.filter(isJudged).length;
  const without = teams.filter(({ assignments }) => assignments.length === 0).length;
  return (
    <div>
      <p data-testid="progress">
        {assigning.overall(judged, teams.length, without, progress.overview.ready_assignments).join(' · ')}
      </p>
      <progress aria-label={assigning.progress} value={judged} max={Math.max(1, teams.length)} />
    </div>
  );
}

type JudgeProgress = Progress['judges'][number];
const judgeColumns: readonly Column<JudgeProgress>[] = [
  { name: judging.judge, show: ({ judge_name }) => judge_name },
  { name: assigning.teams, isNumber: true, show: ({ total_assignments: all }) => all },
  { name: assigning.handedIn, isNumber: true, show: ({ submitted_count: submitted }) => submitted },
  {
    name: assigning.progressColumn,
    isPlain: true,
    show: ({ judge_name, overall_progress: share }) => (
      <div class="row tight">
        <progress aria-label={assigning.progressOf(judge_name)} value={share} max={1} />
        <span class="small number">{percent(Number(share.toFixed(2)))}</span>
      </div>
    ),
  },
];

interface Judging {
  readonly progress: Progress;
  /** A button that adds the first. */
  readonly add: ComponentChild;
}
function Judges({ progress: { judges }, add }: Judging) {
  const { shown, turning } = useSlices(judges);
  if (judges.length === 0) {
    return <Empty action={add}>{assigning.noJudge}</Empty>;
  }
  return (
    <div class="listing">
      <Rows caption={assigning.judges} columns={judgeColumns} rows={shown} keyOf={({ judge_id }) => judge_id} />
      <Pages {...turning} />
    </div>
  );
}

const signs = { PENDING: '…', IN_PROGRESS: '≡', READY: '≡', SUBMITTED: '✓' } as const;

const OfJudge = ({ of: { judge_name, status } }: { readonly of: Assignment }) => (
  <span class={`tag ${status === 'SUBMITTED' ? 'good' : ''}`}>
    <span aria-hidden="true">{signs[status]} </span>
    {assigning[status](judge_name)}
  </span>
);

function NoTeam() {
  const others = (
    <a class="button calm" href={hashOf({ hackathon: place.value.hackathon, view: 'teams' })}>
      {assigning.seeTeams}
    </a>
  );
  return <Empty action={others}>{assigning.noTeam}</Empty>;
}

interface Listing {
  readonly work: Work;
  readonly track: string;
  readonly again: () => Promise<void>;
}
function Teams({ work, track, again }: Listing) {
  const { shown, turning } = useSlices(work.teams);
  const opened = useSignal('');
  const team = work.teams.find(({ id }) => id === opened.value);
  if (work.teams.length === 0) return <NoTeam />;
  const columns: readonly Column<TeamWork>[] = [
    { name: judging.team, show: ({ name }) => <strong>{name}</strong> },
    {
      name: assigning.judgedBy,
      isPlain: true,
      show: ({ assignments }) =>
        assignments.length === 0 ? (
          <span class="quiet">{assigning.nobody}</span>
        ) : (
          <div class="row tight">
            {assignments.map((each) => (
              <OfJudge key={each.id} of={each} />
            ))}
          </div>
        ),
    },
    {
      name: forms.change,
      at: 'end',
      show: ({ id, name }) => (
        <Button kind="calm" aria-label={assigning.judgesOf(name)} onClick={() => (opened.value = id)}>
          {judging.judges}
        </Button>
      ),
    },
  ];
  return (
    <div class="listing">
      <Rows caption={assigning.caption} columns={columns} rows={shown} keyOf={({ id }) => id} />
      <Pages {...turning} />
      <DeclinedTeams work={work} onReplace={(id) => (opened.value = id)} />
      {team && <TeamJudges team={team} work={work} track={track} again={again} onClose={() => (opened.value = '')} />}
    </div>
  );
}

interface Inviting {
  readonly track: string;
  readonly name: string;
  readonly onClose: () => void;
}
const nobody = { email: '', message: '' };

/** Invites somebody to judge a track; the form stays open for the next one. */
function InviteJudge({ track, name, onClose }: Inviting) {
  const hackathon = useHackathon();
  const { texts, field } = useTexts(nobody);
  const send = async () => {
    const { email, message } = texts.value;
    const outcome = (isNew: boolean) => (isNew ? inviting.invited(email) : inviting.wasInvited(email));
    if (!(await attempt(() => inviteJudge(hackathon, track, email, message.trim()), outcome))) return;
    texts.value = { ...nobody, message };
  };
  return (
    <Dialog title={inviting.title(name)} onClose={onClose}>
      <p class="quiet">{inviting.explained}</p>
      <Form onSend={send}>
        <Field label={forms.email} type="email" required autocomplete="off" {...field('email')} />
        <Field
          label={inviting.message}
          hint={forms.mayBeLeftOut}
          maxLength={2000}
          autocomplete="off"
          {...field('message')}
        />
        <Button>{inviting.invite}</Button>
      </Form>
    </Dialog>
  );
}
