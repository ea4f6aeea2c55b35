/** The tickets of a person, one card for each track, and what became of each application. */
import { useEffect } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
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
    <Frame title="My tickets" width="narrow">
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

function Tickets({ name, places, teams, at }: Places) {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const when = isToday ? clock(at, ownZone) : moment(at, ownZone);
  return (
    <>
      {!online.value && <Notice kind="warn">Offline. This is how things were at {when}; the codes work.</Notice>}
      {online.value && failure.value && <Notice kind="bad">{inWords(failure.value)}</Notice>}
      {places.length === 0 && (
        <Empty
          action={
            <Button kind="calm" onClick={renew}>
              Look again
            </Button>
          }
        >
          <h2>No ticket yet.</h2>
          <p>
            Invitations come by email: open the link in yours. As soon as you have applied, you see here how it goes.
          </p>
        </Empty>
      )}
      {places.map((place) => (
        <Ticket key={place.id} name={name} place={place} team={place.team ? teams[place.team.id] : undefined} />
      ))}
    </>
  );
}
