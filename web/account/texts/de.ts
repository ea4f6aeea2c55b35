/** Texts of the page of one's own account, in German. */
import { number } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const account: typeof en.account = {
  title: 'Mein Konto',
  myTickets: 'Meine Tickets',
  about: 'Über dich',
  name: 'Name',
  language: 'Sprache meiner Seiten und E-Mails',
  isSaved: 'Gespeichert.',
  save: 'Speichern',
};

export const address: typeof en.address = {
  title: 'E-Mail-Adresse',
  isChanged: 'Deine Adresse ist geändert.',
  change: 'Ändern',
  another: 'Neue Adresse',
  yourPassword: 'Dein Passwort',
  isWrong: 'Das Passwort ist falsch.',
  changeAddress: 'Meine Adresse ändern',
  isOnItsWay: (email) =>
    `Eine E-Mail mit einem Code ist unterwegs an ${email}. Bis du ihn eingibst, bleibt deine Adresse, wie sie ist.`,
  isNoCode: 'Das ist nicht der Code, oder er wurde zu oft versucht. Der Link in der E-Mail funktioniert auch.',
  notNow: 'Nicht jetzt',
};

export const password: typeof en.password = {
  title: 'Passwort',
  isChanged: 'Dein Passwort ist geändert. Überall sonst bist du abgemeldet.',
  present: 'Bisheriges Passwort',
  another: 'Neues Passwort',
  change: 'Mein Passwort ändern',
  forgot: 'Vergessen oder noch keins?',
};

export const passkeys: typeof en.passkeys = {
  title: 'Passkeys',
  about: 'Melde dich mit Fingerabdruck, Gesicht oder einem Schlüssel an, statt mit Passwort und Code.',
  none: 'Dieser Browser kann keine Passkeys.',
  nameOfNew: 'Name des neuen Passkeys',
  mine: 'Mein Passkey',
  add: 'Passkey hinzufügen',
  since: (created, used) => `Seit ${created}; ${used === null ? 'noch nie verwendet' : `zuletzt verwendet am ${used}`}`,
  change: 'Ändern',
  rename: 'Umbenennen',
  remove: 'Entfernen',
};

export const app: typeof en.app = {
  title: 'Codes einer App',
  about: 'Eine App auf deinem Handy erzeugt für jede Anmeldung einen Code, damit ein Passwort allein nicht ausreicht.',
  setUp: 'App einrichten',
  scan: 'Scanne diesen Code mit der App oder gib das Geheimnis darunter ein. Gib dann ein, was die App zeigt.',
  picture: 'Der QR-Code für deine App',
  isSetUp: 'Die App ist eingerichtet. Bewahre diese Codes so auf, dass du sie auch ohne dein Handy findest.',
  replace: 'Jeder von ihnen ersetzt einmal einen Code der App. Sie werden nicht noch einmal angezeigt.',
  kept: 'Ich habe sie aufbewahrt',
  asks: (left) =>
    `Bei der Anmeldung mit Passwort wird ein Code deiner App verlangt. Übrige Wiederherstellungscodes: ${number(left)}.`,
  fewLeft: 'Entferne die App und richte sie neu ein, um neue Wiederherstellungscodes zu bekommen.',
  removeIt: 'Entfernen',
  remove: 'App entfernen',
  signInAgain: 'Melde dich hier ab und mit einem Code wieder an.',
};

export const sessions: typeof en.sessions = {
  title: 'Wo du angemeldet bist',
  unknownProgram: 'Ein unbekanntes Programm',
  unknown: 'unbekannt',
  thisOne: 'Diese hier',
  since: (created, seen) => `Seit ${created}; zuletzt gesehen am ${seen}`,
  signOut: 'Hier abmelden',
  end: 'Beenden',
};

export const data: typeof en.data = {
  title: 'Deine Daten',
  about: 'Alles, was über dich gespeichert ist, mit deinen Dateien in einem Zip-Archiv.',
  file: 'meine-daten.zip',
  download: 'Meine Daten herunterladen',
  due: (after) =>
    `Dein Konto wird nach dem ${after} gelöscht. Bis dahin behältst du es mit dem Link in der E-Mail an dich.`,
  erase: 'Mein Konto löschen',
  whatGoes:
    'Nach 14 Tagen wird alles über dich gelöscht, überall: dein Name, deine Antworten, deine Dateien, deine Tickets. Ergebnisse deiner Teams bleiben, ohne deinen Namen. Bis dahin nimmst du es mit dem Link in einer E-Mail zurück.',
  byPasskey: 'Mein Konto mit Passkey löschen',
};
