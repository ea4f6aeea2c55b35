/** Texts of the setup of a hackathon, in German. */
import { counted, number } from '../../../shared/intl.ts';
import type * as en from './en.ts';

export const setup: typeof en.setup = {
  title: 'Einrichtung',
  parts: 'Teile der Einrichtung',
  checklist: 'Checkliste',
  hackathon: 'Hackathon',
  looks: 'Aussehen',
  tracks: 'Tracks',
  form: 'Formular',
  doors: 'Eingänge',
  roles: 'Rollen',
  organization: 'Organisation',
  prizes: 'Preise',
  connections: 'Verbindungen',
  file: 'Eventdatei',
};

export const checklist: typeof en.checklist = {
  done: '✓ fertig',
  open: '□ offen',
  isPublished: 'Der Hackathon ist veröffentlicht. Öffne als Nächstes die Anmeldung seiner Tracks.',
  publish: 'Veröffentlichen',
  isDraft: 'Das ist ein Entwurf: Nur deine Organisation sieht ihn. Mit ihm werden auch seine Tracks veröffentlicht.',
  seeApply: 'Bewerbungsseite ansehen',
  seePage: 'Seite ansehen',
  canApply: 'Bewerbungen sind möglich.',
  cannotApply: 'Der Hackathon ist veröffentlicht. Bewerben geht erst, wenn die Anmeldung eines Tracks offen ist.',
  missing: (names) => `fehlt: ${names.join(', ')}`,
  name: 'Name und Beschreibung',
  sayAbout: 'sag in ein paar Sätzen, worum es geht',
  dates: 'Termine',
  datesOf: 'des Hackathons und jedes Tracks',
  beginAndEnd: 'Beginn, Ende und Zeitzone',
  tracks: 'Tracks',
  trackCount: (n) => counted(n, 'Track', 'Tracks'),
  questions: 'Fragen',
  questionCount: (n) => counted(n, 'Frage', 'Fragen'),
  emailAlone: 'gefragt wird nur nach der E-Mail-Adresse',
  published: 'Veröffentlicht',
  areFinal: 'der Hackathon und seine Tracks sind veröffentlicht',
  registration: 'Anmeldung',
  openOn: (open, all) => `offen auf ${number(open)} von ${counted(all, 'Track', 'Tracks')}`,
  doors: 'Eingänge',
  whereIn: 'wo eingecheckt wird',
  criteria: 'Kriterien',
  ofEach: 'jedes Tracks',
  judges: 'Jury',
  onEach: 'auf jedem Track',
  invited: (n) => `${number(n)} eingeladen`,
};

export const copying: typeof en.copying = {
  nothing: 'Es wurde nichts kopiert.',
  done: (parts) => `Kopiert: ${parts.join(', ')}. Ändere, was nicht passt.`,
  questions: (n) => counted(n, 'Frage', 'Fragen'),
  doors: (n) => counted(n, 'Eingang', 'Eingänge'),
  criteria: (n) => counted(n, 'Kriterium', 'Kriterien'),
};

export const details: typeof en.details = {
  statuses: { draft: 'Entwurf: nur für die Organisation sichtbar', final: 'Veröffentlicht' },
  visibilities: {
    public: 'Alle',
    unlisted: 'Alle, die die Adresse haben',
    private: 'Nur die Organisation und Leute, die dabei sind',
  },
  saved: 'Gespeichert.',
  description: 'Beschreibung',
  descriptionHint: 'Auf der Bewerbungsseite; eine leere Zeile beginnt einen Absatz.',
  place: 'Ort',
  placeHint: 'Auf Tickets und in E-Mails',
  format: 'Format',
  visibleTo: 'Sichtbar für',
  status: 'Status',
  begins: 'Beginn',
  ends: 'Ende',
  applying: 'Bewerbung',
  opens: 'Anmeldung öffnet',
  opensHint: 'Leer: sobald ein Track offen ist',
  closes: 'Anmeldung schließt',
  closesHint: 'Leer: wenn du die Tracks schließt',
  largestFile: 'Größte Datei, in MB',
  largestFileHint: (most) => `Mit der geantwortet wird; leer: ${number(most)}`,
  blind: 'Anonym bewerten: Namen, Adressen, Schulen, Links und Dateien sind dabei verborgen',
  privacy: 'Datenschutzhinweise',
  privacyHint: 'Ihre Adresse. Beim Bewerben wird ihnen zugestimmt; leer: danach wird nicht gefragt',
  terms: 'Bedingungen',
  termsHint: 'Ebenso für Bedingungen oder einen Verhaltenskodex',
  seats: 'Plätze',
  places: 'Zahl der Plätze',
  placesHint: 'So viele können angenommen werden; leer: keine Grenze',
  hours: 'Stunden zum Bestätigen',
  hoursHint:
    'Angenommene bestätigen innerhalb so vieler Stunden, dass sie kommen, sonst geht ihr Platz an die Warteliste; leer: niemand wird gefragt',
  moves: 'Plätze, die frei werden, gehen von selbst an die Warteliste',
  teams: 'Teams',
  selfService: 'Teilnehmende bilden ihre Teams selbst',
  fixedFrom: 'Teams stehen fest ab',
  fixedHint: 'Leer: nie',
  gallery: 'Projekte sind sichtbar für',
  galleries: { closed: 'Leute des Hackathons', open: 'Alle' },
  delete: 'Hackathon löschen',
  deleteWhich: (name) => `${name} löschen?`,
  allGone: 'Tracks, Personen, Teams und Punkte sind dann für alle weg. Das lässt sich nicht rückgängig machen.',
};

export const retention: typeof en.retention = {
  title: 'Personenbezogene Daten',
  days: 'Tage, bis Personen gelöscht werden',
  hint: 'So viele Tage nach dem Ende werden Namen, Adressen, Antworten und Dateien gelöscht; Zahlen und Ranglisten bleiben. Leer: niemand wird gelöscht',
  all: (people, files, emails) =>
    `${counted(people, 'Person', 'Personen')}, ${counted(files, 'Datei', 'Dateien')} und ${counted(emails, 'wartende E-Mail', 'wartende E-Mails')}`,
  noEnd: (all) => `${all}. Der Hackathon hat noch kein Ende, deshalb wird nichts gelöscht.`,
  on: (all, day) => `Löschung am ${day}, gerechnet ab dem gespeicherten Ende: ${all}.`,
  overdue: (all) =>
    `Diese Tage sind schon vorbei. Innerhalb einer Stunde werden gelöscht: ${all}. Nichts bringt sie zurück.`,
  overdueOnceSaved: (all) =>
    `Diese Tage sind schon vorbei. Innerhalb einer Stunde nach dem Speichern werden gelöscht: ${all}. Nichts bringt sie zurück.`,
  eraseNow: 'Jetzt löschen',
};

export const file: typeof en.file = {
  download: 'Herunterladen',
  about: 'Der ganze Hackathon als eine Datei, mit Personen und Teams. Noch einmal angewendet, ändert sie nichts.',
  downloadFile: 'Eventdatei herunterladen',
  bringIn: 'Datei einlesen',
  bringInAbout: 'Wähle eine Eventdatei dieser Organisation. Du siehst erst, was sie ändern würde.',
  label: 'Eventdatei',
  prune: 'Auch Einstellungen entfernen, die die Datei nicht nennt; nie Personen und was sie getan haben',
  applied: (changes) => `Angewendet: ${changes}.`,
  line: (line, why) => `Zeile ${line}: ${why}`,
  more: (n) => `und ${number(n)} mehr`,
  created: (n) => `${number(n)} angelegt`,
  changed: (n) => `${number(n)} geändert`,
  removed: (n) => `${number(n)} entfernt`,
  verbs: { create: 'neu', change: 'geändert', remove: 'entfernt' },
  nothing: 'Alles ist schon so, wie die Datei es sagt: Es würde sich nichts ändern.',
  plan: (n, changes) => `${counted(n, 'Änderung', 'Änderungen')}: ${changes}.`,
  apply: 'Anwenden',
  lose: (n) => `${counted(n, 'Person verliert', 'Personen verlieren')} dadurch einen Platz oder ein Team.`,
  fileWins:
    'Die Datei gilt mehr als alles, was seitdem entschieden wurde. Um das zu behalten, lade sie herunter und ändere sie dann.',
  othersLose: (n) =>
    `${counted(n, 'Person würde', 'Personen würden')} inzwischen einen Platz oder ein Team verlieren: Wähle die Datei neu, um zu sehen, wer.`,
};

export const looks: typeof en.looks = {
  letters: {
    accepted: 'In der E-Mail an Angenommene',
    waitlisted: 'In der E-Mail an Leute auf der Warteliste',
    rejected: 'In der E-Mail an Abgelehnte',
  },
  saved: 'Gespeichert.',
  logo: 'Logo',
  logoHint: 'Adresse eines Bildes, am Anfang jeder E-Mail zum Hackathon',
  answersTo: 'Antworten gehen an',
  answersHint: 'Die Adresse, an die geantwortet wird; leer: die des Dienstes',
  ownWords: 'Eigene Worte',
  ownWordsHint: 'Ein eigener Absatz, mit **fett**, *betont*, - Listen und [Links](https://…).',
  placeholders: '{first_name} {hackathon} {track} werden jeweils ersetzt. Leer: keiner.',
  colour: 'Farbe',
  colourHint: 'Von Knöpfen und Links in E-Mails, etwa #4338ca; leer: die des Dienstes',
  colourRule: '# und sechs Ziffern oder Buchstaben von a bis f',
  pick: 'Farbe auswählen',
};

export const make: typeof en.make = {
  first: 'Deinen ersten Hackathon anlegen',
  title: 'Hackathon anlegen',
  about:
    'Er ist ein Entwurf, den nur deine Organisation sieht, bis du ihn veröffentlichst. Alles lässt sich noch ändern.',
  format: 'Format',
  make: 'Entwurf anlegen',
  organization: 'Organisation',
  startFrom: 'Anfangen mit',
  nothing: 'Nichts',
  partsOf: (name) => `Fragen, Eingänge und Kriterien von ${name}`,
  tracks: 'Tracks',
  tracksHint: 'Man meldet sich zu Tracks an und bildet dort Teams. Trenne mehrere mit Kommas; einer genügt.',
  tracksExample: 'Klima, Offene Daten',
  begins: 'Beginn',
  ends: 'Ende',
};

export const zoned: typeof en.zoned = {
  zone: 'Zeitzone',
  zoneHint: 'Des Ortes, etwa Europe/Berlin. Alle Zeiten gelten in ihr.',
  noZone: 'Eine Zeitzone mit diesem Namen gibt es nicht.',
  timesOf: (zone) => `Alle Zeiten in ${zone}.`,
};

export const points: typeof en.points = {
  title: 'Eingänge',
  add: 'Eingang hinzufügen',
  none: 'Noch kein Eingang. An einem Eingang werden Tickets gescannt, oder es wird geprüft, was abgegeben wurde.',
  types: {
    attendance: 'Check-in',
    doorkeeper: 'Namensschilder',
    milestone: 'Abgabe',
    meal: 'Essen',
    item: 'Ausgabe, etwa von T-Shirts',
  },
  door: 'Eingang',
  whole: 'Ganzer Hackathon',
  kind: 'Art',
  open: 'Offen',
  caption: 'Alle Eingänge',
  of: 'Für',
  opens: 'Öffnet',
  closes: 'Schließt',
  portions: 'Portionen pro Person',
  toHandIn: 'Abzugeben',
  toHandInHint: 'Eines pro Zeile, etwa Repository',
  isNeeded: 'Nötig zum Bestehen',
  deleting: 'Geräte, die dort scannen, bieten ihn nicht mehr an. Ein Eingang, an dem gescannt wurde, bleibt.',
};

export const items: typeof en.items = {
  edit: (name) => `${name} bearbeiten`,
  delete: (name) => `${name} löschen?`,
  deleted: (name) => `${name} ist gelöscht.`,
  saved: (name) => `${name} ist gespeichert.`,
};

export const roles: typeof en.roles = {
  names: {
    ORGANIZER: 'Organisation',
    MENTOR: 'Mentor:in',
    JUDGE: 'Jurymitglied',
    TECH_PARTNER: 'Technik-Partner:in',
    PARTNER: 'Partner:in',
    PARTICIPANT: 'Teilnehmer:in',
  },
  title: 'Rollen',
  invite: 'Einladen',
  inviteSomebody: 'Jemanden einladen',
  none: 'Noch hat niemand eine Rolle auf einem Track. Wem die Organisation gehört und wer sie verwaltet, braucht keine.',
  person: 'Person',
  role: 'Rolle',
  track: 'Track',
  invitedUntil: (day) => `eingeladen bis ${day}`,
  caption: 'Alle Rollen',
  held: (name, role, track) => `${name}, ${role}, ${track}`,
  withdraw: 'Entziehen',
  takeFrom: (name) => `${name} die Rolle entziehen?`,
  withdrawn: (name, role, track) => `${name} hat die Rolle ${role} auf ${track} nicht mehr.`,
  judgesNoMore: (name, track) =>
    `${name} bewertet auf ${track} nicht mehr. Abgegebene Punkte bleiben; was nicht abgegeben ist, wird entfernt.`,
  losesRights: (name, track) => `${name} verliert, was die Rolle auf ${track} erlaubt.`,
  uninvite: (email) => `Die Einladung von ${email} zurückziehen?`,
  uninvited: (email, track) => `${email} ist nicht mehr zu ${track} eingeladen.`,
  linkEnds: (track) => `Der Link in der E-Mail führt nicht mehr zu ${track}.`,
  isAnswered: 'Sie wurde inzwischen angenommen oder zurückgezogen.',
  uninviteLabel: 'Zurückziehen',
  tracks: 'Tracks',
  needAccount: 'Wer organisiert, braucht ein Konto und wird sofort Mitglied der Organisation.',
  message: 'Nachricht',
  makeOrganizer: 'Ins Organisationsteam',
  noAccount: 'Zu dieser E-Mail-Adresse gibt es kein Konto. Bitte die Person, sich erst zu registrieren.',
  invited: (email) => `${email} ist per E-Mail eingeladen.`,
  invitedBefore: (email) => `${email} war schon eingeladen.`,
  isOrganizer: (email) => `${email} ist jetzt im Organisationsteam.`,
};

export const languages: typeof en.languages = {
  title: 'Sprachen',
  textsAreIn: 'Die Texte sind auf',
  one: 'Eine Sprache',
  alsoIn: 'Und auch auf',
  alsoHint: 'Jeder Text bekommt für jede davon ein Feld. Gelesen wird die Sprache der Seite.',
  inOthers: 'In anderen Sprachen',
};

export const noHackathon: typeof en.noHackathon = {
  open: (name) => `${name} öffnen`,
  toTickets: 'Meine Tickets',
  notYours: 'Dieser Hackathon gehört nicht zu deinen',
  noneYet: 'Du organisierst noch keinen Hackathon',
  chooseAbove: 'Wähle oben einen von deinen.',
  askAnOwner:
    'Bitte jemanden, dem die Organisation gehört, dich in die Verwaltung oder in das Organisationsteam eines Tracks aufzunehmen. Neue Organisationen legt an, wer diesen Dienst betreibt. Öffne dann diese Seite noch einmal.',
};

export const formats: typeof en.formats = { onsite: 'Vor Ort', online: 'Online', hybrid: 'Vor Ort und online' };
