/** Texts of the tracks of a hackathon, in German. */
import { number } from '../../../../shared/intl.ts';
import type * as en from './en.ts';

export const tracks: typeof en.tracks = {
  title: 'Tracks',
  add: 'Track hinzufügen',
  none: 'Man meldet sich zu Tracks an, deshalb braucht ein Hackathon mindestens einen.',
  track: 'Track',
  status: 'Status',
  published: '✓ veröffentlicht',
  draft: 'Entwurf',
  registration: 'Anmeldung',
  allGone: 'Anmeldungen, Teams und Punkte sind dann für alle weg. Das lässt sich nicht rückgängig machen.',
  caption: 'Alle Tracks',
  noDates: 'noch kein Termin',
  takes: (track) => `Die Anmeldung zu ${track} ist offen.`,
  takesNoMore: (track) => `Die Anmeldung zu ${track} ist geschlossen.`,
  isOpen: '✓ offen',
  isClosed: 'geschlossen',
  open: 'Öffnen',
  close: 'Schließen',
  openFor: (track) => `Anmeldung öffnen: ${track}`,
  closeFor: (track) => `Anmeldung schließen: ${track}`,
  openAllTheSame: (track) => `${track} trotzdem öffnen?`,
  openIt: 'Trotzdem öffnen',
};

export const projectQuestions: typeof en.projectQuestions = {
  of: (track) => `Fragen an Projekte: ${track}`,
  about: 'Teams beantworten sie bei der Abgabe, neben Titel, Beschreibung und Links.',
  none: 'Noch keine Frage.',
  questions: 'Fragen',
  back: 'Zurück zu den Fragen',
};

export const warnings: typeof en.warnings = {
  NO_DATES: 'Der Track hat keinen Termin.',
  MAX_PARTICIPANTS_REACHED: 'Alle Plätze des Hackathons sind vergeben.',
  SUPER_EVENT_DRAFT: 'Der Hackathon ist ein Entwurf: Vor der Veröffentlichung kann sich niemand bewerben.',
  EVENT_IS_DRAFT: 'Der Track ist ein Entwurf: Vor der Veröffentlichung kann sich niemand bewerben.',
  EVENT_NOT_PAID: 'Der Hackathon ist noch nicht vollständig bezahlt, deshalb kann niemand angenommen werden.',
};

export const trackForm: typeof en.trackForm = {
  statuses: { draft: 'Entwurf', final: 'Veröffentlicht' },
  asHackathon: 'Wie beim Hackathon',
  byPeople: 'Von den Teilnehmenden selbst',
  byOrganizers: 'Nur vom Organisationsteam',
  further: 'Ort, Zeitzone, Teams, Dateien und Stream',
  format: 'Format',
  begins: 'Beginn',
  beginsHint: 'Leer: wie der Hackathon',
  ends: 'Ende',
  handInUntil: 'Abgabe von Projekten bis',
  handInHint: 'Leer: immer',
  status: 'Status',
  place: 'Ort',
  placeHint: 'Leer: der des Hackathons',
  teamsAreMade: 'Teams werden gebildet',
  fixedFrom: 'Teams stehen fest ab',
  fixedHint: 'Leer: wie beim Hackathon',
  largest: 'Größtes Team',
  largestHint: (usual) => `Personen darin; leer: ${number(usual)}`,
  largestFile: 'Größte Datei, in MB',
  largestFileHint: 'Mit der geantwortet wird; leer: wie beim Hackathon',
  stream: 'Stream',
  streamHint: 'Seine Adresse; optional',
  streamKept: 'Seine Adresse wird nicht mehr gezeigt. Leer: Sie bleibt, wie sie ist',
  noStream: 'Stream entfernen',
  streamBegins: 'Beginn des Streams',
};
