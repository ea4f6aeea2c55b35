/** Texts of the board, in English. */
import type { ComponentChildren } from 'preact';
import { number, plural } from '../../shared/intl.ts';

export const page = {
  loading: 'Loading',
  isPairing: 'Pairing this board',
  pair: 'Pair this board',
  ended: 'This board was disconnected',
  nothingKept: 'An organizer disconnected it, or its time is over. Nothing is kept here.',
};

export const screen = {
  live: 'Live',
  often: 'Every 5 seconds',
  numbers: 'How many came',
  /** @param shown The number of people who may come. */
  ofAreHere: (shown: ComponentChildren, n: number): ComponentChildren => [
    'of ',
    shown,
    plural(n, ' is here', ' are here'),
  ],
  /** @param shown The number of people a minute. */
  perMinute: (shown: ComponentChildren): ComponentChildren => [shown, ' a minute'],
  share: 'Share of people who are here',
  allHere: 'Everybody is here.',
  nobodyComes: 'Nobody is coming in right now.',
  /** @param time Makes it stand out. */
  allInBy: (time: ComponentChildren): ComponentChildren => ['At this pace everybody is in by ', time, '.'],
  /** @param shown The number of people. */
  areClosed: (shown: ComponentChildren): ComponentChildren => ['Doors are closed: ', shown, ' came'],
  doors: 'Open now',
  noDoor: 'No door is open now.',
  ofExpected: (n: number, expected: number) => `${number(n)} of ${number(expected)}`,
  refused: 'Turned away',
  nobodyRefused: 'Nobody in the last six hours.',
  showRefused: 'Show who was turned away',
  hideRefused: 'Hide who was turned away',
  latest: 'Latest',
  nobodyCame: 'Nobody has come yet.',
  showNames: 'Show names',
  hideNames: 'Hide names',
};

export const arrivals = {
  title: 'Arrivals',
  each: 'per five minutes',
  now: 'now',
  none: 'No arrivals',
  picture: (n: number, since: string, most: number) =>
    `${number(n)} ${plural(n, 'arrival', 'arrivals')} since ${since}, ${number(most)} in five minutes at most`,
};
