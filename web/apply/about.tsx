/** A hackathon's description, dates and place, and whether one can still apply. */
import type { VNode } from 'preact';
import { pathOf } from '../shared/address.ts';
import { Notice } from '../shared/notice.tsx';
import { ownZone } from '../shared/intl.ts';
import { deadline, span } from '../shared/periods.ts';
import { moment } from '../shared/time.ts';
import { closedBecause, type Hackathon, type Track } from './hackathon.ts';
import { formats, registration } from '../shared/people/texts/en.ts';
import { about as texts } from './texts/en.ts';

export function About({ hackathon }: { readonly hackathon: Hackathon }) {
  const { id, name, organization, description, colour, start_at, end_at, format, tracks, prizes, gallery } = hackathon;
  const zone = hackathon.tz ?? ownZone;
  const paragraphs = (description ?? '').split(/\n{2,}/).filter(Boolean);
  return (
    <>
      <header class="stack" style={colour ? { borderTop: `6px solid ${colour}`, paddingTop: '12px' } : {}}>
        <h1>{name}</h1>
        <p class="quiet">
          {organization.name}
          {start_at && <> · {span(start_at, end_at, zone)}</>}
          {format && <> · {formats[format]}</>}
        </p>
      </header>
      {paragraphs.map((text, place) => (
        <p key={place} class="lines">
          {text}
        </p>
      ))}
      <List name={texts.tracks}>
        {tracks.map((track) => (
          <li key={track.id}>
            <strong>{track.name}</strong> <span class="quiet">{detailsOf(track, zone)}</span>
          </li>
        ))}
      </List>
      <List name={texts.prizes}>
        {prizes.map((prize) => (
          <li key={prize.id}>
            <strong>{prize.name}</strong>
            {prize.sponsor && <span class="quiet">{texts.by(prize.sponsor)}</span>}
            {prize.description && <p class="quiet">{prize.description}</p>}
          </li>
        ))}
      </List>
      {gallery === 'open' && <a href={pathOf(`/projects/${id}`)}>{texts.projects}</a>}
      <Standing hackathon={hackathon} zone={zone} />
    </>
  );
}

const List = ({ name, children }: { readonly name: string; readonly children: readonly VNode[] }) =>
  children.length > 0 && (
    <section class="stack">
      <h2>{name}</h2>
      <ul class="plain">{children}</ul>
    </section>
  );

const detailsOf = ({ mode, start_at, is_open }: Track, zone: string) =>
  [mode && formats[mode], start_at && moment(start_at, zone), !is_open && texts.closed].filter(Boolean).join(' · ');

/** How many places are left, and until when; or why it is too early or too late. */
function Standing({ hackathon, zone }: { readonly hackathon: Hackathon; readonly zone: string }) {
  const { opens_at, closes_at, spots_left, max_participants } = hackathon;
  const why = closedBecause(hackathon, Date.now());
  if (why === 'early' && opens_at) return <Notice kind="info">{registration.opens(moment(opens_at, zone))}</Notice>;
  if (why === 'late' && closes_at) return <Notice kind="warn">{texts.hasClosed(deadline(closes_at, zone))}</Notice>;
  if (why) return <Notice kind="warn">{registration.isClosed}</Notice>;
  const isFull = spots_left === 0;
  return (
    <>
      {isFull && <Notice kind="warn">{texts.isFull}</Notice>}
      <p class="small quiet">
        {!isFull && spots_left !== null && texts.left(spots_left, max_participants ?? 0)}
        {closes_at && texts.closes(deadline(closes_at, zone))}
      </p>
    </>
  );
}
