/** A place of a person on a track: the code for the door, the team, and the result. */
import type { ComponentChildren } from 'preact';
import { later } from '../shared/later.ts';
import { Failed, Show, useLoaded } from '../shared/loaded.tsx';
import { hasPlace, type Place, type Team } from './places.ts';
import { AddToCalendar, isOver, whenOf } from './when.tsx';
import { ticket } from './texts/en.ts';

interface Props {
  readonly place: Place;
  readonly team: Team | undefined;
  /** Whether they are in no team of the hackathon. */
  readonly mayJoin: boolean;
  /** The heading with the track's name, shown where there are several. */
  readonly children: ComponentChildren;
}

export function Track({ place, team, mayJoin, children }: Props) {
  const { id, event, super_event, status, checkin_token } = place;
  const name = event?.name ?? super_event.name;
  const isOneOfMany = Boolean(children);
  const parts = useParts().data;
  return (
    <section class={isOneOfMany ? 'track part' : 'track'} aria-label={name}>
      {children}
      {status === 'accepted' && (
        <>
          <Code token={checkin_token} />
          {!isOver(whenOf(event, super_event)) && <AddToCalendar place={place} />}
        </>
      )}
      {(place.team || status === 'accepted') && <Teamwork place={place} team={team} mayJoin={mayJoin} />}
      {isOneOfMany && hasPlace(status) && !isOver(whenOf(event, super_event)) && parts && (
        <parts.LeaveTrack id={id} name={name} />
      )}
    </section>
  );
}

/** Loaded beside the tickets, and drawn once both are there. */
const loadCode = () => later(import('../shared/qr-code.tsx'));

function Code({ token }: { readonly token: string }) {
  return (
    <Show of={useLoaded(loadCode, [], 'code')}>
      {({ QrCode }) => <QrCode text={token} label={ticket.code} testId="ticket-qr" />}
    </Show>
  );
}

/** The team, or the way to one. */
function Teamwork({ place: { event, super_event, team: joined }, team, mayJoin }: Omit<Props, 'children'>) {
  const { data: parts, error, again } = useParts();
  if (!parts) return error ? <Failed error={error} again={again} /> : null;
  if (joined && team) return <parts.OwnTeam team={team} zone={event?.tz ?? super_event.tz ?? 'UTC'} />;
  return event && mayJoin && !isOver(whenOf(event, super_event)) ? <parts.FindTeam track={event.id} /> : null;
}

export const useParts = () => useLoaded(() => later(import('./parts/parts.ts')), [], 'parts');
