/** Texts that all pages share, in German. */
import type * as en from './en.ts';

export const frame: typeof en.frame = {
  menu: 'Menü',
  myAccount: 'Mein Konto',
  signOut: 'Abmelden',
  signedInAs: 'Angemeldet als',
  skip: 'Zum Inhalt springen',
  stillSignedIn: (why) => `Du bist noch angemeldet. ${why}`,
  language: 'Sprache',
  languageLater: 'Gilt, sobald die Seite mit Netz geöffnet wird.',
  online: 'Online',
  offline: 'Offline',
};

export const states: typeof en.states = {
  loading: 'Wird geladen',
  youAreOffline: 'Du bist offline.',
  tryAgain: 'Noch einmal versuchen',
  unreachable: 'Der Dienst ist nicht erreichbar. Prüfe die Netzwerkverbindung.',
  wrongAnswer: 'Der Dienst antwortet nicht, wie er sollte.',
};

export const times: typeof en.times = {
  withOwn: (there, here) => `${there} (deine Zeit: ${here})`,
  timesOf: (zone) => `Zeiten in ${zone}.`,
};

export const reasons: typeof en.reasons = {
  INVALID_TOKEN: 'Unbekannter Code',
  NOT_ACCEPTED: 'Nicht angenommen',
  TOO_EARLY: 'Zu früh',
  TOO_LATE: 'Zu spät',
  NO_TEAM: 'Kein Team',
};

export const fields: typeof en.fields = {
  show: 'Anzeigen',
  hide: 'Verbergen',
  typed: ', was eingegeben ist',
  tenCharacters: 'Mindestens 10 Zeichen.',
  choose: 'Auswählen …',
  optional: (label) => `${label} (optional)`,
  code: 'Code',
  sixDigits: 'Sechs Ziffern',
};

export const roles: typeof en.roles = {
  ORGANIZER: 'Organisation',
  MENTOR: 'Mentor:in',
  JUDGE: 'Jurymitglied',
  PARTICIPANT: 'Teilnehmer:in',
};
