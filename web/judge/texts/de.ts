/** Texts of the page to judge, in German. */
import { listed, number, plural } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const judge: typeof en.judge = {
  title: 'Deine Teams',
  keepsNothing:
    'Dieses Gerät speichert nichts, wie in einem privaten Fenster. Schließe die Seite erst, wenn deine Punkte gespeichert sind.',
  offline: 'Offline. Mach weiter: Deine Eingaben bleiben hier und werden gesendet, sobald das Netz zurück ist.',
  isFetching: 'Deine Teams werden geladen',
  lookAgain: 'Noch einmal nachsehen',
  noTeam: 'Noch hast du kein Team zu bewerten. Sobald dir das Organisationsteam welche zuteilt, stehen sie hier.',
};

export const list: typeof en.list = {
  handedIn: 'Abgegeben',
  waits: 'Wartet auf das Netz',
  ready: 'Bereit zur Abgabe',
  progress: (done, all, of) => [of(`${number(done)} von ${number(all)}`), ' abgegeben'],
  progressBar: 'Abgegebene Teams',
  allDone: (all) => plural(all, 'Abgegeben. Danke!', `Alle ${number(all)} abgegeben. Danke!`),
  start: (team) => `Mit ${team} anfangen →`,
  goOn: (team) => `Weiter mit ${team} →`,
  scored: (given, all) => `${number(given)} von ${number(all)} bewertet`,
};

export const team: typeof en.team = {
  place: (n, all) => `${number(n)} von ${number(all)}`,
  table: (name) => ['Tisch ', name],
  forPrize: (prize) => `Für den Preis ${prize}`,
  isDone: 'Abgegeben. Nur das Organisationsteam kann die Bewertung wieder öffnen.',
  noCriteria: 'Das Organisationsteam hat noch nicht festgelegt, wonach Teams bewertet werden.',
  handedIn: '✓ Abgegeben.',
  teams: 'Teams',
  all: 'Alle Teams',
  previous: 'Zurück',
  next: 'Weiter',
  goOn: (next) => `Weiter: ${next} →`,
  goBack: 'Alle Teams →',
};

export const saved: typeof en.saved = {
  refused: (why) => `Nicht gespeichert: ${why}`,
  waits: 'Auf diesem Gerät gespeichert. Wird gesendet, sobald das Netz zurück ist.',
  isSaving: 'Wird gespeichert',
  soon: 'Wird gleich gespeichert',
  words: 'Auf diesem Gerät gespeichert. Gib Punkte, damit dein Kommentar gesendet wird.',
  done: 'Gespeichert',
  empty: 'Noch keine Punkte',
};

export const project: typeof en.project = {
  label: 'Projekt',
  none: 'Dieses Team hat noch kein Projekt abgegeben.',
  video: 'Video',
  links: 'Links',
  builtWith: 'Gebaut mit',
  handedIn: (at) => `Abgegeben am ${at}`,
  late: (at, seconds) =>
    `Abgegeben am ${at}; zuletzt geändert ${number(seconds)} ${plural(seconds, 'Sekunde', 'Sekunden')} nach der Frist`,
  yes: 'Ja',
  no: 'Nein',
};

export const scores: typeof en.scores = {
  words: (criterion) => `Anmerkungen zu ${criterion}`,
  comment: 'Kommentar für das Organisationsteam',
  feedback: 'Rückmeldung für das Team',
  lower: (criterion) => `${criterion} senken`,
  raise: (criterion) => `${criterion} erhöhen`,
  field: (criterion, min, max) => `Punkte für ${criterion}, ${number(min)} bis ${number(max)}`,
  slider: (criterion) => `Punkte für ${criterion}, als Schieberegler`,
  none: 'Noch keine Punkte',
  wrong: (min, max, step) => `Von ${number(min)} bis ${number(max)} in Schritten von ${number(step)}.`,
};

export const handIn: typeof en.handIn = {
  isDone: (team) => `${team} ist abgegeben.`,
  isUnderWay: (team) => `${team} wird abgegeben.`,
  waits: (team) => `${team} wird abgegeben, sobald das Netz zurück ist.`,
  backTo: (team) => `Zurück zu ${team}`,
  failed: (team, why) => `${team} ist nicht abgegeben. ${why}`,
  otherScale: (criteria) => `Die Skala ist jetzt eine andere: Bewerte ${listed(criteria)} neu.`,
  undo: 'Rückgängig',
  handIn: 'Abgeben',
  handInThen: (next) => `Abgeben, weiter: ${next} →`,
  missing: 'Es fehlen Punkte',
  back: 'Zurück',
};

export const declining: typeof en.declining = {
  know: 'Ich kenne dieses Team',
  ask: (team) => `${team} ablehnen?`,
  why: 'Wenn du ein Team zu gut kennst, bewertet es jemand anderes. Deine Punkte für das Team werden gelöscht.',
  reason: 'Grund, für das Organisationsteam',
  sayWhy: 'Sag mit ein paar Worten, warum.',
  decline: 'Ablehnen',
  keep: 'Team behalten',
  close: 'Schließen',
  declined: 'Abgelehnt',
  isTelling: '… Das Organisationsteam erfährt es',
  waits: '… Wartet auf das Netz',
  takeBack: 'Zurücknehmen',
  aTeam: 'Ein Team',
  done: (team) => `${team} steht nicht mehr auf deiner Liste. Das Organisationsteam sieht den Grund.`,
  handedIn: (team) =>
    `${team} konnte nicht abgelehnt werden: Es ist schon abgegeben. Sprich mit dem Organisationsteam.`,
  failed: (team, why) => `${team} konnte nicht abgelehnt werden: ${why}`,
};
