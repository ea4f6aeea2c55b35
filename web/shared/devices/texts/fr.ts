/** Texts that the pages of devices share, in French. */
import type * as en from './en.ts';

const devices = { kiosk: 'une borne', board: 'un écran' };
export const pairing: typeof en.pairing = {
  unknown: 'Ce code est inconnu, déjà utilisé ou date de plus de dix minutes. Demandez-en un nouveau au desk.',
  otherKind: (was, kind) =>
    `Ce code était pour ${devices[was]}. Ajoutez ${devices[kind]} au desk et ouvrez son adresse.`,
  how: 'Une personne de l’organisation choisit Doors → Pair a device au desk. Scannez ce code avec cet appareil ou saisissez ses 16 caractères.',
  pair: 'Associer',
};
