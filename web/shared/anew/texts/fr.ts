/** Texts of the question whether a device shall be paired anew, in French. */
import { number, plural } from '../../intl.ts';
import type * as en from './en.ts';

export const anew: typeof en.anew = {
  title: { kiosk: 'Associer de nouveau cette borne ?', board: 'Associer de nouveau cet écran ?' },
  stays: { kiosk: 'Cette borne reste comme elle est', board: 'Cet écran reste comme il est' },
  now: 'Association actuelle',
  next: 'Avec le lien',
  waiting: (n) =>
    plural(
      n,
      'Un scan attend d’être envoyé. Il est envoyé d’abord, là où il a été fait.',
      `${number(n)} scans attendent d’être envoyés. Ils sont envoyés d’abord, là où ils ont été faits.`,
    ),
  stay: 'Ne rien changer',
  pair: 'Associer de nouveau',
  close: 'Fermer',
};
