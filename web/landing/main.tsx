/** The first page, for visitors. */
import { render } from 'preact';
import { pathOf } from '../shared/address.ts';
import type { Home } from '../shared/home.ts';
import { homes } from '../shared/people/texts/en.ts';
import { show } from '../shared/show.tsx';
import { Doors } from './doors.tsx';
import { landing, ticket } from './texts/en.ts';
import './landing.css';
import './ticket.css';

/** Squares of what looks like a code, by rows: a digit is a row's bits. */
const rows = [0x5d1, 0x2b6, 0x7a9, 0x13e, 0x6d4, 0x4b3, 0x1ed, 0x72a, 0x35c, 0x6e1, 0x0bb];
const side = rows.length;

/** The three corners by which a camera finds a code. */
const Eye = ({ x, y }: { readonly x: number; readonly y: number }) => (
  <>
    <rect x={x - 0.5} y={y - 0.5} width="4" height="4" fill="#fff" />
    <path d={`M${x} ${y}h3v3h-3z M${x + 0.5} ${y + 0.5}v2h2v-2z`} fill-rule="evenodd" />
    <rect x={x + 1} y={y + 1} width="1" height="1" />
  </>
);

/** A ticket as its holder has it, drawn beside the words. It is a picture: nobody reads or scans it. */
const Ticket = () => (
  <div class="sample" aria-hidden="true">
    <div class="head">
      <strong>{ticket.hackathon}</strong>
      <span>{ticket.days}</span>
    </div>
    <svg class="body" viewBox={`-1 -1 ${side + 2} ${side + 2}`} shape-rendering="crispEdges">
      <path
        d={rows
          .flatMap((bits, y) => Array.from({ length: side }, (_, x) => ((bits >> x) & 1 ? `M${x} ${y}h1v1h-1z` : '')))
          .join('')}
      />
      <Eye x={0} y={0} />
      <Eye x={side - 3} y={0} />
      <Eye x={0} y={side - 3} />
    </svg>
  </div>
);

interface Props {
  /** The first page of who is signed in; null until that is known, undefined for a stranger. */
  readonly home: Home | null | undefined;
}

const Landing = ({ home }: Props) => (
  <>
    <header class="bar">
      <a class="brand" href={pathOf('/')}>
        Muster
      </a>
      {home === undefined && (
        <a class="button bare" href={pathOf('/signin#up')}>
          {landing.signUp}
        </a>
      )}
    </header>
    <main class="page landing">
      <header class="hero">
        <h1>{landing.title}</h1>
        <p>{landing.about}</p>
        <a class={home === null ? 'button awaited' : 'button'} href={pathOf(home ?? '/signin')}>
          {home ? homes[home] : landing.signIn}
        </a>
        <Ticket />
      </header>
      <section class="upcoming" aria-labelledby="coming">
        <h2 id="coming">{landing.coming}</h2>
        <div id="hackathons" />
      </section>
      <Doors />
    </main>
    <footer class="foot">
      <p>
        {landing.pairing(
          <a key="desk" href={pathOf('/desk')}>
            {landing.desk}
          </a>,
        )}
      </p>
      <a href={pathOf('/reference')}>{landing.forPrograms}</a>
      <div id="languages" />
    </footer>
  </>
);

/** The mark that other pages leave where somebody is signed in. */
const isKnown = localStorage.getItem('muster.session') !== null;
show(<Landing home={isKnown ? null : undefined} />);
const page = document.getElementById('page') as HTMLElement;
const lead = (home: Home | undefined) => render(<Landing home={home} />, page);

// Come with what asks for them, once the rest is shown.
const [place, foot] = ['hackathons', 'languages'].map((id) => document.getElementById(id)) as [
  HTMLElement,
  HTMLElement,
];
/** Milliseconds until it is asked for again where it did not come. */
const soon = 3_000;

const showList = () =>
  void import('./hackathons.tsx').then(
    ({ Hackathons, Languages, ownHome }) => {
      // Signing in is always a way on: it knows who is signed in, and leads further.
      if (isKnown) void ownHome().then(lead, () => lead(undefined));
      place.textContent = '';
      render(<Hackathons />, place);
      render(<Languages />, foot);
    },
    () => {
      lead(undefined);
      place.textContent = landing.comesLater;
      setTimeout(showList, soon);
    },
  );
showList();
