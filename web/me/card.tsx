/** A hackathon of a person: the application, a ticket for each track, the team, and the result. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keep, recall } from '../shared/kept.ts';
import { Show } from '../shared/loaded.tsx';
import { personId } from '../shared/start.ts';
import { isTicket, type Card, type Place, type Places, type Status } from './places.ts';
import { Track, useParts } from './track.tsx';
import { isOver, When, whenOf } from './when.tsx';
import { statuses, ticket } from './texts/en.ts';

const kinds: Readonly<Record<Status, string>> = {
  accepted: 'good',
  pending: '',
  waitlisted: 'warn',
  rejected: 'bad',
  cancelled: '',
};

interface Props {
  /** Of the guest. */
  readonly name: string | undefined;
  readonly card: Card;
  readonly teams: Places['teams'];
}

/** A ticket, or what has become of an application. */
export function HackathonCard(props: Props) {
  const { hackathon, parent } = props.card;
  const isValid = isTicket(props.card);
  const isNew = useFirstLook(isValid ? parent.id : undefined);
  return (
    <article
      class={isValid ? `ticket paper ${isNew ? 'new' : ''}` : 'card'}
      data-testid="me-card"
      data-new={String(isNew)}
      aria-label={hackathon.name}
    >
      {!isValid && <Standing status={statusOf(props.card)} testId="me-status" />}
      <Head {...props} />
      <Body {...props} />
    </article>
  );
}

/** A single track says how things stand; of several each says it for itself, below the hackathon. */
const statusOf = ({ parent, places: [place, ...others] }: Card): Status =>
  place && others.length === 0 ? place.status : parent.status;

function Head({ name, card }: Props) {
  const { hackathon, places } = card;
  const track = places.length === 1 ? places[0]?.event : undefined;
  return (
    <header class={isTicket(card) ? 'head' : ''}>
      <h2>{hackathon.name}</h2>
      {track && <p>{track.name}</p>}
      <When {...whenOf(track ?? null, hackathon)} />
      {isTicket(card) && name && <p class="guest">{name}</p>}
    </header>
  );
}

function Body({ name, card, teams }: Props) {
  const { hackathon, parent, places } = card;
  const parts = useParts().data;
  const isOnly = places.length === 1;
  const standing = isTicket(card) && <Standing status={statusOf(card)} testId="me-status" />;
  // Nobody is in two teams of a hackathon.
  const isInTeam = places.some(({ team }) => team !== null);
  const upTo = isOver(whenOf(null, hackathon)) ? undefined : parts;
  return (
    <div class="body">
      {places.map((place) => (
        <Track
          key={place.id}
          guest={name}
          place={place}
          team={place.team ? teams[place.team.id] : undefined}
          mayJoin={!isInTeam}
          standing={isOnly ? standing : <Standing status={place.status} testId="me-track-status" />}
        >
          {!isOnly && <Heading place={place} />}
        </Track>
      ))}
      {!isOnly && standing}
      {upTo && <upTo.Confirm card={card} />}
      <Answers card={card} />
      {parent.status === 'accepted' && parts && <parts.AllProjects hackathon={hackathon.id} />}
      {upTo && <upTo.GiveUp card={card} />}
    </div>
  );
}

/** Whether a ticket that was not seen on this device before is seen now: it comes with a movement. */
function useFirstLook(id: string | undefined): boolean | undefined {
  const isFirst = useSignal<boolean | undefined>(undefined);
  const person = personId.value;
  useEffect(() => {
    if (!person || id === undefined) return;
    const name = `seen/${id}`;
    void recall<boolean>(person, name).then((isSeen) => {
      isFirst.value = isSeen === undefined;
      return keep(person, name, true);
    });
  }, [person, id]);
  return isFirst.value;
}

/** One of several tracks. */
function Heading({ place }: { readonly place: Place }) {
  const { event, super_event } = place;
  return (
    <>
      <h3>{event?.name ?? super_event.name}</h3>
      {event?.start_at && event.start_at !== super_event.start_at && <When {...whenOf(event, super_event)} />}
    </>
  );
}

function Standing({ status, testId }: { readonly status: Status; readonly testId: string }) {
  const [word, meaning] = statuses[status];
  return (
    <p class="standing" data-testid={testId} data-status={status}>
      <span class={`tag ${kinds[status]}`}>{word}</span>
      <span>{meaning}</span>
    </p>
  );
}

/** The answers of an application, read when somebody wants to see them. */
function Answers({ card }: { readonly card: Card }) {
  const isOpen = useSignal(false);
  const toggle = (event: { readonly currentTarget: HTMLDetailsElement }) => (isOpen.value = event.currentTarget.open);
  return (
    <details class="part answers" data-testid="me-answers" onToggle={toggle}>
      <summary>{ticket.answers}</summary>
      {isOpen.value && <Opened card={card} />}
    </details>
  );
}

function Opened({ card }: { readonly card: Card }) {
  return <Show of={useParts()}>{({ Sheets }) => <Sheets card={card} />}</Show>;
}
