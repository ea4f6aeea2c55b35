/** Texts that the desk shows at once, in German. */
import { number } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const views: typeof en.views = {
  people: 'Personen',
  reviews: 'Bewertungen',
  doors: 'Eingänge',
  teams: 'Teams',
  judging: 'Jury',
  tables: 'Tabellen',
  emails: 'E-Mails',
  setup: 'Einrichtung',
};

export const desk: typeof en.desk = {
  offline: 'Du bist offline. Diese Seite ist vielleicht nicht aktuell, und entscheiden geht gerade nicht.',
  views: 'Ansichten des Hackathons',
  lost: 'Gerade nicht live: Die Verbindung wird wiederhergestellt.',
  refused: 'Diese Seite erfährt nichts Neues mehr. Lade sie neu.',
  hackathon: 'Hackathon',
  choose: 'Hackathon wählen',
  make: 'Hackathon anlegen…',
};

export const acts: typeof en.acts = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  signIn: 'Anmelden',
  undo: 'Rückgängig',
};

export const lists: typeof en.lists = {
  notLoaded: 'Das wurde noch nicht geladen. Es kommt, sobald das Netz wieder da ist.',
  outOfDate: (why) => `Das ist vielleicht nicht aktuell. ${why}`,
  loading: 'Wird geladen…',
  pages: 'Seiten dieser Liste',
  back: 'Zurück',
  next: 'Weiter',
  page: (page, of) => (of ? `Seite ${number(page)} von ${number(of)}` : `Seite ${number(page)}`),
  track: 'Track',
  allTracks: 'Alle Tracks',
};

export const refusals: typeof en.refusals = {
  UNAUTHENTICATED: 'Deine Sitzung ist abgelaufen. Melde dich wieder an.',
  PERMISSION_DENIED: 'Das darfst du hier nicht. Frag jemanden, der die Organisation verwaltet.',
  NOT_FOUND: 'Das gibt es nicht mehr: Vielleicht hat es jemand anderes entfernt.',
  EVENT_NOT_PAID: 'Dieser Hackathon ist noch nicht vollständig bezahlt, deshalb kann noch niemand angenommen werden.',
  MAX_PARTICIPANTS_REACHED: (accepted, places) =>
    `Der Hackathon ist voll: ${number(accepted)} von ${number(places)} Plätzen sind vergeben. Nutze die Warteliste oder erhöhe die Zahl der Plätze.`,
  RATE_LIMITED: (seconds) => `Zu viel auf einmal. Versuch es in ${number(seconds)} Sekunden noch einmal.`,
  WEIGHT_TOTAL_EXCEEDED: (total, most) =>
    `Zusammen wären die Gewichte ${total}, mehr als ${most} geht nicht. Verringere erst ein anderes.`,
  ALREADY_PUBLISHED: {
    plain: 'Gerade hat jemand die einfache Rangliste veröffentlicht. Dabei bleibt es.',
    fair: 'Gerade hat jemand die bereinigte Rangliste veröffentlicht. Dabei bleibt es.',
  },
  VALIDATION_FAILED: (why) => `Bitte korrigiere das: ${why}.`,
  unreachable: 'Der Dienst ist nicht erreichbar. Prüfe das Netz und versuch es noch einmal.',
};

export const people: typeof en.people = {
  add: 'Hinzufügen',
  addPerson: 'Person hinzufügen',
  addFirst: 'Erste Person hinzufügen',
  showAll: 'Alle anzeigen',
  nobody: 'Hier ist niemand.',
  search: 'Name, E-Mail',
  status: 'Status',
  all: 'Aktiv',
  caption: 'Alle Personen',
  name: 'Name',
  tracks: 'Tracks',
  team: 'Team',
  decide: 'Entscheiden',
  tickAll: 'Alle hier auswählen, auf allen Seiten',
  tick: (name) => `${name} auswählen`,
};

export const statuses: typeof en.statuses = {
  pending: 'Offen',
  accepted: 'Angenommen',
  waitlisted: 'Warteliste',
  rejected: 'Abgelehnt',
  cancelled: 'Abgesagt',
};

export const decisions: typeof en.decisions = {
  accept: 'Annehmen',
  waitlist: 'Warteliste',
  reject: 'Ablehnen',
  about: (act, name) => `${act}: ${name}`,
  rejectWho: (name) => `${name} ablehnen?`,
  emailed: 'Die Person bekommt eine E-Mail.',
  losesPlace: 'Die Person verliert ihren Platz, verlässt ihr Team und bekommt eine E-Mail.',
  cancelledIt: 'hat abgesagt',
};
