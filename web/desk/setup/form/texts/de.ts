/** Texts of the questions for people who register, in German. */
import { counted, number, plural } from '../../../../shared/intl.ts';
import type * as en from './en.ts';

export const questions: typeof en.questions = {
  title: 'Fragen',
  startFrom: 'Anfangen mit…',
  add: 'Frage hinzufügen',
  none: 'Noch keine Frage. Beginne mit denen, die die meisten Hackathons stellen, oder füge eigene hinzu.',
  sorting: 'Zieh eine Frage an ihrem Griff, oder drück darauf die Pfeiltasten.',
  try: 'Formular ausprobieren',
  sections: 'Abschnitte',
  move: (label) => `Verschieben: ${label}`,
  up: (label) => `Nach oben: ${label}`,
  down: (label) => `Nach unten: ${label}`,
  required: 'Pflicht',
  optional: 'freiwillig',
  atDoor: 'am Eingang',
  afterAnother: 'nur nach einer anderen Antwort',
  deleteOne: 'Frage löschen?',
  isDeleted: 'Die Frage ist gelöscht.',
  askedNoMore: (label) => `„${label}“ wird nicht mehr gefragt. Gegebene Antworten bleiben.`,
};

export const types: typeof en.types = {
  text: 'Kurzer Text',
  textarea: 'Langer Text',
  url: 'Link',
  email: 'E-Mail',
  phone: 'Telefonnummer',
  select: 'Eines aus einer Liste',
  multiselect: 'Mehrere aus einer Liste',
  radio: 'Eines, alle sichtbar',
  checkbox: 'Kästchen',
  date: 'Datum',
  file: 'Datei',
};

export const question: typeof en.question = {
  saved: (label) => `„${label}“ ist gespeichert.`,
  edit: 'Frage bearbeiten',
  add: 'Frage hinzufügen',
  question: 'Frage',
  answeredBy: 'Beantwortet mit',
  takenFrom: 'Auswahl aus',
  optionsBelow: 'Möglichkeiten unten',
  allCountries: 'Alle Länder',
  list: (name) => `Liste: ${name}`,
  options: 'Möglichkeiten',
  onePerLine: 'Eine pro Zeile',
  asManyAbove: 'So viele wie oben, in derselben Reihenfolge',
  explanation: 'Erklärung',
  explanationHint: 'Unter der Frage; optional',
  example: 'Beispiel im leeren Feld',
  isRequired: 'Muss beantwortet werden',
  atDoor: 'Am Eingang anzeigen, wenn das Ticket gescannt wird',
  asked: 'Gefragt',
  always: 'Immer',
  asItWas: 'Wie bisher',
  if: (label, answer) => `Wenn „${label}“ ${answer} ist`,
  ticked: 'angekreuzt',
  notTicked: 'nicht angekreuzt',
};

export const limits: typeof en.limits = {
  title: 'Grenzen der Antwort',
  characters: { from: 'Mindestens so viele Zeichen', to: 'Höchstens so viele Zeichen' },
  numbers: { from: 'Zahl ab', to: 'Zahl bis', hint: 'Mit einer Grenze fragt die Frage nach einer Zahl' },
  choices: { from: 'Mindestens so viele', to: 'Höchstens so viele' },
  days: { from: 'Erster Tag', to: 'Letzter Tag' },
  pattern: 'Muster',
  patternHint: 'Ein regulärer Ausdruck für die ganze Antwort, etwa [0-9]{5}',
};

export const sections: typeof en.sections = {
  title: 'Abschnitte',
  about: 'Eine Frage steht in einem Abschnitt; die in keinem kommen zuerst.',
  saved: 'Die Abschnitte sind gespeichert.',
  add: 'Abschnitt hinzufügen',
  titleOf: (n) => `Titel von Abschnitt ${number(n)}`,
  questions: 'Fragen',
  remove: 'Abschnitt entfernen',
};

export const trying: typeof en.trying = {
  title: 'Formular ausprobieren',
  isComplete: 'Vollständig: Das könnte gesendet werden. Gesendet wurde nichts.',
  check: 'Prüfen',
};

export const lists: typeof en.lists = {
  title: 'Listen',
  add: 'Liste hinzufügen',
  about:
    'Lange Listen, etwa von Schulen, aus denen eine Frage wählen lässt. Alle Hackathons der Organisation teilen sie.',
  none: 'Noch keine Liste. Alle Länder sind auch ohne bekannt.',
  list: 'Liste',
  changed: (ago) => `geändert ${ago}`,
  values: 'Werte',
  replace: 'Ersetzen',
  replaceOne: (name) => `${name} ersetzen`,
  caption: 'Alle Listen',
  inUse: (n) =>
    `${counted(n, 'Frage', 'Fragen')} deiner Hackathons ${plural(n, 'wählt', 'wählen')} daraus. Ändere das zuerst.`,
  deleteOne: (name) => `${name} löschen?`,
  isDeleted: (name) => `${name} ist gelöscht.`,
  answersStay: 'Antworten daraus bleiben. Eine Liste, aus der eine Frage wählen lässt, wird nicht gelöscht.',
  has: (name, values) => `${name} hat ${counted(values, 'Wert', 'Werte')}.`,
  twice: (lines) => `${counted(lines, 'Zeile stand', 'Zeilen standen')} doppelt darin.`,
  nameHint: 'Kleinbuchstaben, Ziffern und Bindestriche, etwa schulen',
  save: 'Liste speichern',
  fromFile: 'Aus einer Datei',
  fileHint: 'CSV mit einem Wert pro Zeile, ohne Kopfzeile',
  valuesHint: 'Einer pro Zeile; füge sie ein, oder wähle eine Datei',
};

export const startFrom: typeof en.startFrom = {
  title: 'Anfangen mit',
  questions: 'Fragen',
  doors: 'Eingänge',
  doorsMore: 'im selben Abstand zum Beginn',
  criteria: 'Kriterien',
  criteriaMore: 'von Tracks, die noch keine haben',
  added: (n) => `${counted(n, 'Frage ist', 'Fragen sind')} hinzugefügt. Ändere, was nicht passt.`,
  as: (name) => `Wie ${name}`,
  takeOver: 'Übernehmen',
  addThese: 'Fragen hinzufügen',
  asksFor: (what) => `Fragt nach: ${what}.`,
};

export const sets: typeof en.sets = {
  short: { name: 'Das Kürzeste', about: 'Beweggrund, Essen, T-Shirt' },
  usual: { name: 'Das Übliche', about: 'Namen, Erfahrung, Links, Essen, T-Shirt, Verhaltenskodex' },
  mlh: {
    name: 'Für MLH-Mitgliedsevents',
    about: 'Namen, Alter, Telefon, Schule, Ausbildungsstand, Land und die drei Einwilligungen',
  },
  people: { name: 'Wer kommt', about: 'Altersgruppe, Geschlecht und Studium, für Berichte; alles freiwillig' },
};

export const asked: typeof en.asked = {
  firstName: 'Vorname',
  lastName: 'Nachname',
  diet: 'Ernährung',
  diets: ['Alles', 'Vegetarisch', 'Vegan', 'Halal', 'Koscher', 'Glutenfrei', 'Anderes'],
  otherDiet: 'Allergien und weitere Wünsche beim Essen',
  shirt: 'T-Shirt-Größe',
  shirts: ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'Keines'],
  why: 'Warum möchtest du kommen?',
  isFirst: 'Ist das dein erster Hackathon?',
  yesOrNo: ['Ja', 'Nein'],
  build: 'Was möchtest du bauen oder lernen?',
  made: 'GitHub, Portfolio oder etwas, das du gemacht hast',
  needs: 'Was brauchst du, um gut dabei sein zu können?',
  needsSuchAs: 'Etwa einen stufenlosen Zugang oder einen ruhigen Raum.',
  conduct: 'Ich halte mich an den Verhaltenskodex dieses Hackathons',
  age: 'Alter',
  phone: 'Telefonnummer',
  school: 'Schule oder Hochschule',
  schoolNow: 'Die jetzige oder, wenn du fertig bist, die letzte.',
  level: 'Ausbildungsstand',
  levels: [
    'Schule',
    'Bachelor, bis zu zwei Jahre',
    'Bachelor, drei Jahre oder länger',
    'Master oder Promotion',
    'Bootcamp oder Programmierschule',
    'Berufsausbildung',
    'Postdoc',
    'Anderes',
    'Nicht in Ausbildung',
  ],
  country: 'Wohnsitzland',
  mlhConduct: 'Ich habe den MLH Code of Conduct gelesen und halte mich daran',
  mlhShare:
    'Meine Bewerbung darf an MLH weitergegeben werden, und ich nehme die Wettbewerbsbedingungen und die Datenschutzerklärung von MLH an',
  mlhShareWhy: (privacy, terms) =>
    `Für die Durchführung, für Ranglisten und für die Verwaltung von MLH. Datenschutzerklärung: ${privacy} Wettbewerbsbedingungen: ${terms}`,
  mlhEmails: 'MLH darf mir E-Mails zu Veranstaltungen, Angeboten und Neuigkeiten schicken',
  ageGroup: 'Altersgruppe',
  ageGroups: ['Unter 18', '18 bis 24', '25 bis 34', '35 und älter'],
  gender: 'Geschlecht',
  genders: ['Weiblich', 'Männlich', 'Nichtbinär', 'Ein anderes'],
  field: 'Studienfach oder Beruf',
  unsaid: 'Keine Angabe',
};
