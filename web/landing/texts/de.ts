/** Texts of the first page, in German. */
import { number } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const landing: typeof en.landing = {
  signUp: 'Registrieren',
  title: 'Dein Hackathon, von Anfang bis Ende',
  about: 'Muster begleitet dich: Bewerbungen, Tickets, Eingänge, Teams und Jury an einem Ort.',
  signIn: 'Anmelden',
  coming: 'Hackathons zum Mitmachen',
  pairing: (desk) => ['Du richtest einen Eingang ein? Öffne ', desk, ' → Eingänge → Gerät koppeln.'],
  desk: 'Desk',
  forPrograms: 'Für Programme: die API',
  comesLater: 'Die Liste kommt, sobald das Netz wieder da ist.',
};

export const doors: typeof en.doors = {
  name: 'Seiten',
  takePart: 'Ich nehme teil',
  ticket: 'Dein Ticket mit dem Code, dein Team und die Ergebnisse.',
  judge: 'Ich bin in der Jury',
  teams: 'Deine Teams, eins nach dem anderen. Funktioniert auch ohne Netz.',
  organize: 'Ich organisiere',
  live: 'Leute, Eingänge, Teams und Jury, live.',
};

export const hackathons: typeof en.hackathons = {
  organize: 'Einen organisieren',
  none: 'Gerade ist kein Hackathon angekündigt.',
  all: (n) => `Alle ${number(n)} anzeigen`,
  takePart: 'Mitmachen',
  takePartIn: (name) => ` bei ${name}`,
  readMore: 'Mehr erfahren',
  readMoreAbout: (name) => ` über ${name}`,
  projects: 'Projekte',
  projectsOf: (name) => ` von ${name}`,
};

export const ticket: typeof en.ticket = {
  hackathon: 'Spring Hack',
  days: '6. – 7. März',
};
