/** Texts of the kiosk, in German. */
import { number, plural } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const page: typeof en.page = {
  title: 'Check-in',
  needsHttps:
    'Ein Kiosk braucht eine Adresse mit https: Ohne sie geben Browser weder die Kamera noch sicheren Speicher frei.',
  keepsNothing:
    'Dieser Browser speichert nichts. Öffne den Kiosk in einem Fenster, das nicht privat ist, und gib Speicherplatz frei.',
  isPairing: 'Dieser Kiosk wird gekoppelt',
  pair: 'Diesen Kiosk koppeln',
};

export const door: typeof en.door = {
  code: 'Code',
  typeOrScan: 'Code eingeben',
  check: 'Prüfen',
  toSend: (n, shown) => [shown, plural(n, ' Scan zu senden', ' Scans zu senden')],
  came: (n) => `${number(n)} da`,
  handedOut: (n) => `${number(n)} ausgegeben`,
  clockIsOff: (minutes, isBehind) =>
    `Die Uhr dieses Geräts geht ${number(minutes)} Min. ${isBehind ? 'nach' : 'vor'}. Scans werden trotzdem mit der richtigen Uhrzeit erfasst.`,
};

export const signs: typeof en.signs = {
  ok: 'Willkommen',
  again: 'Schon da',
  gate: 'Noch nicht',
  refused: 'Stopp',
  'offline-ok': 'Willkommen (offline)',
  'offline-unknown': 'Unbekannt (offline)',
};

export const readings: typeof en.readings = {
  unknownCode: 'Unbekannter Code',
  notOnList: 'Nicht auf der Liste',
  nameHidden: 'Name verborgen',
  since: (time) => `Zuerst um ${time}`,
  next: 'Weiter',
  undo: 'Rückgängig',
  undone: 'Rückgängig gemacht',
};

export const advice: typeof en.advice = {
  recorded: 'Erfasst. Bitte ausgeben.',
  checkedIn: 'Eingecheckt. Bitte einlassen.',
  before: 'Wurde schon eingecheckt. Ist es dieselbe Person?',
  verified: 'War schon da. Bitte einlassen.',
  toHandIn: (team) => `${team} muss noch abgeben:`,
  optional: (part) => `${part} (freiwillig)`,
  opens: (at) => `Öffnet am ${at}.`,
  anotherTrack: 'einen anderen Track',
  ticketIsFor: (where) => `Das Ticket ist für ${where}.`,
  notAccepted: (status) => `Diese Person ist nicht angenommen (${status}). Bitte zum Desk schicken.`,
  statuses: {
    pending: 'offen',
    waitlisted: 'Warteliste',
    rejected: 'abgelehnt',
    cancelled: 'abgesagt',
  },
  notUndone: 'Es war zu spät, um das zurückzunehmen. Der Check-in bleibt; am Desk lässt er sich stornieren.',
  full: 'Dieses Gerät ist voll und konnte den Scan nicht speichern. Gib Speicherplatz frei und scanne noch einmal.',
  notKnownOffline: 'Steht nicht auf der Liste dieses Kiosks, und es gibt kein Netz. Bitte zum Desk schicken.',
  scannedBefore: 'Wurde hier schon gescannt. Ist es dieselbe Person?',
  laterMilestone: 'Steht auf der Liste. Ob das Team abgegeben hat, wird später geprüft.',
  laterHandOut: 'Steht auf der Liste. Bitte ausgeben; es wird erfasst, sobald es ein Netz gibt.',
  laterIn: 'Steht auf der Liste. Bitte einlassen; es wird erfasst, sobald es ein Netz gibt.',
};

export const refusals: typeof en.refusals = {
  POINT_NOT_FOUND: 'Diesen Check-in-Punkt gibt es nicht mehr. Wähle einen anderen, oder frag das Organisationsteam.',
  ORGANIZER_REQUIRED: 'Nur das Organisationsteam darf von Hand einchecken. Bitte zum Desk schicken.',
  INVALID_TOKEN: 'Dieser Code ist hier unbekannt. Ist es ein Ticket dieser Veranstaltung? Bitte zum Desk schicken.',
  PERMISSION_DENIED: 'Dieser Kiosk darf hier nicht einchecken. Frag das Organisationsteam.',
  SECOND_FACTOR_MISSING: 'Dieser Kiosk darf hier nicht einchecken. Frag das Organisationsteam.',
  IDEMPOTENCY_KEY_REUSED: 'Das konnte nicht erfasst werden. Scanne noch einmal.',
  NOT_ACCEPTED: 'Diese Person ist nicht angenommen. Bitte zum Desk schicken.',
  TOO_EARLY: 'Der Check-in ist noch nicht offen. Bitte später wiederkommen lassen.',
  TOO_LATE: 'Der Check-in ist geschlossen. Bitte zum Desk schicken.',
  NO_TEAM: 'Hat noch kein Team. Bitte zum Desk schicken.',
  VALIDATION_FAILED: 'Das konnte nicht erfasst werden. Bitte zum Desk schicken.',
};
