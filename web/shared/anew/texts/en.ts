/** Texts of the question whether a device shall be paired anew, in English. */
import { number, plural } from '../../intl.ts';

export const anew = {
  title: { kiosk: 'Pair this kiosk anew?', board: 'Pair this board anew?' },
  stays: { kiosk: 'This kiosk stays as it is', board: 'This board stays as it is' },
  now: 'Paired now as',
  next: 'With the link, paired as',
  waiting: (n: number) =>
    plural(
      n,
      'One scan waits to be sent. It is sent first, to where it was made.',
      `${number(n)} scans wait to be sent. They are sent first, to where they were made.`,
    ),
  stay: 'Keep it as it is',
  pair: 'Pair anew',
  close: 'Close',
};
