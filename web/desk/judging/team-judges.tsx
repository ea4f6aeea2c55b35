import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { Ticks, useTicks } from '../parts/ticks.tsx';
import { count } from '../parts/words.ts';
import { assign, reopen, unassign, type Assignment, type TeamWork, type Work } from './requests.ts';

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
    if (!(await attempt(() => assign(track, team.id, ticked), 'Assigned. They see it when they next look.'))) return;
    clear();
    await again();
  };
  const free = freeFor(team, work);
  return (
    <Dialog title={`Judges of ${team.name}`} onClose={onClose}>
      <ul class="plain">
        {team.assignments.map((assignment) => (
          <Assigned key={assignment.id} assignment={assignment} again={again} />
        ))}
      </ul>
      {free.length > 0 && (
        <Form onSend={add}>
          <Ticks legend="Further judges" options={free} ticked={ticked} onToggle={toggle} />
          <Button disabled={ticked.length === 0}>Assign</Button>
        </Form>
      )}
    </Dialog>
  );
}

/** Judges whom the team does not have yet: those with the fewest teams first, and who declined it last. */
function freeFor(team: TeamWork, { judges, progress, declined }: Work) {
  const loads = new Map(progress.judges.map((judge) => [judge.judge_id, judge.total_assignments]));
  const gone = new Set(declined.filter(({ team_id }) => team_id === team.id).map((each) => each.judge_user_id));
  return judges
    .filter(({ user_id }) => !team.assignments.some((each) => each.judge_user_id === user_id))
    .map(({ user_id: id, name }) => ({ id, name, load: loads.get(id) ?? 0, isGone: gone.has(id) }))
    .sort((a, b) => Number(a.isGone) - Number(b.isGone) || a.load - b.load)
    .map(({ id, name, load, isGone }) => {
      const more = isGone ? <span class="tag warn">! declined this team</span> : count(load, 'team');
      return { id, name, more: <span class="quiet small">{more}</span> };
    });
}

interface One {
  readonly assignment: Assignment;
  readonly again: () => Promise<void>;
}
/** What cannot be taken back is asked about in place, for one window is enough. */
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
            <Button kind="calm" aria-label={`Reopen: ${judge_name}`} onClick={() => (asks.value = 'reopen')}>
              Reopen
            </Button>
          )}
          <Button kind="calm" aria-label={`Unassign: ${judge_name}`} onClick={() => (asks.value = 'unassign')}>
            Unassign
          </Button>
        </div>
      </div>
      {asks.value === 'unassign' && (
        <div class="row">
          <p>Every score {judge_name} gave this team is deleted.</p>
          <Button kind="danger" onClick={() => done(() => unassign(id), `${judge_name} is unassigned.`)}>
            Unassign
          </Button>
        </div>
      )}
      {asks.value === 'reopen' && (
        <Reopen onReason={(reason) => done(() => reopen(id, reason), `${judge_name} can change the scores again.`)} />
      )}
    </li>
  );
}

function Reopen({ onReason }: { readonly onReason: (reason: string) => Promise<void> }) {
  const reason = useSignal('');
  return (
    <Form onSend={() => onReason(reason.value)}>
      <Field
        label="Why"
        hint="Is kept with the change. Until handed in anew, these scores do not count."
        required
        maxLength={500}
        value={reason.value}
        onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
      />
      <Button>Reopen</Button>
    </Form>
  );
}
