/** The members of a team, with what their leader may do about each. */
import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Notice } from '../../shared/notice.tsx';
import { api } from '../../shared/session.ts';
import { personId } from '../../shared/start.ts';
import { attempt } from '../attempt.ts';
import type { Team } from '../places.ts';
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
const Powers = ({ name, lead, remove }: Powered) => (
  <span class="powers">
    <Button kind="bare" aria-label={texts.makeNamedLeader(name)} onClick={lead}>
      {texts.makeLeader}
    </Button>
    <Button kind="danger" aria-label={texts.removeNamed(name)} onClick={remove}>
      {texts.remove}
    </Button>
  </span>
);
