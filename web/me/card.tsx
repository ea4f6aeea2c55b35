/** A hackathon of a person: the application, a ticket for each track, the team, and the result. */
import { useSignal } from '@preact/signals';
import { Show } from '../shared/loaded.tsx';
import type { Card, Place, Places, Status } from './places.ts';
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

export function HackathonCard({ name, card, teams }: Props) {
  const { hackathon, parent, places } = card;
  const parts = useParts().data;
  const only = places.length === 1 ? places[0] : undefined;
  // A single track says how things stand; of several each says it for itself, below the hackathon.
  const status = only?.status ?? parent.status;
  // Nobody is in two teams of a hackathon.
  const isInTeam = places.some(({ team }) => team !== null);
  return (
    <article class="ticket paper" data-testid="me-card" aria-label={hackathon.name}>
      <header class="head">
        {only?.event && <p>{hackathon.name}</p>}
        <h2>{only?.event?.name ?? hackathon.name}</h2>
        <When {...whenOf(only?.event ?? null, hackathon)} />
        {name && <p class="guest">{name}</p>}
      </header>
      <div class="body">
        <Standing status={status} testId="me-status" />
        {!isOver(whenOf(null, hackathon)) && parts && <parts.Confirm card={card} />}
        {places.map((place) => (
          <Track key={place.id} place={place} team={place.team ? teams[place.team.id] : undefined} mayJoin={!isInTeam}>
            {!only && <Heading place={place} />}
          </Track>
        ))}
        <Answers card={card} />
        {parent.status === 'accepted' && parts && <parts.AllProjects hackathon={hackathon.id} />}
        {!isOver(whenOf(null, hackathon)) && parts && <parts.GiveUp card={card} />}
      </div>
    </article>
  );
}

/** One of several tracks. */
function Heading({ place }: { readonly place: Place }) {
  const { event, super_event, status } = place;
  return (
    <>
      <h3>{event?.name ?? super_event.name}</h3>
      {event?.start_at && event.start_at !== super_event.start_at && <When {...whenOf(event, super_event)} />}
      <Standing status={status} testId="me-track-status" />
    </>
  );
}

function Standing({ status, testId }: { readonly status: Status; readonly testId: string }) {
  const [word, meaning] = statuses[status];
  return (
    <p class="row spread" data-testid={testId} data-status={status}>
      <span class={`tag ${kinds[status]}`}>{word}</span>
      <span class="small">{meaning}</span>
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
