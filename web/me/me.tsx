/** The tickets of a person, one card for each track, and what became of each application. */
import { useEffect } from 'preact/hooks';
import { Frame } from '../shared/frame.tsx';
import { Empty, Failed, Loading } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { online } from '../shared/online.ts';
import { inWords } from '../shared/refused.ts';
import { clock, moment, ownZone } from '../shared/time.ts';
import { failure, follow, known, renew, type Places } from './places.ts';
import { Ticket } from './ticket.tsx';
import './me.css';

export function Me() {
  useEffect(follow, []);
  return (
    <Frame width="narrow">
      <h1>My tickets</h1>
      <Content />
    </Frame>
  );
}

function Content() {
  const places = known.value;
  if (places) return <Tickets {...places} />;
  return failure.value ? <Failed error={failure.value} again={renew} /> : <Loading what="Fetching your tickets" />;
}

function Tickets({ places, teams, at }: Places) {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const when = isToday ? clock(at, ownZone) : moment(at, ownZone);
  return (
    <>
      {!online.value && <Notice kind="warn">Offline. This is how things were at {when}; the codes work.</Notice>}
      {online.value && failure.value && <Notice kind="bad">{inWords(failure.value)}</Notice>}
      {places.length === 0 && (
        <Empty>
          <p>You take part in nothing yet. Once you have registered for a hackathon, your ticket is here.</p>
        </Empty>
      )}
      {places.map((place) => (
        <Ticket key={place.id} place={place} team={place.team ? teams[place.team.id] : undefined} />
      ))}
    </>
  );
}
