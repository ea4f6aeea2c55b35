/** Texts about people that load after their list, in German. */
import { counted, number, plural } from '../../../shared/intl.ts';
import type * as en from './en.ts';

export const onboarding: typeof en.onboarding = {
  explained:
    'Wer ein Konto hat, wird sofort angenommen. Alle anderen bekommen eine E-Mail mit einem Link und sind dabei, sobald sie ihm folgen.',
  firstName: 'Vorname',
  lastName: 'Nachname',
  enrolled: (email) => `${email}: Hat ein Konto und ist sofort angenommen.`,
  invited: (email) => `${email}: Eine E-Mail mit einem Link ist unterwegs.`,
  already_invited: (email) => `${email}: War schon eingeladen; der Link in jener E-Mail gilt noch.`,
  already_enrolled: (email) => `${email}: Ist schon angenommen.`,
};

export const forecast: typeof en.forecast = {
  accepted: 'Angenommen',
  confirmed: 'Bestätigt',
  waiting: 'Wartend',
  lapsed: 'Verfallen',
  expected: (n) => `Es kommen etwa ${number(n)}`,
  measured: (share, hackathon) => `${share}: der Anteil, der zu ${hackathon} kam`,
  estimated: (share) => `${share}: geschätzt, von einem früheren Hackathon ist nichts bekannt`,
};

const several = (n: number) => counted(n, 'Person', 'Personen');
/** The verb before an outcome: `1 Person ist angenommen.` */
const are = (n: number) => plural(n, 'ist', 'sind');

export const bulk: typeof en.bulk = {
  group: 'Über die Ausgewählten entscheiden',
  ticked: (n, strong, quiet) => [strong(n === 'all' ? 'Alle hier' : several(n)), ' ', quiet('ausgewählt')],
  accepted: 'Annehmen',
  waitlisted: 'Warteliste',
  rejected: 'Ablehnen',
  pending: 'Zurücksetzen',
  untick: 'Auswahl aufheben',
  more: 'Mehr Möglichkeiten',
  track: 'Annehmen für',
  ownTracks: 'Die Tracks der Bewerbung',
  confirmBy: 'Zu bestätigen bis',
  confirmByHint: 'Für alle, die angenommen werden; leer: wie beim Hackathon eingestellt',
  letters: 'E-Mails senden',
  secondsLeft: (seconds) => `(${number(seconds)} s)`,
  emailsWait: 'Ihre E-Mails gehen raus, wenn es nicht mehr rückgängig gemacht werden kann.',
  moved: 'Geändert',
  andMore: (names, more) => (more > 0 ? `${names.join(', ')} und ${number(more)} weitere` : names.join(', ')),
  moreRefused: (n) => `und ${number(n)} weitere`,
};

export const undone: typeof en.undone = {
  untold: 'Rückgängig gemacht. Die E-Mail war noch nicht verschickt und bleibt hier.',
  told: 'Rückgängig gemacht. Die E-Mail war schon verschickt; eine weitere stellt es richtig.',
};

export const outcomes: typeof en.outcomes = {
  decided: {
    accepted: (n) => `${several(n)} ${are(n)} angenommen.`,
    waitlisted: (n) => `${several(n)} ${plural(n, 'steht', 'stehen')} auf der Warteliste.`,
    rejected: (n) => `${several(n)} ${are(n)} abgelehnt.`,
    pending: (n) => `${several(n)} ${are(n)} wieder offen.`,
  },
  unchanged: (n) => `Bei ${number(n)} war das schon so.`,
  refused: (n) => `${counted(n, 'Person blieb', 'Personen blieben')}, wie sie ${plural(n, 'war', 'waren')}.`,
  left: (n, most) => `${number(n)} sind übrig: Eine Entscheidung betrifft höchstens ${number(most)} Personen.`,
  undone: (n) => `Für ${several(n)} rückgängig gemacht.`,
  withoutTeam: (n) => `${number(n)} ${plural(n, 'konnte', 'konnten')} nicht in ${plural(n, 'das', 'ihr')} Team zurück.`,
  stayed: {
    NOT_FOUND: (name) => `${name} ist nicht mehr da.`,
    DECIDED_ANEW: (name) => `Über ${name} wurde inzwischen neu entschieden.`,
    MAX_PARTICIPANTS_REACHED: (name) => `${name} passte nicht mehr hinein: Der Hackathon ist voll.`,
  },
};

export const checkIns: typeof en.checkIns = {
  title: 'Check-ins',
  none: 'Noch keine.',
  byHand: (when) => `${when}, von Hand`,
  annul: 'Aufheben',
  reason: 'Von Hand, am Desk',
  annulAt: (point) => `Check-in bei ${point} aufheben?`,
  annulled: (name, point) => `${name} ist bei ${point} nicht mehr eingecheckt.`,
  onceMore: (name) => `${name} kann dort dann noch einmal eingecheckt werden. Im Protokoll bleibt beides.`,
  point: 'Check-in-Punkt',
  checkIn: 'Von Hand einchecken',
  checkedIn: (name, point) => `${name}: bei ${point} eingecheckt.`,
  wasCheckedIn: (name, point) => `${name}: war bei ${point} schon eingecheckt.`,
  handInFirst: (name, titles) => `${name}: Das Team muss erst abgeben: ${titles}.`,
};

export const confirming: typeof en.confirming = {
  title: 'Kommt die Person?',
  lapsed: (when) => `Nicht rechtzeitig bestätigt; der Platz ist seit ${when} verloren.`,
  confirmed: (when) => `✓ Bestätigt: ${when}.`,
  until: (when) => `Noch nicht bestätigt. Der Platz geht an die Warteliste: ${when}.`,
  notAsked: 'Hier wird keine Bestätigung verlangt.',
  by: 'Zu bestätigen bis',
  set: (when) => `Zu bestätigen vor ${when}.`,
  lifted: 'Eine Bestätigung ist nicht mehr nötig.',
  setAnother: 'Zeit ändern',
  ask: 'Um Bestätigung bitten',
  askNoMore: 'Nicht mehr bitten',
};

export const person: typeof en.person = {
  title: 'Person',
  notFound: 'In diesem Hackathon findet sich hier niemand.',
  answers: 'Antworten',
  noAnswers: 'Es wurde nichts gefragt oder nichts beantwortet.',
  formerQuestion: (label) => (label ? `${label} (gelöscht)` : 'Eine frühere Frage'),
  consent: 'Zustimmung',
  consented: (when) => `Gegeben ${when}, zu`,
  tracks: 'Tracks',
  acceptOn: (track) => `Annehmen für ${track}`,
  acceptedOn: (track) => `Angenommen für ${track}.`,
  teams: 'Teams',
  since: (when, left) => (left ? `seit ${when}, ausgetreten ${left}` : `seit ${when}`),
  reviews: 'Bewertungen',
  noScore: 'Die Punktzahl kommt gleich.',
  score: (score) => `Punktzahl ${score}`,
  review: (score, reviewer, quiet) => [score, ' ', quiet(`von ${reviewer}`)],
};

export const erasure: typeof en.erasure = {
  title: 'Personenbezogene Daten',
  erase: 'Daten löschen',
  sure: (name) => `Die Daten von ${name} löschen?`,
  erased: (name) => `Die Daten von ${name} sind gelöscht.`,
  gone: (strong) => [
    strong('Sofort weg:'),
    ' alles, was dieser Hackathon an Name, Adresse, Antworten, Dateien, Check-in-Code, wartenden E-Mails, Notizen zur Bewerbung und eigenen Kommentaren der Person hat. Ist er noch nicht vorbei, verliert sie auch ihren Platz und verlässt ihr Team.',
  ],
  kept: (strong) => [
    strong('Bleibt:'),
    ' Check-ins, Punkte, Ranglisten und Namen von Teams, ohne den Namen der Person; und ihr Konto mit dem, was andere Hackathons haben. Ein Konto, mit dem man sich nie anmelden konnte und das sonst nichts hat, geht mit.',
  ],
  forGood: 'Das lässt sich nicht rückgängig machen.',
};
