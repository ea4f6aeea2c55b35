/** Lets a person without a team start one, join an open one, or see others who look for one. */
import { useSignal } from '@preact/signals';
import type { Answer } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { wrongWith, useSending } from '../../shared/sending.ts';
import { inWords } from '../../shared/refused.ts';
import { api } from '../../shared/session.ts';
import { attempt } from '../attempt.ts';
import { known, renew } from '../places.ts';
import { finding } from './texts/en.ts';

interface Props {
  /** Id of the track. */
  readonly track: string;
}
type Teammates = Answer<'teams', 'listTeammates'>;

export function FindTeam({ track }: Props) {
  // Read again with the page, so that full and open teams update.
  const { data } = useLoaded(
    (signal) => api.teams.listTeammates({ eventId: track }, { signal }),
    [track, known.value?.at],
  );
  // It stands here, because a team that is full leaves the list.
  const wrong = useSignal('');
  const join = async (team_id: string) => (wrong.value = await attempt(() => api.teams.join({ team_id })));
  return (
    <section class="part" data-testid="me-no-team">
      <h3>{finding.title}</h3>
      <p class="small">{finding.noTeam}</p>
      {data && data.teams.length > 0 && <OpenTeams teams={data.teams} join={join} />}
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
      {data && data.people.length > 0 && <Looking people={data.people} />}
      <details>
        <summary>{finding.start}</summary>
        <Found track={track} />
      </details>
    </section>
  );
}

interface Joining extends Pick<Teammates, 'teams'> {
  readonly join: (id: string) => unknown;
}
function OpenTeams({ teams, join }: Joining) {
  return (
    <>
      <h4>{finding.open}</h4>
      <ul class="members stack">
        {teams.map(({ id, name, problem, members, places_left }) => (
          <li key={id} class="row spread">
            <span>
              {name} <span class="quiet small">{finding.placesLeft(places_left)}</span>
              {problem && <span class="small block">{problem}</span>}
              <span class="small quiet block">{members.join(', ')}</span>
            </span>
            <Button kind="calm" data-testid="team-join" aria-label={finding.joinTeam(name)} onClick={() => join(id)}>
              {finding.join}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

const Looking = ({ people }: Pick<Teammates, 'people'>) => (
  <details>
    <summary>{finding.looking(people.length)}</summary>
    <ul class="members small">
      {people.map(({ user_id, first_name, skills }) => (
        <li key={user_id}>
          {first_name}
          {skills.length > 0 && <span class="quiet"> · {skills.join(', ')}</span>}
        </li>
      ))}
    </ul>
  </details>
);

function Found({ track }: Props) {
  const { refused, isSending, onSubmit } = useSending(async ({ name = '', problem = '', isOpen }) => {
    await api.teams.found({ eventId: track, name, ...(problem && { problem }), isOpen: isOpen === 'on' });
    await renew();
  });
  const wrong = wrongWith(refused, 'name');
  return (
    <form class="stack" onSubmit={onSubmit}>
      <Field label={finding.name} name="name" data-testid="team-name" required maxLength={100} wrong={wrong} />
      <Field label={finding.problem} name="problem" wrong={wrongWith(refused, 'problem')} />
      <div class="field">
        <label class="tick">
          <input type="checkbox" name="isOpen" defaultChecked />
          {finding.isOpen}
        </label>
      </div>
      {refused && !wrong && <Notice kind="bad">{inWords(refused)}</Notice>}
      <div class="row">
        <Button data-testid="team-found" disabled={isSending}>
          {finding.found}
        </Button>
      </div>
    </form>
  );
}
