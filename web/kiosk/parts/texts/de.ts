/** Texts of the parts of the kiosk that load later, in German. */
import { number, plural } from '../../../shared/intl.ts';
import type * as en from './en.ts';

export const choosing: typeof en.choosing = {
  title: 'Wo steht dieser Kiosk?',
  noPoint: 'Es gibt noch keinen Check-in-Punkt. Lege einen am Desk an; er erscheint hier innerhalb einer Minute.',
  lookAgain: 'Noch einmal nachsehen',
  stayAt: (point) => `Abbrechen: bei ${point} bleiben`,
  another: 'Anderer Check-in-Punkt',
  isOpen: 'Jetzt offen',
  opens: (at) => `Öffnet ${at}`,
  closed: 'Geschlossen',
  uses: {
    attendance: 'Check-in',
    doorkeeper: 'Namensschilder',
    milestone: 'Abgabe',
    meal: 'Essen',
    item: 'Ausgabe',
  },
};

export const ended: typeof en.ended = {
  title: 'Dieser Kiosk wurde getrennt',
  nothingKept: 'Das Organisationsteam hat ihn getrennt, oder seine Zeit ist um. Hier ist nichts mehr gespeichert.',
  notSent: (n, shown) => [
    'Das Organisationsteam hat ihn getrennt, oder seine Zeit ist um, und ',
    shown,
    plural(n, ' Scan wurde nicht gesendet. Speichere ihn', ' Scans wurden nicht gesendet. Speichere sie'),
    ' und gib die Datei dem Organisationsteam, oder kopple diesen Kiosk neu, dann sendet er ',
    plural(n, 'ihn.', 'sie.'),
  ],
  save: 'Als Datei speichern',
  wipe: 'Ich habe die Datei: diesen Kiosk leeren',
};

export const cameraView: typeof en.cameraView = {
  label: 'Kamera',
  light: 'Licht',
  numbered: (n) => `Kamera ${n}`,
  states: {
    starting: 'Kamera startet…',
    on: 'Halte den Code vor die Kamera.',
    refused:
      'Die Kamera wurde nicht erlaubt. Erlaube sie in den Einstellungen dieser Seite, oder nimm einen Handscanner oder die Tastatur.',
    missing: 'Hier gibt es keine Kamera. Nimm einen Handscanner oder die Tastatur.',
  },
};

export const settings: typeof en.settings = {
  title: 'Einstellungen',
  camera: 'Kamera',
  usualCamera: 'Rückkamera',
  hideNames: 'Namen verbergen',
  lock: 'Sperren',
  unlock: 'Entsperren',
  pin: 'PIN',
  pinHint: 'Das Organisationsteam hat sie beim Koppeln dieses Kiosks festgelegt.',
  wrongPin: 'Das ist nicht die PIN dieses Kiosks.',
};

export const search: typeof en.search = {
  title: 'Nach Namen suchen',
  name: 'Name',
  hint: 'Für Leute ohne ihren Code.',
  hintOfDesk: 'Für Leute ohne ihren Code. Am Desk werden sie von Hand eingecheckt.',
  nobody: 'Niemand mit diesem Namen steht auf der Liste. Bitte zum Desk schicken.',
  onTheList: 'Steht auf der Liste. Bitte zum Desk schicken.',
  checkIn: 'Einchecken',
};

export const lists: typeof en.lists = {
  latest: (n) => `Zuletzt (${number(n)})`,
  nothing: 'Noch wurde nichts gescannt.',
  lookInto: (n) => `Bitte prüfen (${number(n)})`,
  nothingShown: 'Nichts wurde angezeigt',
  butIs: 'ist aber',
  done: 'Erledigt',
};
