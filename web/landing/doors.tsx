/** The links from the first page into the product. */
import { pathOf } from '../shared/address.ts';
import { doors as texts } from './texts/en.ts';
import './doors.css';

const doors = [
  { path: '/me', name: texts.takePart, what: texts.ticket },
  { path: '/judge', name: texts.judge, what: texts.teams },
  { path: '/desk', name: texts.organize, what: texts.live },
];

export const Doors = () => (
  <nav class="doors" aria-label={texts.name}>
    {doors.map(({ path, name, what }) => (
      <a key={path} class="card" href={pathOf(path)}>
        <strong>{name}</strong>
        <span class="quiet">{what}</span>
      </a>
    ))}
  </nav>
);
