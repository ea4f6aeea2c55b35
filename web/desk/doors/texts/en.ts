/** Texts about doors and devices, in English. */
import type { ComponentChildren } from 'preact';
import { counted, number } from '../../../shared/intl.ts';

export const attendance = {
  title: 'Doors and devices',
  checkedIn: 'Checked in',
  of: (checkedIn: ComponentChildren, accepted: string) => [checkedIn, ` of ${accepted}`],
  bar: 'Checked in, of all who are accepted',
  perMinute: 'Per minute',
  turnedAway: 'Turned away (last 6 h)',
};

export const doors = {
  title: 'Doors',
  printBadges: 'Print badges',
  caption: 'All doors',
  door: 'Door',
  kind: 'Kind',
  open: 'Open',
  checkedIn: 'Checked in',
  perMinute: 'Per minute',
  add: 'Add a door',
  none: 'No door yet. A door is where tickets are scanned.',
  whole: 'Whole hackathon',
  came: (checkedIn: number, expected: number) => `${number(checkedIn)} of ${number(expected)}`,
  opens: (when: string) => `from ${when}`,
  closed: (when: string) => `closed since ${when}`,
  closes: (when: string) => `until ${when}`,
  isOpen: 'open',
};

/** The types of points, as on the kiosk. */
export const pointTypes = {
  doorkeeper: 'Badge desk',
  attendance: 'Check-in',
  milestone: 'Hand-in gate',
  meal: 'Meal',
  item: 'Handing out',
};

export const devices = {
  title: 'Devices',
  pair: 'Pair a device',
  pairFirst: 'Pair the first device',
  none: 'No device yet. Pair a phone, a tablet or a laptop as a kiosk, or a screen as a board.',
  kiosk: (place: string) => `kiosk, ${place}`,
  board: (place: string) => `board, ${place}`,
  everywhere: 'everywhere',
  formerDoor: 'a former door',
  caption: 'All devices',
  lastSeen: 'Last seen',
  toSend: 'To send',
  version: 'Version',
  disconnect: 'Disconnect',
  disconnectWho: (device: string) => `Disconnect ${device}?`,
  disconnected: (device: string) => `${device} is disconnected.`,
  stops: 'It stops scanning within ten seconds.',
  goesDark: 'It shows nothing any more within ten seconds.',
  stopsWaiting: (scans: number) =>
    `It stops scanning within ten seconds. ${counted(scans, 'scan waits', 'scans wait')} on it: let it send them first.`,
  notPaired: '… Not paired yet',
  expired: '✕ Expired',
  silent: (minutes: number) => `! No sign for ${number(minutes)} min`,
  silentLong: '! No sign for some time',
  sending: (scans: number) => `≡ Sending ${counted(scans, 'scan', 'scans')}`,
  working: '✓ Working',
};

export const pairing = {
  next: 'Next',
  done: 'Done',
  title: (device: string) => `Pair ${device}`,
  kind: 'Kind',
  kiosk: 'Kiosk: scans at the door',
  board: 'Board: shows who came',
  may: 'What it may do beside scanning',
  may_search: 'Search for people and check them in',
  sees_answers: 'Show their answers to questions for the door',
  prints: 'Print a badge after each check-in',
  pin: 'PIN',
  pinHint: 'Four to eight digits that unlock its settings. Leave it empty to have none.',
  names: { kiosk: (n: number) => `Kiosk ${n}`, board: (n: number) => `Board ${n}` },
  nameHint: 'What you will know it by, such as “Main door, left”',
  points: 'Where it may scan',
  pointsHint: 'Leave empty for all doors, later ones too.',
  isPaired: 'It is paired. You find it in the list from now on.',
  makeAnother: 'Make another code',
  tooLate: 'Nobody used this code in time.',
  openKiosk: (until: string) =>
    `On the phone or tablet for the door: open its camera and point it here. It works once, until ${until}.`,
  openBoard: (until: string) => `On the computer of the screen: open this address. It works once, until ${until}.`,
  waitingKiosk: 'Waiting for the kiosk',
  waitingBoard: 'Waiting for the board',
  onlyHere: (origin: string) =>
    `${origin} opens on this computer alone. For other devices, set PUBLIC_URL to the https address of this service, start it again, and pair anew.`,
  notHttps: (origin: string) =>
    `${origin} is not https, so cameras stay off there. For other devices, set PUBLIC_URL to the https address of this service, start it again, and pair anew.`,
  copy: 'Copy',
  copied: 'Copied',
  select: 'Select it to copy',
  code: 'Code that opens the address below',
};
