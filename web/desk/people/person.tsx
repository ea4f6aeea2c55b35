/** The window of a person. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { Button } from '../../shared/button.tsx';
import { number } from '../../shared/intl.ts';
import { useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { Outside } from '../../shared/outside.tsx';
import { api } from '../../shared/session.ts';
import { moment } from '../../shared/time.ts';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Careful, Dialog } from '../parts/dialog.tsx';
import { Shown } from '../parts/listing.tsx';
import { attempt } from '../parts/said.tsx';
import { closePart } from '../place.ts';
import type { Place } from './by-hand.ts';
import { CheckIns } from './checkins.tsx';
import { Confirming } from './confirming.tsx';
import { Decide, Outcome } from './decide.tsx';
import { readDetails, type Details } from './details.ts';
import type { Held } from './held.ts';
import { decideOnTrack } from './deciding.ts';
import type { Person } from './requests.ts';
import { Status } from './status.tsx';
import { erasure, person as texts } from './texts/en.ts';

interface Props {
  /** The person's id in the address. */
  readonly part: string;
  /** The person as in the list, where they are in it. */
  readonly known: Person | undefined;
  /** Asks for the list again, where a decision changed it. */
  readonly again: () => Promise<void>;
}

/** Somebody with all there is to know and to decide about them. It has an address of its own. */
export function PersonWindow({ part, known, again }: Props) {
  const hackathon = useHackathon();
  const details = useLoaded(
    (signal) => readDetails(hackathon, part, signal),
    [part, hackathon.tracks.length],
    'person',
  );
  useFresh(hackathon.live, details.again, ['registration', 'team', 'person']);
  const changed = () => Promise.all([details.again(), again()]).then(() => undefined);
  const person = details.data?.person ?? known;
  useTitle(person?.name);
  return (
    <Dialog title={person?.name ?? texts.title} onClose={closePart}>
      {person && (
        <div class="row">
          <a href={`mailto:${person.email}`}>{person.email}</a>
          <Status of={person.status} />
        </div>
      )}
      <Shown of={details}>
        {(found) => (found ? <About details={found} changed={changed} /> : <p class="quiet">{texts.notFound}</p>)}
      </Shown>
    </Dialog>
  );
}

/** Has the tab named after the person for as long as their window is open. */
function useTitle(name: string | undefined): void {
  useLayoutEffect(() => {
    if (!name) return;
    const former = document.title;
    document.title = `${name} · ${former}`;
    return () => void (document.title = former);
  }, [name]);
}

interface Known {
  readonly details: Details;
  readonly changed: () => Promise<void>;
}
function About({ details, changed }: Known) {
  const { person, answers, registrations, teams, confirmation, consent, place } = details;
  const { zone, isAdministered } = useHackathon();
  return (
    <>
      <Deciding person={person} changed={changed} />
      {confirmation && 'parent' in person.place && (
        <Confirming id={person.place.parent} of={confirmation} changed={changed} />
      )}
      <Answers answers={answers} />
      {consent && <Consent {...consent} zone={zone} />}
      {'parent' in person.place && <ReviewsOf place={person.place.parent} />}
      {registrations.length > 0 && <Places registrations={registrations} changed={changed} />}
      <CheckIns name={person.name} id={place} places={placesIn(details)} />
      {teams.length > 0 && <History teams={teams} zone={zone} />}
      {isAdministered && !isErased(person) && <Erase id={place} name={person.name} changed={changed} />}
    </>
  );
}

/** The places that let somebody in. Somebody whom an organizer added has one in the hackathon, and none on a track. */
function placesIn({ person, place, registrations }: Details): Place[] {
  const inHackathon = 'parent' in person.place && person.status === 'accepted' ? [{ id: place, track: null }] : [];
  const onTracks = registrations.filter(({ status }) => status === 'accepted');
  return [...inHackathon, ...onTracks.map(({ id, track }) => ({ id, track: track.id }))];
}

/** Decides about the hackathon as a whole, and shows the outcome in place. */
function Deciding({ person, changed }: Pick<Details, 'person'> & Pick<Known, 'changed'>) {
  const last = useSignal<Pick<Held, 'person' | 'decision' | 'undo'>>();
  return (
    <div class="stack">
      {last.value && (
        <Outcome
          key={last.value.decision}
          held={last.value}
          onUndone={() => changed().then(() => void (last.value = undefined))}
        />
      )}
      <Decide
        person={person}
        onDecided={(decided, decision, undo) => {
          last.value = { person: decided, decision, undo };
          return changed();
        }}
      />
    </div>
  );
}

const Answers = ({ answers }: Pick<Details, 'answers'>) => (
  <section class="stack">
    <h3>{texts.answers}</h3>
    {answers.length === 0 && <p class="quiet">{texts.noAnswers}</p>}
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

const Consent = ({ at, to, zone }: NonNullable<Details['consent']> & { readonly zone: string }) => (
  <section class="stack" data-testid="consented">
    <h3>{texts.consent}</h3>
    <p>{texts.consented(moment(at, zone))}</p>
    <ul class="plain">
      {to.map((text) => (
        <li key={text}>
          <Outside to={text} />
        </li>
      ))}
    </ul>
  </section>
);

interface Placed extends Pick<Details, 'registrations'> {
  readonly changed: () => Promise<void>;
}
const Places = ({ registrations, changed }: Placed) => (
  <section class="stack">
    <h3>{texts.tracks}</h3>
    <ul class="plain">
      {registrations.map(({ id, track, status }) => (
        <li key={id} class="row">
          <span>{track.name}</span>
          <Status of={status} />
          {status !== 'accepted' && status !== 'cancelled' && (
            <Button
              kind="calm"
              disabled={!online.value}
              onClick={async () => {
                if (await attempt(() => decideOnTrack(id, 'accepted'), texts.acceptedOn(track.name))) await changed();
              }}
            >
              {texts.acceptOn(track.name)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  </section>
);

const History = ({ teams, zone }: Pick<Details, 'teams'> & { readonly zone: string }) => (
  <section class="stack">
    <h3>{texts.teams}</h3>
    <ul class="plain">
      {teams.map(({ teamId, teamName, track, joinedAt, leftAt }) => (
        <li key={`${teamId} ${joinedAt}`}>
          {teamName} <span class="quiet">({track.name})</span>
          <div class="quiet small">{texts.since(moment(joinedAt, zone), leftAt && moment(leftAt, zone))}</div>
        </li>
      ))}
    </ul>
  </section>
);

/**
 * The scores that reviewers gave the person; nothing where nobody reviewed their application.
 * @param place The id of their place in the hackathon.
 */
function ReviewsOf({ place }: { readonly place: string }) {
  const { live } = useHackathon();
  const { data, again } = useLoaded((signal) => api.registrations.listReviews({ id: place }, { signal }), [place]);
  useFresh(live, again, ['review']);
  if (!data || data.reviews.length === 0) return null;
  return (
    <section class="stack">
      <h3>{texts.reviews}</h3>
      <p>{data.evaluation_score === null ? texts.noScore : texts.score(number(data.evaluation_score))}</p>
      <ul class="plain">
        {data.reviews.map(({ reviewer_id, reviewer_name, score, note }) => (
          <li key={reviewer_id}>
            {texts.review(number(score), reviewer_name, (text) => (
              <span class="quiet">{text}</span>
            ))}
            {note && <div>{note}</div>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Nothing is left of them to erase. */
const isErased = ({ email }: Person): boolean => email.endsWith('@erased.invalid');

interface Erasing extends Pick<Known, 'changed'> {
  /** Of their place in the hackathon. */
  readonly id: string;
  readonly name: string;
}
/** For a request on paper. People erase their whole account by themselves. */
function Erase({ id, name, changed }: Erasing) {
  const erase = async () => {
    if (!(await attempt(() => api.registrations.eraseData({ id }), erasure.erased(name)))) return;
    await changed();
    closePart();
  };
  return (
    <section class="stack">
      <h3>{erasure.title}</h3>
      <div class="acts">
        <Careful label={erasure.erase} title={erasure.sure(name)} onYes={erase}>
          <span class="stack">
            <span>
              {erasure.gone((text) => (
                <b>{text}</b>
              ))}
            </span>
            <span>
              {erasure.kept((text) => (
                <b>{text}</b>
              ))}
            </span>
            <span>{erasure.forGood}</span>
          </span>
        </Careful>
      </div>
    </section>
  );
}
