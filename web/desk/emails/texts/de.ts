/** Texts about emails to the people of a hackathon, in German. */
import { counted, number, plural } from '../../../shared/intl.ts';
import type * as en from './en.ts';

const people = (n: number) => counted(n, 'Person', 'Personen');

export const emails: typeof en.emails = {
  new: 'Neue E-Mail',
  writeFirst: 'Erste E-Mail schreiben',
  none: 'Noch keine E-Mail. E-Mails über den eigenen Platz gehen von selbst hinaus.',
  caption: 'Alle E-Mails',
  subject: 'Betreff',
  progress: 'Fortschritt',
  bar: 'Gesendet, von allen Empfangenden',
  sent: (sent, recipients, failed) =>
    failed > 0
      ? `${number(sent)} von ${number(recipients)} gesendet, ${number(failed)} fehlgeschlagen`
      : `${number(sent)} von ${number(recipients)} gesendet`,
  deleteSure: 'Diesen Entwurf löschen?',
  deleted: 'Der Entwurf ist gelöscht.',
  nobodyGotIt: 'Niemand hat ihn bekommen.',
  cancel: 'E-Mail abbrechen',
  cancelSure: 'Diese E-Mail abbrechen?',
  cancelled: 'Die E-Mail ist abgebrochen.',
  notLeft: (queued) =>
    `${counted(queued, 'E-Mail ist', 'E-Mails sind')} noch nicht gesendet und ${plural(queued, 'wird', 'werden')} es auch nicht mehr.`,
  nobodyGets: 'Niemand wird sie bekommen.',
};

export const emailStates: typeof en.emailStates = {
  draft: 'Entwurf',
  scheduled: 'Geht hinaus',
  sending: 'Wird gesendet',
  sent: 'Gesendet',
  cancelled: 'Abgebrochen',
};

export const audience: typeof en.audience = {
  to: 'An',
  fewer: 'Weniger Personen',
  tracks: 'Auf diesen Tracks',
  roles: 'Mit diesen Rollen',
  confirmed: 'Hat den Platz bestätigt',
  checked_in: 'Ist eingecheckt',
  has_team: 'Hat ein Team',
  any: 'Egal',
  yes: 'Ja',
  no: 'Nein',
};

export const audienceStatuses: typeof en.audienceStatuses = {
  pending: 'Noch offen',
  accepted: 'Angenommen',
  waitlisted: 'Auf der Warteliste',
  rejected: 'Abgelehnt',
  cancelled: 'Abgesagt',
};

export const audienceRoles: typeof en.audienceRoles = {
  ORGANIZER: 'Organisationsteam',
  MENTOR: 'Mentor:innen',
  JUDGE: 'Jurymitglieder',
  PARTICIPANT: 'Teilnehmende',
};

export const editor: typeof en.editor = {
  change: 'E-Mail ändern',
  people,
  sendAt: 'Von selbst senden am',
  sendAtHint: 'Lass es leer, um selbst zu senden.',
  onItsWay: 'Die E-Mail ist unterwegs.',
  testOnItsWay: 'Ein Test ist zu dir unterwegs.',
  willBeSent: 'Sie wird zu ihrer Zeit gesendet.',
  draftSaved: 'Der Entwurf ist gespeichert.',
  sendNow: 'Jetzt senden',
  schedule: 'Planen',
  saveDraft: 'Entwurf speichern',
  sendTest: 'Test an mich senden',
  sure: 'Jetzt senden?',
  sureHow: (n, strong) => [
    'Jetzt an ',
    strong(people(n)),
    ' senden? E-Mails, die hinaus sind, lassen sich nicht zurückholen.',
  ],
  sendTo: (n) => `An ${people(n)} senden`,
  notYet: 'Noch nicht',
  text: 'Text',
  textHint:
    '**fett**, *betont*, - Listen, [Links](https://…). {first_name} {hackathon} {track} {team} {code} sind bei jeder Person andere.',
  preview: 'Vorschau, mit Beispielen',
};
