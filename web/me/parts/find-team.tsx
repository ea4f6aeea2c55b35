/** Lets a person without a team start one, join one, or be seen by others who look for members. */
import { useSignal } from '@preact/signals';
import { isRefusal, type Answer } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Tick } from '../../shared/tick.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { wrongWith, useSending } from '../../shared/sending.ts';
import { api, serverNow } from '../../shared/session.ts';
import { moment } from '../../shared/time.ts';
import { attempt, thenRenew, wordsFor } from '../attempt.ts';
import { known, type Place } from '../places.ts';
import { SentTick } from './sent-tick.tsx';
import { finding, team as texts } from './texts/en.ts';

interface Props {
  readonly place: Place;
  /** Id of the track. */
  readonly track: string;
  readonly zone: string;
}
type Teammates = Answer<'teams', 'listTeammates'>;

export function FindTeam({ place, track, zone }: Props) {
  // Read again with the page, so that full and open teams update.
  const { data } = useLoaded(
    (signal) => api.teams.listTeammates({ eventId: track }, { signal }),
    [track, known.value?.at],
  );
  return (
    <section class="part" data-testid="me-no-team">
      <h3>{finding.title}</h3>
      {data && isFixed(data) ? (
        <p class="small" data-testid="team-locked">
          {whyFixed(data, zone)}
        </p>
      ) : (
        <>
          <p class="small">{finding.noTeam}</p>
          <details>
            <summary>{finding.start}</summary>
            <Found track={track} />
          </details>
          <details>
            <summary>{finding.byCode}</summary>
            <JoinByCode />
          </details>
          <Looking people={data?.people ?? []} place={place} />
          <OpenTeams teams={data?.teams ?? []} />
        </>
      )}
    </section>
  );
}

type Forming = Pick<Teammates, 'self_service' | 'locked_at'>;

/** Whether people cannot form teams themselves, by the server's clock. */
export const isFixed = ({ self_service, locked_at }: Forming): boolean =>
  !self_service || (locked_at !== null && Date.parse(locked_at) <= serverNow());

/** Why people cannot form teams themselves. @param zone Of the track. */
export const whyFixed = ({ self_service, locked_at }: Forming, zone: string) =>
  self_service && locked_at ? texts.isLocked(moment(locked_at, zone)) : finding.byOrganizers;

/** Says beside a team why it was not joined, and above the others where it has left the list, because it is full. */
function OpenTeams({ teams }: Pick<Teammates, 'teams'>) {
  const wrong = useSignal({ id: '', why: '' });
  const join = async (id: string) => (wrong.value = { id, why: await attempt(() => api.teams.join({ team_id: id })) });
  const problem = (isHere: boolean) => isHere && wrong.value.why && <Notice kind="bad">{wrong.value.why}</Notice>;
  return (
    <>
      {teams.length > 0 && <h4>{finding.open}</h4>}
      {problem(!teams.some(({ id }) => id === wrong.value.id))}
      <ul class="members stack">
        {teams.map((team) => (
          <li key={team.id}>
            <OpenTeam team={team} join={() => join(team.id)} />
            {problem(team.id === wrong.value.id)}
          </li>
        ))}
      </ul>
    </>
  );
}

interface Joining {
  readonly team: Teammates['teams'][number];
  readonly join: () => unknown;
}
const OpenTeam = ({ team: { name, problem, members, places_left }, join }: Joining) => (
  <div class="row spread">
    <span class="member">
      {name}
      {problem && <span class="small block">{problem}</span>}
      <span class="small quiet block">
        {members.join(', ')} · {finding.placesLeft(places_left)}
      </span>
    </span>
    <Button kind="calm" data-testid="team-join" aria-label={finding.joinTeam(name)} onClick={join}>
      {finding.join}
    </Button>
  </div>
);

/** For a code that was read out, or a link that opened elsewhere. */
function JoinByCode() {
  const wrong = useSignal('');
  const { isSending, onSubmit } = useSending(async ({ code = '' }) => {
    wrong.value = await attempt(() => api.teams.join({ code }));
  });
  return (
    <form class="stack" onSubmit={onSubmit}>
      <Field
        label={finding.code}
        name="code"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        required
        maxLength={64}
        data-testid="team-code"
        wrong={wrong.value || undefined}
      />
      <div class="row">
        <Button kind="calm" data-testid="team-join-code" disabled={isSending}>
          {finding.join}
        </Button>
      </div>
    </form>
  );
}

/** The others who look for a team, and whether this person is shown to them. */
function Looking({ people, place }: Pick<Teammates, 'people'> & Pick<Props, 'place'>) {
  const { id, looking_for_team: isLooking } = place.super_event_registration;
  return (
    <>
      {people.length > 0 && (
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
      )}
      <SentTick
        testId="team-looking"
        isOn={isLooking}
        send={(looking_for_team) => api.registrations.updateParent({ id, looking_for_team })}
      >
        {finding.isLooking}
      </SentTick>
    </>
  );
}

function Found({ track }: Pick<Props, 'track'>) {
  const { refused, isSending, onSubmit } = useSending(async ({ name = '', problem = '', isOpen }) => {
    const team = { eventId: track, name, ...(problem && { problem }), isOpen: isOpen === 'on' };
    await thenRenew(api.teams.found(team));
  });
  return (
    <form class="stack" onSubmit={onSubmit}>
      <Field
        label={finding.name}
        name="name"
        data-testid="team-name"
        required
        maxLength={100}
        wrong={wrongWith(refused, 'name')}
      />
      <Field label={finding.problem} name="problem" wrong={wrongWith(refused, 'problem')} />
      <div class="field">
        <Tick name="isOpen" defaultChecked>
          {finding.isOpen}
        </Tick>
      </div>
      {refused && !isRefusal(refused, 'VALIDATION_FAILED') && <Notice kind="bad">{wordsFor(refused)}</Notice>}
      <div class="row">
        <Button data-testid="team-found" disabled={isSending}>
          {finding.found}
        </Button>
      </div>
    </form>
  );
}
