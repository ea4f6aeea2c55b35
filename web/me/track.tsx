/** A place of a person on a track: the code for the door, the team, and the result. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { later } from '../shared/later.ts';
import { Failed, Show, useLoaded } from '../shared/loaded.tsx';
import { hasPlace, type Place, type Team } from './places.ts';
import { AddToCalendar, Directions, isOver, Times, whenOf } from './when.tsx';
import { ticket as texts } from './texts/en.ts';

interface Props {
  /** Of the guest. */
  readonly guest: string | undefined;
  readonly place: Place;
  readonly team: Team | undefined;
  /** Whether they are in no team of the hackathon. */
  readonly mayJoin: boolean;
  /** The heading with the track's name, shown where there are several. */
  readonly children: ComponentChildren;
  /** How things stand, below the code. */
  readonly standing: ComponentChildren;
}

export function Track({ guest, place, team, mayJoin, children, standing }: Props) {
  const { id, event, super_event, status, checkin_token } = place;
  const name = event?.name ?? super_event.name;
  const span = whenOf(event, super_event);
  const isOneOfMany = Boolean(children);
  const parts = useParts().data;
  return (
    <section class={isOneOfMany ? 'track part' : 'track'} aria-label={name}>
      {children}
      {team?.result && parts && <parts.Outcome result={team.result} />}
      {status === 'accepted' && <Code token={checkin_token} name={guest} />}
      {standing}
      {status === 'accepted' && (
        <>
          <Times {...span} />
          <div class="row ways">
            {!isOver(span) && <AddToCalendar place={place} />}
            <Directions to={span.where} />
          </div>
        </>
      )}
      {(place.team || status === 'accepted') && <Teamwork place={place} team={team} mayJoin={mayJoin} />}
      {isOneOfMany && hasPlace(status) && !isOver(span) && parts && <parts.LeaveTrack id={id} name={name} />}
    </section>
  );
}

/** Loaded beside the tickets, and drawn once both are there. */
const loadCode = () => later(import('../shared/qr-code.tsx'));

interface CodeProps {
  readonly token: string;
  readonly name: string | undefined;
}

/** The code, which fills the screen once it is pressed. */
function Code({ token, name }: CodeProps) {
  const isLarge = useSignal(false);
  const parts = useParts().data;
  return (
    <>
      <Show of={useLoaded(loadCode, [], 'code')}>
        {({ QrCode }) => (
          <button
            type="button"
            class="show"
            aria-label={texts.show}
            data-testid="ticket-show"
            onClick={() => (isLarge.value = true)}
          >
            <QrCode text={token} label={texts.code} testId="ticket-qr" />
          </button>
        )}
      </Show>
      {isLarge.value && parts && <parts.LargeCode token={token} name={name} onClose={() => (isLarge.value = false)} />}
    </>
  );
}

/** The team, or the way to one. */
function Teamwork({ place, team, mayJoin }: Pick<Props, 'place' | 'team' | 'mayJoin'>) {
  const { event, super_event } = place;
  const zone = event?.tz ?? super_event.tz ?? 'UTC';
  const { data: parts, error, again } = useParts();
  if (!parts) return error ? <Failed error={error} again={again} /> : null;
  if (place.team && team) return <parts.OwnTeam team={team} zone={zone} />;
  return event && mayJoin && !isOver(whenOf(event, super_event)) ? (
    <parts.FindTeam place={place} track={event.id} zone={zone} />
  ) : null;
}

export const useParts = () => useLoaded(() => later(import('./parts/parts.ts')), [], 'parts');
