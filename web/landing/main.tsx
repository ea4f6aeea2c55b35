/** What this is, for whoever opens the address in a browser. */
import { pathOf } from '../shared/address.ts';
import { show } from '../shared/show.tsx';
import './landing.css';

const places = [
  { path: '/me', name: 'I take part', what: 'Your ticket with its code, your team, and the results.' },
  { path: '/judge', name: 'I judge', what: 'Your teams, one after the other. Works without a network too.' },
  { path: '/desk', name: 'I organize', what: 'People, doors, teams and judging, live.' },
];

function Landing() {
  return (
    <main class="page landing">
      <header class="stack">
        <h1>Muster</h1>
        <p class="lead">Hackathons, from the first registration to the last score.</p>
        <div class="row">
          <a class="button" href={pathOf('/signin')}>
            Sign in
          </a>
          <a class="button calm" href={pathOf('/reference')}>
            For programs: the API
          </a>
        </div>
      </header>
      <nav class="places" aria-label="Pages">
        {places.map(({ path, name, what }) => (
          <a key={path} class="card place" href={pathOf(path)}>
            <strong>{name}</strong>
            <span class="quiet">{what}</span>
          </a>
        ))}
      </nav>
      <p class="quiet small">
        At a door? The desk shows each <a href={pathOf('/kiosk')}>kiosk</a> and <a href={pathOf('/board')}>board</a> how
        to join.
      </p>
    </main>
  );
}

show(<Landing />);
