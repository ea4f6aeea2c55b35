import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { MusterError } from '../../clients/typescript/src/index.ts';
import { Asking } from '../shared/asking.tsx';
import { Button } from '../shared/button.tsx';
import { Notice } from '../shared/notice.tsx';
import { QrCode } from '../shared/qr-code.tsx';
import { inWords, isOffline } from '../shared/refused.ts';
import { api } from '../shared/session.ts';
import { period } from '../shared/time.ts';
import { renew, type Place, type Places, type Result } from './places.ts';

type Status = Place['status'];
const words: Readonly<Record<Status, readonly [kind: string, word: string, what: string]>> = {
  accepted: ['good', '✓ You are in', 'Show this code at the door.'],
  pending: ['', '… Applied', 'The organizers have not decided yet. Your ticket appears here when they have.'],
  waitlisted: ['warn', '… Waiting list', 'There may be a seat later. Your ticket appears here then.'],
  rejected: ['bad', '✕ Not accepted', 'The organizers could not offer you a place.'],
  cancelled: ['', '✕ Cancelled', 'This registration was cancelled.'],
};

interface Props {
  /** Of the guest. */
  readonly name: string | undefined;
  readonly place: Place;
  readonly team: Places['teams'][string] | undefined;
}

/** One place of a person: the code for the door where there is one, the team, and how it went. */
export function Ticket({ name, place, team }: Props) {
  const { event, super_event, status, checkin_token } = place;
  const [kind, word, what] = words[status];
  return (
    <article class="ticket paper" aria-label={`${super_event.name}${event ? `, ${event.name}` : ''}`}>
      <header class="head">
        {event && <p>{super_event.name}</p>}
        <h2>{event?.name ?? super_event.name}</h2>
        <When {...whenOf(place)} />
        {name && <p class="guest">{name}</p>}
      </header>
      <div class="body">
        {status === 'accepted' && <QrCode text={checkin_token} label="The QR code of your ticket" testId="ticket-qr" />}
        <p class="row spread">
          <span class={`tag ${kind}`}>{word}</span>
          <span class="small">{what}</span>
        </p>
        {place.team && <Team name={place.team.name} team={team} />}
        <GiveUp place={place} />
      </div>
    </article>
  );
}

interface Span {
  readonly start: string | null;
  readonly end: string | null;
  readonly zone: string;
}

/** A track without times of its own has those of its hackathon. */
function whenOf({ event, super_event }: Place): Span {
  const { start_at: start, end_at: end } = event?.start_at ? event : super_event;
  return { start, end, zone: event?.tz ?? super_event.tz ?? 'UTC' };
}

function When({ start, end, zone }: Span) {
  if (!start) return null;
  return (
    <>
      <p>{period(start, end ?? start, zone)}</p>
      <p class="small">{toGo(start, end ?? start, Date.now())}</p>
    </>
  );
}

/** How long it is until it begins, in the largest unit of which there are two. */
function toGo(start: string, end: string, now: number): string {
  const hours = (Date.parse(start) - now) / 3_600_000;
  if (hours <= 0) return now < Date.parse(end) ? 'Now' : 'Over';
  if (hours < 2) return 'About to begin';
  const [count, unit] =
    hours < 48 ? [hours, 'hours'] : hours < 60 * 24 ? [hours / 24, 'days'] : [hours / 730, 'months'];
  return `${Math.floor(count)} ${unit} to go`;
}

const hasPlace: readonly Status[] = ['accepted', 'pending', 'waitlisted'];

/** Gives up the place, after a question. */
function GiveUp({ place }: { readonly place: Place }) {
  const wrong = useSignal('');
  const { event, super_event, super_event_registration: parent, id, status } = place;
  const { end } = whenOf(place);
  if (!hasPlace.includes(status) || (end !== null && Date.parse(end) < Date.now())) return null;
  const giveUp = async (close: () => void) => {
    close();
    try {
      await (event ? api.registrations.cancel({ id }) : api.registrations.cancelParent({ id: parent.id }));
      wrong.value = '';
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      wrong.value = isOffline(error) ? 'You are offline. Try again when the network is back.' : inWords(error);
    }
    await renew();
  };
  const where = event?.name ?? super_event.name;
  return (
    <div class="part">
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
      <Asking label="Give up my place" kind="danger" testId="give-up" title={`Give up your place at ${where}?`}>
        {(close) => (
          <>
            <p>Somebody else may get it, and you leave your team. You cannot take this back.</p>
            <div class="row">
              <Button kind="calm" onClick={close}>
                Keep my place
              </Button>
              <Button kind="danger" data-testid="give-up-sure" onClick={() => giveUp(close)}>
                Give it up
              </Button>
            </div>
          </>
        )}
      </Asking>
    </div>
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
