import { Button } from '../../shared/button.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { moment } from '../../shared/time.ts';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Dialog } from '../parts/dialog.tsx';
import { attempt } from '../parts/said.tsx';
import { Shown } from '../parts/shown.tsx';
import { Status } from '../parts/status.tsx';
import { CheckIns } from './checkins.tsx';
import { decideOnTrack, readDetails, type Details, type Person } from './requests.ts';

interface Props {
  readonly person: Person;
  readonly onClose: () => void;
  /** Asks for the list again, where a decision changed it. */
  readonly again: () => Promise<void>;
}

export function PersonDetails({ person, onClose, again }: Props) {
  const hackathon = useHackathon();
  const details = useLoaded((signal) => readDetails(hackathon, person, signal), [person.key]);
  useFresh(hackathon.live, details.again, ['registration', 'team']);
  const changed = () => Promise.all([details.again(), again()]);
  return (
    <Dialog title={person.name} onClose={onClose}>
      {person.email && <a href={`mailto:${person.email}`}>{person.email}</a>}
      <Shown of={details}>
        {({ answers, registrations, teams }) => (
          <>
            <Answers answers={answers} />
            {registrations.length > 0 && <Places registrations={registrations} changed={changed} />}
            <CheckIns name={person.name} registrations={registrations} />
            {teams.length > 0 && <History teams={teams} zone={hackathon.zone} />}
          </>
        )}
      </Shown>
    </Dialog>
  );
}

const Answers = ({ answers }: Pick<Details, 'answers'>) => (
  <section class="stack">
    <h3>Answers</h3>
    {answers.length === 0 && <p class="quiet">Nothing was asked, or nothing answered.</p>}
    <dl class="answers">
      {answers.map(({ question, answer }, index) => (
        <div key={index}>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
);

interface Placed extends Pick<Details, 'registrations'> {
  readonly changed: () => Promise<unknown>;
}
const Places = ({ registrations, changed }: Placed) => (
  <section class="stack">
    <h3>Tracks</h3>
    <ul class="plain">
      {registrations.map(({ id, track, status }) => (
        <li key={id} class="row">
          <span>{track.name}</span>
          <Status of={status} />
          {(status === 'pending' || status === 'waitlisted') && (
            <Button
              kind="calm"
              aria-label={`Accept on ${track.name}`}
              onClick={async () => {
                if (await attempt(() => decideOnTrack(id, 'accepted'), `Accepted on ${track.name}.`)) await changed();
              }}
            >
              Accept here
            </Button>
          )}
        </li>
      ))}
    </ul>
  </section>
);

const History = ({ teams, zone }: Pick<Details, 'teams'> & { readonly zone: string }) => (
  <section class="stack">
    <h3>Teams</h3>
    <ul class="plain">
      {teams.map(({ teamId, teamName, track, joinedAt, leftAt }) => (
        <li key={`${teamId} ${joinedAt}`}>
          {teamName} <span class="quiet">({track.name})</span>
          <div class="quiet small">
            since {moment(joinedAt, zone)}
            {leftAt && `, left ${moment(leftAt, zone)}`}
          </div>
        </li>
      ))}
    </ul>
  </section>
);
