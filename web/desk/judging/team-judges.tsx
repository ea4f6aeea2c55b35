import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form, Ticks, useTicks } from '../parts/form.tsx';
import { ButtonFor } from '../parts/listing.tsx';
import { attempt } from '../parts/said.tsx';
import { assign, reopen, unassign, type Assignment, type TeamWork, type Work } from './requests.ts';
import { assigning, ofTeam } from './texts/en.ts';

interface Props {
  readonly team: TeamWork;
  readonly work: Work;
  readonly track: string;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

/** Gives a team judges, and takes them away. */
export function TeamJudges({ team, work, track, again, onClose }: Props) {
  const { ticked, toggle, clear } = useTicks();
  const add = async () => {
    if (!(await attempt(() => assign(track, team.id, ticked), ofTeam.assigned))) return;
    clear();
    await again();
  };
  const free = freeFor(team, work);
  return (
    <Dialog title={assigning.judgesOf(team.name)} onClose={onClose}>
      <ul class="plain">
        {team.assignments.map((assignment) => (
          <Assigned key={assignment.id} assignment={assignment} again={again} />
        ))}
      </ul>
      {free.length > 0 && (
        <Form onSend={add}>
          <Ticks legend={ofTeam.further} options={free} ticked={ticked} onToggle={toggle} />
          <Button disabled={ticked.length === 0}>{ofTeam.assign}</Button>
        </Form>
      )}
    </Dialog>
  );
}

/** Judges who do not have the team yet: those with the fewest teams first, those who declined it last. */
function freeFor(team: TeamWork, { judges, progress, declined }: Work) {
  const loads = new Map(progress.judges.map((judge) => [judge.judge_id, judge.total_assignments]));
  const gone = new Set(declined.filter(({ team_id }) => team_id === team.id).map((each) => each.judge_user_id));
  return judges
    .filter(({ user_id }) => !team.assignments.some((each) => each.judge_user_id === user_id))
    .map(({ user_id: id, name }) => ({ id, name, load: loads.get(id) ?? 0, isGone: gone.has(id) }))
    .sort((a, b) => Number(a.isGone) - Number(b.isGone) || a.load - b.load)
    .map(({ id, name, load, isGone }) => {
      const more = isGone ? <span class="tag warn">{ofTeam.declined}</span> : ofTeam.load(load);
      return { id, name, more: <span class="quiet small">{more}</span> };
    });
}

interface One {
  readonly assignment: Assignment;
  readonly again: () => Promise<void>;
}
/** Asks in place before a change that cannot be undone, for one window is enough. */
function Assigned({ assignment, again }: One) {
  const { id, judge_name, status } = assignment;
  const asks = useSignal<'unassign' | 'reopen'>();
  const done = async (work: () => Promise<unknown>, text: string) => {
    if (!(await attempt(work, text))) return;
    asks.value = undefined;
    await again();
  };
  return (
    <li class="stack">
      <div class="row spread">
        <strong>{judge_name}</strong>
        <div class="row tight">
          {status === 'SUBMITTED' && (
            <ButtonFor label={ofTeam.reopen} about={judge_name} kind="calm" onClick={() => (asks.value = 'reopen')} />
          )}
          <ButtonFor label={ofTeam.unassign} about={judge_name} kind="calm" onClick={() => (asks.value = 'unassign')} />
        </div>
      </div>
      {asks.value === 'unassign' && (
        <div class="row">
          <p>{ofTeam.scoresGo(judge_name)}</p>
          <Button kind="danger" onClick={() => done(() => unassign(id), ofTeam.unassigned(judge_name))}>
            {ofTeam.unassign}
          </Button>
        </div>
      )}
      {asks.value === 'reopen' && (
        <Reopen onReason={(reason) => done(() => reopen(id, reason), ofTeam.reopened(judge_name))} />
      )}
    </li>
  );
}

function Reopen({ onReason }: { readonly onReason: (reason: string) => Promise<void> }) {
  const reason = useSignal('');
  return (
    <Form onSend={() => onReason(reason.value)}>
      <Field
        label={ofTeam.why}
        hint={ofTeam.whyHint}
        required
        maxLength={500}
        value={reason.value}
        onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
      />
      <Button>{ofTeam.reopen}</Button>
    </Form>
  );
}
