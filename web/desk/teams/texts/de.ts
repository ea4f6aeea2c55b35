/** Texts about teams and their tables, in German. */
import { counted, number, plural } from '../../../shared/intl.ts';
import type * as en from './en.ts';

export const teams: typeof en.teams = {
  counts: (all, looking) =>
    `${counted(all, 'Team', 'Teams')}, ${number(looking)} ${plural(looking, 'sucht', 'suchen')} noch Leute`,
  search: 'Name des Teams',
  all: 'Alle',
  open: 'Sucht noch Leute',
  closed: 'Geschlossen',
  full: 'Voll',
  caption: 'Alle Teams',
  team: 'Team',
  table: 'Tisch',
  members: 'Mitglieder',
  handedIn: 'Abgegeben',
  notYet: 'noch nicht',
  showAll: 'Alle Teams anzeigen',
  seePeople: 'Zu den Personen',
  noneLikeThis: 'So ein Team gibt es nicht.',
  none: 'Noch kein Team. Teams entstehen von selbst: Die Teilnehmenden legen sie an.',
  of: (members, most) => `${number(members)} von ${number(most)}`,
  deleted: 'Jemand, dessen Konto gelöscht ist',
  leads: 'leitet',
  isFull: 'voll',
  isClosed: 'geschlossen',
  isOpen: 'offen',
};

export const moving: typeof en.moving = {
  oneTrack: 'es gibt nur einen Track',
  move: 'Verschieben',
  title: (team) => `${team} verschieben`,
  to: 'Auf den Track',
  moved: (team, track) => `${team} ist jetzt auf ${track}.`,
  explained: (track, people) =>
    plural(
      people,
      `Das ganze Team verlässt ${track}: ${number(people)} Person, die per E-Mail einen neuen Check-in-Code bekommt.`,
      `Das ganze Team verlässt ${track}: ${number(people)} Personen, die per E-Mail je einen neuen Check-in-Code bekommen.`,
    ),
  yes: 'Team verschieben',
};

export const editing: typeof en.editing = {
  title: (team) => `${team} bearbeiten`,
  rename: 'Umbenennen',
  renamed: (name) => `Es heißt jetzt ${name}.`,
  seat: 'Diesen Tisch geben',
  seated: (table) => `Es sitzt jetzt an Tisch ${table}.`,
  unseated: 'Es hat jetzt keinen Tisch.',
  members: (members, most) => `Mitglieder, ${number(members)} von ${number(most)}`,
  nobody: 'In diesem Team ist niemand.',
  remove: 'Entfernen',
  removeWho: (name) => `${name} entfernen`,
  removeSure: 'Aus dem Team entfernen',
  removed: (name, team) => `${name} ist nicht mehr bei ${team}.`,
  keepsPlace: (track) => `Der Platz auf ${track} bleibt.`,
  keepsPlaceLed: (track) =>
    `Der Platz auf ${track} bleibt. Das Team leitet dann das Mitglied, das von den anderen am längsten dabei ist.`,
  isFull: 'Das Team ist voll.',
  addTitle: 'Jemanden ohne Team hinzufügen',
  addWho: (name) => `${name} hinzufügen`,
  added: (name, team) => `${name} ist jetzt bei ${team}.`,
  nobodyFree: (track) => `Auf ${track} ist niemand angenommen und ohne Team.`,
  nobodyFound: (track) => `Auf ${track} ist niemand angenommen und ohne Team, auf den das passt.`,
  delete: 'Team löschen',
  deleteSure: 'Ja, Team löschen',
  deleteWho: (team) => `${team} löschen?`,
  deleted: (team) => `${team} ist gelöscht.`,
  loses: (members, track) =>
    plural(
      members,
      `${number(members)} Mitglied verliert das Team, behält aber den Platz auf ${track}. Das lässt sich nicht rückgängig machen.`,
      `${number(members)} Mitglieder verlieren das Team, behalten aber ihre Plätze auf ${track}. Das lässt sich nicht rückgängig machen.`,
    ),
  forGood: 'Das lässt sich nicht rückgängig machen.',
};

export const tables: typeof en.tables = {
  number: 'Tische nummerieren',
  print: 'Tischkarten drucken',
  name: 'Name des Teams',
  project: 'Titel des Projekts',
  created: 'Ältestes Team zuerst',
  numbered: (teams, kept) =>
    `${counted(teams, 'Team hat', 'Teams haben')} einen Tisch bekommen; ${plural(kept, `${number(kept)} behält seinen`, `${number(kept)} behalten ihren`)}.`,
  order: 'Reihenfolge',
  again: 'Auch Teams mit Tisch neu nummerieren',
  others: 'Nummern anderer Tracks bleiben aus: An keinem Tisch sitzen zwei Teams.',
  yes: 'Nummerieren',
  prefix: 'Vorsatz',
  prefixHint: 'Etwa A für A1; optional',
  first: 'Erste Nummer',
  cards: 'Tischkarten',
  none: 'Noch hat kein Team einen Tisch.',
  explained: (cards) =>
    `${counted(cards, 'Karte', 'Karten')}, A5, mit Nummer, Team und einem Code, der zu den Projekten führt.`,
  printNow: 'Drucken',
  projectOf: (team) => `Das Projekt von ${team}`,
};
