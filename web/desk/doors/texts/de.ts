/** Texts about doors and devices, in German. */
import { counted, number } from '../../../shared/intl.ts';
import type * as en from './en.ts';

export const attendance: typeof en.attendance = {
  title: 'Eingänge und Geräte',
  checkedIn: 'Eingecheckt',
  of: (checkedIn, accepted) => [checkedIn, ` von ${accepted}`],
  bar: 'Eingecheckt, von allen Angenommenen',
  perMinute: 'Pro Minute',
  turnedAway: 'Abgewiesen (letzte 6 h)',
};

export const doors: typeof en.doors = {
  title: 'Eingänge',
  printBadges: 'Namensschilder drucken',
  caption: 'Alle Eingänge',
  door: 'Eingang',
  kind: 'Art',
  open: 'Offen',
  checkedIn: 'Eingecheckt',
  perMinute: 'Pro Minute',
  add: 'Eingang hinzufügen',
  none: 'Noch kein Eingang. An einem Eingang werden Tickets gescannt.',
  whole: 'Ganzer Hackathon',
  came: (checkedIn, expected) => `${number(checkedIn)} von ${number(expected)}`,
  opens: (when) => `ab ${when}`,
  closed: (when) => `geschlossen seit ${when}`,
  closes: (when) => `bis ${when}`,
  isOpen: 'offen',
};

export const pointTypes: typeof en.pointTypes = {
  doorkeeper: 'Namensschilder',
  attendance: 'Check-in',
  milestone: 'Abgabe',
  meal: 'Essen',
  item: 'Ausgabe',
};

export const devices: typeof en.devices = {
  title: 'Geräte',
  pair: 'Gerät koppeln',
  pairFirst: 'Erstes Gerät koppeln',
  none: 'Noch kein Gerät. Kopple ein Handy, ein Tablet oder einen Laptop als Kiosk, oder einen Bildschirm als Anzeige.',
  kiosk: (place) => `Kiosk, ${place}`,
  board: (place) => `Anzeige, ${place}`,
  everywhere: 'überall',
  formerDoor: 'ein früherer Eingang',
  caption: 'Alle Geräte',
  lastSeen: 'Zuletzt da',
  toSend: 'Zu senden',
  version: 'Version',
  disconnect: 'Trennen',
  disconnectWho: (device) => `${device} trennen?`,
  disconnected: (device) => `${device} ist getrennt.`,
  stops: 'Es scannt in spätestens zehn Sekunden nicht mehr.',
  goesDark: 'Sie zeigt in spätestens zehn Sekunden nichts mehr an.',
  stopsWaiting: (scans) =>
    `Es scannt in spätestens zehn Sekunden nicht mehr. ${counted(scans, 'Scan wartet', 'Scans warten')} noch darauf: Lass es erst senden.`,
  notPaired: '… Noch nicht gekoppelt',
  expired: '✕ Abgelaufen',
  silent: (minutes) => `! Kein Zeichen seit ${number(minutes)} Min.`,
  silentLong: '! Kein Zeichen seit Längerem',
  sending: (scans) => `≡ Sendet ${counted(scans, 'Scan', 'Scans')}`,
  working: '✓ Läuft',
};

export const pairing: typeof en.pairing = {
  next: 'Weiter',
  done: 'Fertig',
  title: (device) => `${device} koppeln`,
  kind: 'Art',
  kiosk: 'Kiosk zum Scannen',
  board: 'Anzeige, wer da ist',
  may: 'Erlaubt außer dem Scannen',
  may_search: 'Personen suchen und einchecken',
  sees_answers: 'Antworten auf Fragen für den Eingang zeigen',
  prints: 'Nach jedem Check-in ein Namensschild drucken',
  pin: 'PIN',
  pinHint: 'Vier bis acht Ziffern, die seine Einstellungen entsperren. Leer: keine.',
  names: { kiosk: (n) => `Kiosk ${n}`, board: (n) => `Anzeige ${n}` },
  nameHint: 'Woran du es erkennst, etwa „Haupteingang, links“',
  points: 'Wo es scannen darf',
  pointsHint: 'Leer lassen für alle Eingänge, auch spätere.',
  isPaired: 'Es ist gekoppelt und steht ab jetzt in der Liste.',
  makeAnother: 'Neuen Code erzeugen',
  tooLate: 'Dieser Code wurde nicht rechtzeitig verwendet.',
  openKiosk: (until) =>
    `Auf dem Handy oder Tablet für den Eingang: Öffne die Kamera und halte sie hierher. Das geht einmal, bis ${until}.`,
  openBoard: (until) => `Auf dem Computer des Bildschirms: Öffne diese Adresse. Das geht einmal, bis ${until}.`,
  waitingKiosk: 'Warten auf den Kiosk',
  waitingBoard: 'Warten auf die Anzeige',
  onlyHere: (origin) =>
    `${origin} öffnet sich nur auf diesem Computer. Für andere Geräte: Setze PUBLIC_URL auf die https-Adresse dieses Dienstes, starte ihn neu, und kopple noch einmal.`,
  notHttps: (origin) =>
    `${origin} ist nicht https, deshalb bleiben Kameras dort aus. Für andere Geräte: Setze PUBLIC_URL auf die https-Adresse dieses Dienstes, starte ihn neu, und kopple noch einmal.`,
  copy: 'Kopieren',
  copied: 'Kopiert',
  select: 'Zum Kopieren markieren',
  code: 'Code, der die Adresse darunter öffnet',
};
