/** Texts about tables of people, teams and projects, in German. */
import { counted, number } from '../../../shared/intl.ts';
import type * as en from './en.ts';

export const tables: typeof en.tables = {
  status: 'Status',
  takeAlong: 'Mitnehmen',
  explained:
    'Personen sind die mit Status und Track von oben, samt allen Antworten. Teams und Projekte sind alle, die es gibt.',
  people: 'Personen als CSV',
  mlh: 'Personen für MLH',
  mlh_checkins: 'Check-ins für MLH',
  teams: 'Teams als CSV',
  projects: 'Projekte als CSV',
};

export const tableStatuses: typeof en.tableStatuses = {
  all: 'Alle',
  accepted: 'Angenommen',
  pending: 'Offen',
  waitlisted: 'Warteliste',
  rejected: 'Abgelehnt',
  cancelled: 'Abgesagt',
};

export const uploads: typeof en.uploads = {
  title: 'Dateien',
  none: 'Keine Frage dieses Hackathons verlangt eine Datei.',
  explained: 'Abgegebene Dateien der Personen mit dem Status von oben, mit einer Liste, wem welche gehört.',
  of: 'Dateien zu',
  allQuestions: 'Alle Fragen',
  ticked: 'Nur wer angekreuzt hat',
  anything: 'Egal was',
  saving: 'Wird gespeichert …',
  zip: 'Dateien als Zip',
};

export const answers: typeof en.answers = {
  title: 'Antworten, gezählt',
  print: 'Drucken',
  everybody: 'alle',
  none: 'Keine Frage dieses Hackathons hat eine Liste zur Auswahl, deshalb gibt es nichts zu zählen.',
  seeQuestions: 'Zu den Fragen',
  answered: (answered, people) =>
    `${number(answered)} von ${counted(people, 'Person hat', 'Personen haben')} geantwortet.`,
  yes: 'Ja',
  no: 'Nein',
};

export const bringIn: typeof en.bringIn = {
  title: 'Personen importieren',
  explained:
    'Eine CSV-Datei von pretix, Google Forms, Devpost oder eine eigene, bis 5 MB. Wer ein Konto hat, wird angenommen, alle anderen werden per E-Mail eingeladen. Du siehst vorher, was passieren würde.',
  table: 'Tabelle mit Personen',
  columns: 'Bedeutung der Spalten',
  would: (rows, enrolled, invited, unchanged, refused) =>
    `Von ${counted(rows, 'Zeile', 'Zeilen')} würden ${number(enrolled)} angenommen, ${number(invited)} eingeladen, ${number(unchanged)} bleiben, wie sie sind, und ${number(refused)} abgewiesen.`,
  refusedLeftOut: 'Abgewiesene Zeilen fehlen dann; alle anderen werden importiert.',
  apply: 'Importieren',
  problems: 'Probleme',
  line: (line) => `Zeile ${line}`,
  problem: (column, message) => (column ? `, ${column}: ${message}` : `: ${message}`),
  lineProblem: (line, message) => `Zeile ${line}: ${message}`,
  more: (n) => `und ${number(n)} weitere`,
};

export const held: typeof en.held = {
  ignore: 'Nichts davon',
  email: 'E-Mail-Adresse',
  first_name: 'Vorname oder ganzer Name',
  last_name: 'Nachname',
  track: 'Track',
  answer: (question) => `Antwort: ${question}`,
};

export const came: typeof en.came = {
  title: 'Ergebnis des Imports',
  running: 'Läuft',
  done: 'Fertig',
  failed: 'Nicht alles war möglich',
  counts: (state, enrolled, invited, unchanged, refused, rows) =>
    `${state}: ${number(enrolled)} angenommen, ${number(invited)} eingeladen, ${number(unchanged)} wie zuvor, ${number(refused)} abgewiesen, von ${number(rows)}.`,
  linesDone: 'Fertige Zeilen',
  outcomes: 'Ergebnis jeder Zeile',
  enrolled: 'angenommen',
  invited: 'eingeladen',
  unchanged: 'wie zuvor',
  refused: 'abgewiesen',
  outcome: (outcome, why) => (why ? `: ${outcome}, denn ${why}` : `: ${outcome}`),
};

/** Each follows `denn`. */
export const lineReasons: typeof en.lineReasons = {
  INVALID_EMAIL: 'sie hat keine E-Mail-Adresse',
  INVALID_TRACK: 'diesen Track gibt es nicht',
  NOT_ACCEPTED: 'laut Status wurde die Person nicht angenommen',
  VALIDATION_FAILED: 'eine Antwort ist nicht richtig',
  NOT_FOUND: 'der Hackathon wurde gelöscht',
  EVENT_NOT_PAID: 'der Hackathon ist nicht bezahlt',
  NO_TRACKS: 'der Hackathon hat keine Tracks',
  REGISTRATION_CLOSED: 'die Anmeldung ist geschlossen',
  MAX_PARTICIPANTS_REACHED: 'der Hackathon ist voll',
};
