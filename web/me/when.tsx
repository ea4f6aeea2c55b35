/** When and where a hackathon or a track is. */
import { addressOf } from '../shared/address.ts';
import { Button } from '../shared/button.tsx';
import { later } from '../shared/later.ts';
import { saveFile } from '../shared/save-file.ts';
import { period, span } from '../shared/periods.ts';
import { days } from '../shared/time.ts';
import type { Place } from './places.ts';
import { measured } from '../shared/intl.ts';
import { ticket } from './texts/en.ts';

interface Span {
  readonly start: string | null;
  readonly end: string | null;
  readonly zone: string;
  readonly where: string | null;
}

/** A track without times or a place of its own has those of its hackathon. */
export function whenOf(event: Place['event'], hackathon: Place['super_event']): Span {
  const { start_at: start, end_at: end } = event?.start_at ? event : hackathon;
  return { start, end, zone: event?.tz ?? hackathon.tz ?? 'UTC', where: event?.place ?? hackathon.place };
}

export const isOver = ({ end }: Span): boolean => end !== null && Date.parse(end) < Date.now();

/** `Sat 6 – Sun 7 March, Mainz` */
export const When = ({ start, end, zone, where }: Span) => {
  const said = [start && span(start, end, zone, days), where].filter(Boolean).join(', ');
  return said && <p class="small">{said}</p>;
};

/** From when to when by the clock, and how long until then. */
export const Times = ({ start, end, zone }: Span) =>
  start && (
    <div>
      <p class="small">{period(start, end ?? start, zone)}</p>
      <p class="quiet small">{toGo(start, end ?? start, Date.now())}</p>
    </div>
  );

/** A map of where it is, on a site of its own: nothing is asked of it before somebody goes there. */
export const Directions = ({ to }: { readonly to: string | null }) =>
  to && (
    <a
      class="button bare"
      href={`https://www.openstreetmap.org/search?${new URLSearchParams({ query: to }).toString()}`}
      target="_blank"
      rel="noopener noreferrer"
      data-testid="me-directions"
    >
      {ticket.directions}
    </a>
  );

/** Saves time and place as a calendar file, for people with a place. */
export function AddToCalendar({ place: { id, event, super_event } }: { readonly place: Place }) {
  const { start, end, where } = whenOf(event, super_event);
  if (!start) return null;
  const save = async () => {
    const { calendarOf } = await later(import('./parts/parts.ts'));
    const title = event ? `${event.name} (${super_event.name})` : super_event.name;
    const text = calendarOf({
      ...{ title, uid: `${id}@${location.hostname}`, url: addressOf('/me').href, written_at: new Date() },
      ...{ start: new Date(start), end: end ? new Date(end) : undefined },
      place: where ?? undefined,
    });
    saveFile(new Blob([text], { type: 'text/calendar' }), `${super_event.slug}.ics`);
  };
  return (
    <Button kind="bare" data-testid="me-calendar" onClick={save}>
      {ticket.calendar}
    </Button>
  );
}

/** How long it is until it begins, in the largest unit of which there are two. */
function toGo(start: string, end: string, now: number): string {
  const hours = (Date.parse(start) - now) / 3_600_000;
  if (hours <= 0) return now < Date.parse(end) ? ticket.now : ticket.over;
  if (hours < 2) return ticket.soon;
  const [count, unit] = hours < 48 ? [hours, 'hour'] : hours < 60 * 24 ? [hours / 24, 'day'] : [hours / 730, 'month'];
  return ticket.toGo(measured(Math.floor(count), unit));
}
