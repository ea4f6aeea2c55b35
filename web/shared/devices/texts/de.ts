/** Texts that the pages of devices share, in German. */
import type * as en from './en.ts';

const devices = { kiosk: 'einen Kiosk', board: 'eine Anzeige' };
export const pairing: typeof en.pairing = {
  unknown: 'Dieser Code ist unbekannt, schon verwendet oder älter als zehn Minuten. Lass am Desk einen neuen anzeigen.',
  otherKind: (was, kind) =>
    `Dieser Code war für ${devices[was]}. Füge am Desk ${devices[kind]} hinzu und öffne die Adresse, die dort steht.`,
  how: 'Das Organisationsteam wählt am Desk Eingänge → Gerät koppeln. Scanne den Code dort mit diesem Gerät oder gib seine 16 Zeichen ein.',
  pair: 'Koppeln',
};
