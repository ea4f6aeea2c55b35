/** Leaves a team, after a question; a leader chooses the next one. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Notice } from '../../shared/notice.tsx';
import { api } from '../../shared/session.ts';
import { personId } from '../../shared/start.ts';
import { attempt } from '../attempt.ts';
import type { Team } from '../places.ts';
import { Sure } from './sure.tsx';
import { team as texts } from './texts/en.ts';

export function LeaveTeam({ team }: { readonly team: Team }) {
  const others = team.members.filter(({ user_id }) => user_id !== personId.value);
  const wrong = useSignal('');
  const chosen = useSignal('');
  const isSucceeded = team.role === 'LEADER' && others.length > 0;
  // Somebody who was chosen may have left meanwhile.
  const successor = others.find(({ user_id }) => user_id === chosen.value) ?? others[0];
  const leave = async () => {
    const named = isSucceeded && successor ? { successor_user_id: successor.user_id } : {};
    wrong.value = await attempt(() => api.teams.leave({ id: team.id, ...named }));
  };
  return (
    <>
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
      <div class="row">
        <Sure
          label={texts.leave}
          testId="team-leave"
          title={texts.leaveQuestion(team.name)}
          yes={texts.leaveIt}
          no={texts.stay}
          act={leave}
        >
          <p>{others.length > 0 ? texts.othersStay : texts.isLast}</p>
          {isSucceeded && successor && (
            <Successor of={others} chosen={successor.user_id} choose={(id) => (chosen.value = id)} />
          )}
        </Sure>
      </div>
    </>
  );
}

interface Choosing {
  readonly of: Team['members'];
  readonly chosen: string;
  readonly choose: (id: string) => unknown;
}
function Successor({ of, chosen, choose }: Choosing) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{texts.whoLeads}</label>
      <select id={id} value={chosen} onChange={({ currentTarget }) => void choose(currentTarget.value)}>
        {of.map(({ user_id, name }) => (
          <option key={user_id} value={user_id}>
            {name ?? texts.left}
          </option>
        ))}
      </select>
    </div>
  );
}
