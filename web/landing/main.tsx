/** The first page, for visitors. */
import { render } from 'preact';
import { pathOf } from '../shared/address.ts';
import { show } from '../shared/show.tsx';
import { Doors } from './doors.tsx';
import { landing } from './texts/en.ts';
import './landing.css';

const Landing = () => (
  <>
    <header class="bar">
      <span class="brand">Muster</span>
      <a class="button bare" href={pathOf('/signin#up')}>
        {landing.signUp}
      </a>
    </header>
    <main class="page landing">
      <header class="hero">
        <h1>{landing.title}</h1>
        <p>{landing.about}</p>
        <a class="button" href={pathOf('/signin')}>
          {landing.signIn}
        </a>
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

show(<Landing />);

// Come with what asks for them, once the rest is shown.
const [place, foot] = ['hackathons', 'languages'].map((id) => document.getElementById(id)) as [
  HTMLElement,
  HTMLElement,
];
/** Milliseconds until it is asked for again where it did not come. */
const soon = 3_000;

const showList = () =>
  void import('./hackathons.tsx').then(
    ({ Hackathons, Languages }) => {
      place.textContent = '';
      render(<Hackathons />, place);
      render(<Languages />, foot);
    },
    () => {
      place.textContent = landing.comesLater;
      setTimeout(showList, soon);
    },
  );
showList();
