/** The first page: what this is, for anybody who opens the address in a browser. */
import { pathOf } from '../shared/address.ts';
import { show } from '../shared/show.tsx';
import { Doors } from './doors.tsx';
import './landing.css';

const Landing = () => (
  <>
    <header class="bar">
      <span class="brand">Muster</span>
      <a class="button bare" href={pathOf('/signin#up')}>
        Sign up
      </a>
    </header>
    <main class="page landing">
      <header class="hero">
        <h1>Your hackathon, start to finish</h1>
        <p>Muster runs it with you: applications, tickets, doors, teams and judging in one place.</p>
        <a class="button" href={pathOf('/signin')}>
          Sign in
        </a>
      </header>
      <Doors />
    </main>
    <footer class="foot">
      <p>
        Setting up a door? Open <a href={pathOf('/desk')}>Desk</a> → Doors → Pair a device.
      </p>
      <a href={pathOf('/reference')}>For programs: the API</a>
    </footer>
  </>
);

show(<Landing />);
