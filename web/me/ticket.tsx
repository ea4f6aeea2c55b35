import type { ComponentChild } from 'preact';
import { moment } from '../shared/time.ts';
import type { Place, Places, Result } from './places.ts';
import { QrCode } from '../shared/qr-code.tsx';

type Status = Place['status'];
const words: Readonly<Record<Status, readonly [kind: string, word: string, what: string]>> = {
  accepted: ['good', '✓ You are in', 'Show this code at the door.'],
  pending: ['', '… Applied', 'The organizers have not decided yet. Your ticket appears here when they have.'],
  waitlisted: ['warn', '… Waiting list', 'There may be a seat later. Your ticket appears here then.'],
  rejected: ['bad', '✕ Not accepted', 'The organizers could not offer you a place.'],
  cancelled: ['', '✕ Cancelled', 'This registration was cancelled.'],
};

interface Props {
  readonly place: Place;
  readonly team: Places['teams'][string] | undefined;
}

/** One place of a person: the code for the door where there is one, the team, and how it went. */
export function Ticket({ place, team }: Props) {
  const { event, super_event, status, checkin_token } = place;
  const [kind, word, what] = words[status];
  const { start_at, tz } = event ?? super_event;
  const zone = tz ?? super_event.tz ?? 'UTC';
  return (
    <article class="ticket paper" aria-label={`${super_event.name}${event ? `, ${event.name}` : ''}`}>
      <header class="stack tight">
        <p class="quiet small">{super_event.name}</p>
        <h2>{event?.name ?? super_event.name}</h2>
        {start_at && <p class="quiet small">{moment(start_at, zone)}</p>}
      </header>
      {status === 'accepted' && <QrCode text={checkin_token} label="The QR code of your ticket" testId="ticket-qr" />}
      <p class="row spread">
        <span class={`tag ${kind}`}>{word}</span>
        <span class="small">{what}</span>
      </p>
      {place.team && <Team name={place.team.name} team={team} />}
    </article>
  );
}

function Team({ name, team }: { readonly name: string; readonly team: Props['team'] }) {
  const others = team?.members.map((member) => member.name ?? 'Somebody who left').join(', ');
  return (
    <section class="part">
      <h3>Team {name}</h3>
      {others && <p class="small">{others}</p>}
      {team?.result && <Outcome result={team.result} />}
    </section>
  );
}

const Outcome = ({ result }: { readonly result: Result }) => (
  <div data-testid="result">
    <p class="rank">
      Rank {result.rank} <span class="quiet">with {result.overall_score} points</span>
    </p>
    <dl>{result.score_breakdown.map(line)}</dl>
    {result.explanation && (
      <details>
        <summary>How the points came about</summary>
        <ul class="small">
          {result.explanation.map((sentence, place) => (
            <li key={place}>{sentence}</li>
          ))}
        </ul>
      </details>
    )}
  </div>
);

const line = (one: Result['score_breakdown'][number]): ComponentChild => (
  <div key={one.criterion_name}>
    <dt class="row spread">
      <span>{one.criterion_name}</span>
      <span class="number">{one.score_value}</span>
    </dt>
    {one.feedback && <dd class="small">{one.feedback}</dd>}
  </div>
);
