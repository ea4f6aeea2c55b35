/** Texts about judging, in German. */
import { counted, listed, number, percent, plural } from '../../../shared/intl.ts';
import type * as en from './en.ts';

const teams = (n: number) => counted(n, 'Team', 'Teams');
const reviews = (n: number) => counted(n, 'Bewertung', 'Bewertungen');
const assignments = (n: number) => counted(n, 'Zuteilung', 'Zuteilungen');
const judges = (n: number) => counted(n, 'Jurymitglied', 'Jurymitglieder');

export const judging: typeof en.judging = {
  criteria: 'Kriterien',
  judges: 'Mitglieder',
  ranking: 'Rangliste',
  steps: 'Schritte der Jury',
  noTrack: 'Dieser Hackathon hat noch keinen Track, deshalb gibt es nichts zu bewerten.',
  seeTracks: 'Zu den Tracks',
  track: 'Track',
  team: 'Team',
  judge: 'Jurymitglied',
  reviews: 'Bewertungen',
};

export const criteria: typeof en.criteria = {
  caption: 'Alle Kriterien',
  add: 'Kriterium hinzufügen',
  addFirst: 'Erstes Kriterium hinzufügen',
  none: 'Ohne Kriterien hat die Jury nichts zu bewerten.',
  criterion: 'Kriterium',
  weight: 'Gewicht',
  whole: `Die Gewichte ergeben zusammen ${percent(1)}.`,
  notWhole: (total) =>
    `Die Gewichte ergeben zusammen ${total}. Die Punkte werden so gerechnet, dass die Bestnote ${percent(1)} ist.`,
  editWho: (name) => `${name} bearbeiten`,
  deleteWho: (name) => `${name} löschen?`,
  deleteWithScores: 'Samt Punkten löschen',
  deleted: (name) => `${name} ist gelöscht.`,
  submittedScores: (n) =>
    plural(
      n,
      `Auch ${number(n)} Punktzahl, die die Jury dafür abgegeben hat, wird gelöscht.`,
      `Auch ${number(n)} Punktzahlen, die die Jury dafür abgegeben hat, werden gelöscht.`,
    ),
  begunScores: 'Auch Punkte, die die Jury dafür schon eingetragen hat, werden gelöscht.',
  saved: (name) => `${name} ist gespeichert.`,
  description: 'Beschreibung',
  descriptionHint: 'Worauf die Jury achten soll; optional',
  weightInPercent: 'Gewicht in Prozent',
};

export const scale: typeof en.scale = {
  title: 'Skala',
  said: (min, max, step, hasSlider) =>
    `Punkte gehen auf jedem Track von ${number(min)} bis ${number(max)} in Schritten von ${number(step)}, mit ${hasSlider ? 'einem Regler' : 'einer Zahl'}.`,
  change: 'Skala ändern',
  least: 'Niedrigste Punktzahl',
  most: 'Höchste Punktzahl',
  step: 'Schritt',
  slider: 'Die Jury sieht neben der Zahl einen Regler',
  saved: 'Die Skala ist gespeichert.',
  misfits: (n) =>
    `${counted(n, 'vergebene Punktzahl passt', 'vergebene Punktzahlen passen')} nicht dazu. Die Jury berichtigt sie vor der Abgabe.`,
  changeAllTheSame: 'Trotzdem ändern',
};

export const assigning: typeof en.assigning = {
  title: 'Jurymitglieder und ihre Teams',
  addJudge: 'Mitglied hinzufügen',
  addFirst: 'Erstes Mitglied hinzufügen',
  assignJudges: 'Teams zuteilen',
  overall: (judged, all, without, ready) => [
    `${number(judged)} von ${number(all)} ${all === 1 ? 'Team' : 'Teams'} bewertet`,
    ...(without > 0 ? [`${number(without)} ohne Jurymitglied`] : []),
    ...(ready > 0 ? [`${number(ready)} vollständig, aber nicht abgegeben`] : []),
  ],
  progress: 'Bewertete Teams',
  judges: 'Jurymitglieder',
  teams: 'Teams',
  handedIn: 'Abgegeben',
  progressColumn: 'Fortschritt',
  progressOf: (name) => `Fortschritt von ${name}`,
  noJudge: 'Dieser Track hat noch kein Jurymitglied.',
  noTeam: 'Auf diesem Track gibt es noch kein Team.',
  seeTeams: 'Alle Teams ansehen',
  caption: 'Teams und wer sie bewertet',
  judgedBy: 'Bewertet von',
  nobody: 'noch niemand',
  judgesOf: (name) => `Mitglieder für ${name}`,
  PENDING: (judge) => `${judge}, nicht begonnen`,
  IN_PROGRESS: (judge) => `${judge}, begonnen`,
  READY: (judge) => `${judge}, vollständig`,
  SUBMITTED: (judge) => `${judge}, abgegeben`,
};

export const inviting: typeof en.inviting = {
  title: (track) => `Jurymitglied für ${track} hinzufügen`,
  explained: 'Die Person bekommt eine E-Mail mit einem Link, der sie in die Jury dieses Tracks bringt.',
  message: 'Nachricht',
  invite: 'Einladen',
  invited: (email) => `${email} ist eingeladen und gehört nach dem Öffnen des Links zur Jury.`,
  wasInvited: (email) => `${email} war schon eingeladen.`,
};

export const declined: typeof en.declined = {
  title: 'Wegen Befangenheit abgelehnt',
  explained: `Wer ein Team abgelehnt hat, bekommt es in keinem Plan wieder. Ersetze mit „${assigning.assignJudges}“ alle auf einmal, oder hier einzeln.`,
  caption: 'Abgelehnte Zuteilungen',
  by: 'Abgelehnt von',
  reason: 'Grund',
  judgesNow: 'Mitglieder jetzt',
  replace: 'Ersetzen',
  replaceWho: (judge, team) => `${judge} bei ${team} ersetzen`,
};

export const ofTeam: typeof en.ofTeam = {
  assigned: 'Zugeteilt. Es erscheint beim nächsten Blick auf die Juryseite.',
  further: 'Weitere Jurymitglieder',
  assign: 'Zuteilen',
  declined: '! hat dieses Team abgelehnt',
  load: teams,
  reopen: 'Wieder öffnen',
  unassign: 'Entziehen',
  scoresGo: (judge) => `Alle Punkte, die ${judge} diesem Team gegeben hat, werden gelöscht.`,
  unassigned: (judge) => `${judge} hat dieses Team nicht mehr.`,
  reopened: (judge) => `${judge} kann die Punkte wieder ändern.`,
  why: 'Warum',
  whyHint: 'Wird mit der Änderung aufbewahrt. Bis zur neuen Abgabe zählen diese Punkte nicht.',
};

export const planning: typeof en.planning = {
  assigned: (n) => `${reviews(n)} zugeteilt.`,
  assign: (n) => `${reviews(n)} zuteilen`,
  perTeam: 'Bewertungen je Team',
  mostPerJudge: 'Höchstens Teams je Mitglied',
  who: 'Wer bewertet',
  anew: (n) => `Neu planen, womit niemand begonnen hat (${assignments(n)})`,
  preview: 'Vorschau',
  fewPerJudge:
    'So wenige Teams je Mitglied reichen nicht für so viele Bewertungen. Erlaube mehr, oder wähle mehr Jurymitglieder.',
  choseFew: (n) =>
    `Du hast ${judges(n)} gewählt, also kann ein Team ${reviews(n)} bekommen. Wähle weitere, oder stelle ${number(n)} ein.`,
  areFew: (n) =>
    `Dieser Track hat ${judges(n)}, also kann ein Team ${reviews(n)} bekommen. Füge weitere hinzu, oder stelle ${number(n)} ein.`,
  tooFew: 'Es gibt zu wenige Jurymitglieder. Wähle mehr davon, oder weniger Bewertungen je Team.',
  tooFewFor: (names) =>
    `Für ${names} gibt es zu wenige Jurymitglieder. Wähle mehr davon, oder weniger Bewertungen je Team.`,
};

export const preview: typeof en.preview = {
  summary: (created, all, perTeam, strong) => {
    const each = all === 1 ? 'Das eine Team' : `Jedes der ${number(all)} Teams`;
    return created === 0
      ? [strong('Nichts zuzuteilen'), `: ${each} hat schon ${reviews(perTeam)}.`]
      : [strong(counted(created, 'neue Bewertung', 'neue Bewertungen')), `: ${each} hat dann ${reviews(perTeam)}.`];
  },
  connected: 'Alle Teams lassen sich vergleichen: Ihre Jurymitglieder haben gemeinsame Teams.',
  notConnected:
    'Nicht alle Teams lassen sich vergleichen: Manche Jurymitglieder haben kein Team mit den anderen gemeinsam. Mehr Bewertungen je Team beheben das.',
  sureness: {
    good: 'Sicherheit der Rangliste: gut. Mit drei Bewertungen je Team ist sie meist mittel, mit fünf gut.',
    medium: 'Sicherheit der Rangliste: mittel. Mit drei Bewertungen je Team ist sie meist mittel, mit fünf gut.',
    low: 'Sicherheit der Rangliste: gering. Mit drei Bewertungen je Team ist sie meist mittel, mit fünf gut.',
  },
  never: (n) => `Nie geplant: ${counted(n, 'Paar', 'Paare')} aus Jurymitglied und Team`,
  empty: (names) => `Ohne Mitglied, deshalb nicht bewertet: ${listed(names)}.`,
  DECLARED: (judge, team) => `${judge}, ${team}: abgelehnt`,
  CONFLICT_OF_INTEREST: (judge, team) => `${judge}, ${team}: gehört zum Team`,
  caption: 'Teams je Jurymitglied',
  has: 'Hat',
  willHave: 'Wird haben',
};

export const ranking: typeof en.ranking = {
  upToDate: 'Die Rangliste ist aktuell.',
  update: 'Rangliste berechnen',
  present: 'Vorführen',
  csv: 'Rangliste als CSV',
  plainCsv: 'Einfache Rangliste als CSV',
  bothCsv: 'Beide Ranglisten als CSV',
  scoresCsv: 'Punkte als CSV',
  published: {
    plain: (when) =>
      `Die einfache Rangliste wurde veröffentlicht: ${when}. Neu Berechnetes steht nur hier, bis du wieder veröffentlichst.`,
    fair: (when) =>
      `Die bereinigte Rangliste wurde veröffentlicht: ${when}. Neu Berechnetes steht nur hier, bis du wieder veröffentlichst.`,
  },
  asOf: (n, when) => `${teams(n)}, Stand ${when}. Teams ohne Punkte fehlen.`,
  none: 'Noch keine Rangliste. Sie zählt die Punkte, die bisher abgegeben sind.',
};

export const compared: typeof en.compared = {
  explained: `Einfacher Durchschnitt, und bereinigt um strenge oder großzügige Jurymitglieder. Bereich: wo das Team mit ${percent(0.9)} Sicherheit steht.`,
  order: 'Ordnung',
  compare: 'Beide vergleichen',
  caption: 'Teams nach Platz',
  plainRank: 'Einfacher Platz',
  plainScore: 'Einfache Punkte',
  fairRank: 'Bereinigter Platz',
  fairScore: 'Bereinigte Punkte',
  range: 'Bereich',
  ranks: (low, high) => `${number(low)} bis ${number(high)}`,
  moved: 'Verschoben',
  group: 'Gruppe',
  same: 'gleich',
  notConnected: (groups) =>
    `Nicht alle Teams lassen sich vergleichen: Die Jurymitglieder dieser ${number(groups)} Gruppen haben kein Team gemeinsam. Bereinigte Plätze gelten nur innerhalb einer Gruppe und lassen sich nicht veröffentlichen. Ein Jurymitglied, das aus jeder Gruppe ein Team sieht, behebt das.`,
  closeCalls: (n) =>
    `${counted(n, 'knapper Fall', 'knappe Fälle')}: Nachbarn, deren Reihenfolge weniger als ${percent(0.8)} sicher ist`,
  closeCall: (first, second, share) => `${first} vor ${second}: ${share} sicher`,
  strictness: 'Strenge oder großzügige Jurymitglieder',
  judges: 'Vergleich der Jurymitglieder',
  comparedWith: 'Verglichen mit anderen',
  theSame: 'gleich',
  more: (size) => `${size} mehr`,
  less: (size) => `${size} weniger`,
};

export const publishing: typeof en.publishing = {
  publish: 'Veröffentlichen',
  again: 'Neu veröffentlichen',
  title: (track) => `Die Ergebnisse von ${track} veröffentlichen?`,
  done: {
    plain: 'Die einfache Rangliste ist veröffentlicht.',
    fair: 'Die bereinigte Rangliste ist veröffentlicht.',
  },
  anew: {
    plain:
      'Alle lesen statt der veröffentlichten die einfache Rangliste, wie sie jetzt ist. Es geht keine E-Mail hinaus.',
    fair: 'Alle lesen statt der veröffentlichten die bereinigte Rangliste, wie sie jetzt ist. Es geht keine E-Mail hinaus.',
  },
  first: 'Jedes Team sieht sein Ergebnis und bekommt eine E-Mail. Das lässt sich nicht rückgängig machen.',
  sure: 'Ich habe die Rangliste geprüft. Veröffentlichen.',
  which: 'Nach welcher Rangliste',
  plain: 'Einfacher Durchschnitt',
  fair: 'Um strenge und großzügige Jurymitglieder bereinigt',
  fairExplained:
    'Bei der bereinigten erfährt jedes Team zu jeder Bewertung in einem Satz, wie seine Punkte zustande kamen, ohne Namen.',
  notComparable: 'Die bereinigte lässt sich nicht veröffentlichen, weil nicht alle Teams vergleichbar sind.',
  complete: 'Jedes Team hat Punkte, und jede Bewertung ist abgegeben.',
  missing: 'Es fehlt',
  noScore: (without, all, names) =>
    `${number(without)} von ${teams(all)} ${plural(without, 'hat', 'haben')} keine Punkte: ${names}.`,
  notHandedIn: (open, all) => `${number(open)} von ${reviews(all)} ${plural(open, 'ist', 'sind')} nicht abgegeben.`,
  alone: (judge) => `Nur ${judge} hat bewertet.`,
  closeCalls: (n) =>
    `Die Reihenfolge von ${counted(n, 'Paar', 'Paaren')} benachbarter Teams ist weniger als ${percent(0.8)} sicher.`,
};

export const podium: typeof en.podium = {
  title: (track) => `${track}: Ergebnisse`,
  back: 'Zurück zur Rangliste',
  notPublished: 'Diese Ergebnisse sind noch nicht veröffentlicht.',
  places: ['Erster Platz', 'Zweiter Platz', 'Dritter Platz'],
  show: ['Ersten Platz zeigen', 'Zweiten Platz zeigen', 'Dritten Platz zeigen'],
  fullScreen: 'Vollbild',
};
