/** The members of a team, with what their leader may do about each. */
import { useSignal } from '@preact/signals';
import { Notice } from '../../shared/notice.tsx';
import { api } from '../../shared/session.ts';
import { personId } from '../../shared/start.ts';
import { attempt } from '../attempt.ts';
import type { Team } from '../places.ts';
import { Sure } from './sure.tsx';
import { team as texts } from './texts/en.ts';

interface Props {
  readonly team: Team;
  /** Whether the person leads it, and teams may change. */
  readonly mayLead: boolean;
}

export function Members({ team: { id, members }, mayLead }: Props) {
  const wrong = useSignal('');
  const ask = async (work: () => Promise<unknown>) => (wrong.value = await attempt(work));
  return (
    <>
      <ul class="members small">
        {members.map(({ user_id, name, role }) => (
          <li key={user_id} class="row spread" data-testid="team-member">
            <span class="member">
              {name ?? texts.left}
              {role === 'LEADER' && <span class="quiet"> · {texts.leads}</span>}
            </span>
            {mayLead && user_id !== personId.value && (
              <Powers
                name={name ?? texts.left}
                lead={() => ask(() => api.teams.lead({ id, user_id }))}
                remove={() => ask(() => api.teams.dismiss({ id, user_id }))}
              />
            )}
          </li>
        ))}
      </ul>
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
    </>
  );
}

interface Powered {
  readonly name: string;
  readonly lead: () => unknown;
  readonly remove: () => unknown;
}
/** Both ask first: a leader cannot take them back alone. */
const Powers = ({ name, lead, remove }: Powered) => (
  <span class="powers">
    <Sure
      kind="bare"
      testId="team-lead"
      label={texts.makeLeader}
      aria-label={texts.makeNamedLeader(name)}
      title={texts.leadQuestion(name)}
      no={texts.cancel}
      act={lead}
    >
      <p>{texts.leadMeans(name)}</p>
    </Sure>
    <Sure
      testId="team-remove"
      label={texts.remove}
      aria-label={texts.removeNamed(name)}
      title={texts.removeQuestion(name)}
      no={texts.cancel}
      act={remove}
    >
      <p>{texts.removeMeans}</p>
    </Sure>
  </span>
);
