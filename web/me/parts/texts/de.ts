/** Texts of the parts of tickets that load later, in German. */
import { counted, number, plural } from '../../../shared/intl.ts';
import type * as en from './en.ts';

export const answers: typeof en.answers = {
  loading: 'Deine Antworten werden geladen',
  onTrack: (track) => `Auf ${track}`,
  noneGiven: 'Nichts beantwortet.',
  noneAsked: 'Es wurde nichts gefragt.',
  change: 'Meine Antworten ändern',
  isSaving: 'Wird gespeichert …',
  save: 'Speichern',
  leave: 'So lassen, wie es war',
  isOffline: 'Du bist offline. Deine Änderungen sind noch hier: Speichere sie, wenn das Netz wieder da ist.',
  isDecided: 'Das Organisationsteam hat inzwischen entschieden: Die Antworten bleiben, wie sie sind.',
  look: 'Bitte sieh dir die Antworten an, die oben markiert sind.',
  former: 'Eine frühere Frage',
  yes: 'Ja',
  no: 'Nein',
};

export const place: typeof en.place = {
  isConfirmed: '✓ Du hast bestätigt, dass du kommst.',
  hasLapsed:
    'Du hast deinen Platz nicht rechtzeitig bestätigt, deshalb kann er an jemand anderen gehen. Wenn du trotzdem kommen möchtest, schreib dem Organisationsteam: Es kann dir wieder einen Platz geben.',
  willYouCome: 'Kommst du?',
  confirmBefore: (when) =>
    ` Bestätige deinen Platz vor ${when} oder gib ihn zurück. Danach kann er an jemand anderen gehen.`,
  confirm: 'Ja, ich komme',
  giveUp: 'Meinen Platz zurückgeben',
  giveUpQuestion: (hackathon) => `Deinen Platz bei ${hackathon} zurückgeben?`,
  giveUpMeans: 'Dein Platz geht an jemand anderen, und du verlässt dein Team. Das lässt sich nicht rückgängig machen.',
  leaveTrack: 'Diesen Track verlassen',
  leaveQuestion: (track) => `${track} verlassen?`,
  leaveMeans: 'Du verlässt dort dein Team. Deine anderen Tracks bleiben.',
  keep: 'Meinen Platz behalten',
};

export const finding: typeof en.finding = {
  title: 'Team',
  noTeam:
    'Du bist noch in keinem Team. Gründe eins, tritt einem offenen bei oder öffne einen Link, den dir jemand schickt.',
  start: 'Ein Team gründen',
  open: 'Offene Teams',
  placesLeft: (n) => `noch ${counted(n, 'Platz', 'Plätze')} frei`,
  join: 'Beitreten',
  joinTeam: (name) => `${name} beitreten`,
  looking: (n) => plural(n, 'Eine Person sucht ein Team', `${number(n)} Personen suchen ein Team`),
  name: 'Name',
  problem: 'Welches Problem ihr lösen wollt (optional)',
  isOpen: 'Andere dürfen ohne Link beitreten',
  isLooking: 'Anderen zeigen, dass ich ein Team suche',
  byCode: 'Ich habe einen Code',
  code: 'Der Code der Einladung',
  byOrganizers: 'Das Organisationsteam stellt die Teams zusammen. Deines steht hier, sobald du in einem bist.',
  found: 'Team gründen',
};

export const team: typeof en.team = {
  title: (name) => `Team ${name}`,
  table: (name) => ['Tisch ', name],
  isLocked: (since) => `Die Teams stehen seit ${since} fest. Jetzt ändert sie nur noch das Organisationsteam.`,
  won: (prizes) => `Gewonnen: ${prizes}`,
  change: 'Name und Problem ändern',
  isFull: 'Das Team ist voll.',
  placesLeft: (n) => `Noch ${counted(n, 'Platz', 'Plätze')} frei.`,
  newLink: 'Neuen Link erstellen',
  invite: 'Per Link einladen',
  send: 'Schick diesen Link allen, die du im Team haben möchtest:',
  goodUntil: (when) => `Gültig bis ${when}. Ein neuer Link ersetzt diesen.`,
  orCode: (code) => ['Oder der Code: ', code],
  share: 'Link teilen …',
  isCopied: '✓ Kopiert',
  copy: 'Link kopieren',
  leave: 'Team verlassen',
  leaveQuestion: (name) => `${name} verlassen?`,
  othersStay: 'Dein Platz darin wird frei.',
  isLast: 'Du bist das letzte Mitglied: Das Team endet damit.',
  stay: 'Bleiben',
  leaveIt: 'Verlassen',
  whoLeads: 'Wer leitet es dann?',
  left: 'Jemand, der nicht mehr dabei ist',
  leads: 'leitet das Team',
  makeLeader: 'Leitung abgeben',
  makeNamedLeader: (name) => `Leitung abgeben: ${name}`,
  leadQuestion: (name) => `Die Leitung an ${name} abgeben?`,
  leadMeans: (name) => `Nur ${name} kann sie dir zurückgeben.`,
  remove: 'Entfernen',
  removeNamed: (name) => `${name} entfernen`,
  removeQuestion: (name) => `${name} aus dem Team entfernen?`,
  removeMeans: 'Der Platz wird frei, und der Link zum Team endet.',
  cancel: 'Abbrechen',
};

export const project: typeof en.project = {
  of: (team) => `Projekt von ${team}`,
  title: 'Projekt',
  closesSoon: (when) => `Weniger als eine Minute: Die Abgabe endet um ${when}.`,
  handInUntil: (when) => (when === null ? 'Gib es ab, wann du willst.' : `Gib es bis ${when} ab.`),
  changeUntil: (when) => `Abgegeben. Du kannst es ${when === null ? 'jederzeit' : `bis ${when}`} ändern.`,
  wasLate: (seconds) => `Es kam ${counted(seconds, 'Sekunde', 'Sekunden')} zu spät an und zählt.`,
  hasClosed: (when, isHandedIn) =>
    `Die Abgabe endete am ${when}. ${isHandedIn ? 'Eures ist abgegeben.' : 'Es wurde nichts abgegeben.'}`,
  name: 'Titel',
  description: 'Was es tut (optional)',
  links: 'Links (optional), einer pro Zeile',
  video: 'Video (optional)',
  videoHint: 'Seine Adresse, zum Beispiel https://…',
  builtWith: 'Gebaut mit (optional)',
  builtWithHint: 'Durch Kommas getrennt: Rust, Postgres',
  show: 'Bei den Projekten des Hackathons zeigen',
  isHandingIn: 'Wird abgegeben …',
  handIn: 'Abgeben',
  refused: (why) => `✕ Nicht angenommen: ${why}`,
  isSaved: '✓ Gespeichert',
  isSaving: '… Wird gespeichert',
  keepsNothing: '! Dieses Gerät speichert nichts: Lass die Seite offen, bis es gespeichert ist.',
  doesNotCount: '□ Auf diesem Gerät gespeichert. Es zählt erst, wenn du es abgibst.',
  isSentSoon: '□ Auf diesem Gerät gespeichert, wird gleich gesendet.',
  isSentLater: '□ Auf diesem Gerät gespeichert, wird gesendet, wenn das Netz wieder da ist.',
  prizes: 'Preise, um die ihr euch bewerbt (optional)',
  all: 'Projekte aller Teams',
};

export const code: typeof en.code = {
  label: 'Der QR-Code deines Tickets',
  close: 'Schließen',
};

export const result: typeof en.result = {
  rank: (n, all) => `Platz ${number(n)}${all === undefined ? '' : ` von ${number(all)}`}`,
  score: (score, best) => (best === undefined ? score : `${score} von ${number(best)}`),
  explanation: 'So wurden deine Punkte berechnet',
};
