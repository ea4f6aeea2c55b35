/** Texts of the board, in German. */
import { number, plural } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const page: typeof en.page = {
  loading: 'Wird geladen',
  isPairing: 'Diese Anzeige wird gekoppelt',
  pair: 'Diese Anzeige koppeln',
  ended: 'Diese Anzeige wurde getrennt',
  nothingKept: 'Das Organisationsteam hat sie getrennt, oder ihre Zeit ist um. Hier ist nichts gespeichert.',
};

export const screen: typeof en.screen = {
  live: 'Live',
  often: 'Alle 5 Sekunden',
  numbers: 'Wie viele da sind',
  ofAreHere: (shown, n) => ['von ', shown, plural(n, ' ist da', ' sind da')],
  perMinute: (shown) => [shown, ' pro Minute'],
  share: 'Anteil der Leute, die da sind',
  allHere: 'Alle sind da.',
  nobodyComes: 'Gerade kommt niemand.',
  allInBy: (time) => ['In diesem Tempo sind alle bis ', time, ' da.'],
  areClosed: (shown) => ['Die Türen sind zu: ', shown, ' kamen'],
  doors: 'Jetzt offen',
  noDoor: 'Gerade ist kein Eingang offen.',
  ofExpected: (n, expected) => `${number(n)} von ${number(expected)}`,
  refused: 'Abgewiesen',
  nobodyRefused: 'Niemand in den letzten sechs Stunden.',
  showRefused: 'Abgewiesene anzeigen',
  hideRefused: 'Abgewiesene ausblenden',
  latest: 'Zuletzt',
  nobodyCame: 'Noch ist niemand da.',
  showNames: 'Namen anzeigen',
  hideNames: 'Namen ausblenden',
};

export const arrivals: typeof en.arrivals = {
  title: 'Ankünfte',
  each: 'je fünf Minuten',
  now: 'jetzt',
  none: 'Keine Ankünfte',
  picture: (n, since, most) =>
    `${number(n)} ${plural(n, 'Ankunft', 'Ankünfte')} seit ${since}, höchstens ${number(most)} in fünf Minuten`,
};
