/** The ways into the product, in the words of those who take them. */
import { pathOf } from '../shared/address.ts';
import './doors.css';

const doors = [
  { path: '/me', name: 'I take part', what: 'Your ticket with its code, your team, and the results.' },
  { path: '/judge', name: 'I judge', what: 'Your teams, one after the other. Works without a network too.' },
  { path: '/desk', name: 'I organize', what: 'People, doors, teams and judging, live.' },
];

export const Doors = () => (
  <nav class="doors" aria-label="Pages">
    {doors.map(({ path, name, what }) => (
      <a key={path} class="card" href={pathOf(path)}>
        <strong>{name}</strong>
        <span class="quiet">{what}</span>
      </a>
    ))}
  </nav>
);
