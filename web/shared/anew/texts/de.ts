/** Texts of the question whether a device shall be paired anew, in German. */
import { number, plural } from '../../intl.ts';
import type * as en from './en.ts';

export const anew: typeof en.anew = {
  title: { kiosk: 'Diesen Kiosk neu koppeln?', board: 'Diese Anzeige neu koppeln?' },
  stays: { kiosk: 'Dieser Kiosk bleibt, wie er ist', board: 'Diese Anzeige bleibt, wie sie ist' },
  now: 'Jetzt gekoppelt als',
  next: 'Mit dem Link gekoppelt als',
  waiting: (n) =>
    plural(
      n,
      'Ein Scan ist noch nicht gesendet. Er wird zuerst gesendet, dorthin, wo er gemacht wurde.',
      `${number(n)} Scans sind noch nicht gesendet. Sie werden zuerst gesendet, dorthin, wo sie gemacht wurden.`,
    ),
  stay: 'So lassen',
  pair: 'Neu koppeln',
  close: 'Schließen',
};
