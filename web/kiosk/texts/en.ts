/** Texts of the kiosk, in English. */
import { number, plural } from '../../shared/intl.ts';

export const page = {
  title: 'Check-in',
  needsHttps: 'A kiosk needs an address with https: without it browsers lend neither camera nor safe storage.',
  keepsNothing: 'This browser keeps nothing. Open the kiosk in a window that is not private, and free some space.',
  isPairing: 'Pairing this kiosk',
  pair: 'Pair this kiosk',
};

export const door = {
  code: 'Code',
  typeOrScan: 'Type or scan a code',
  check: 'Check',
  /** @param shown The number. */
  toSend: <T>(n: number, shown: T): readonly (string | T)[] => [shown, plural(n, ' scan to send', ' scans to send')],
  came: (n: number) => `${number(n)} in`,
  handedOut: (n: number) => `${number(n)} handed out`,
  clockIsOff: (minutes: number, isBehind: boolean) =>
    `The clock of this device is ${number(minutes)} min ${isBehind ? 'behind' : 'ahead'}. Scans are recorded at the right time all the same.`,
};

/** The words of verdicts, by kind. */
export const signs = {
  ok: 'Welcome',
  again: 'Already here',
  gate: 'Not yet',
  refused: 'Stop',
  'offline-ok': 'Welcome (offline)',
  'offline-unknown': 'Unknown (offline)',
};

export const readings = {
  unknownCode: 'Unknown code',
  notOnList: 'Not on the list',
  nameHidden: 'Name hidden',
  since: (time: string) => `First at ${time}`,
  next: 'Next',
  undo: 'Undo',
  undone: 'Undone',
};

/** Advice for the people at the door. */
export const advice = {
  recorded: 'Recorded. Hand it out.',
  checkedIn: 'Checked in. Let them in.',
  before: 'Was checked in before. Is it the same person?',
  verified: 'Was here before. Let them in.',
  toHandIn: (team: string) => `${team} still has to hand in:`,
  optional: (part: string) => `${part} (optional)`,
  opens: (at: string) => `Opens ${at}.`,
  anotherTrack: 'another track',
  ticketIsFor: (where: string) => `Their ticket is for ${where}.`,
  notAccepted: (status: string) => `This person is not accepted (${status}). Send them to the desk.`,
  statuses: {
    pending: 'undecided',
    waitlisted: 'waiting list',
    rejected: 'rejected',
    cancelled: 'cancelled',
  },
  notUndone: 'It was too late to take this back. It stays checked in; the desk can annul it.',
  full: 'This device is full and could not keep the scan. Free some space, then scan once more.',
  notKnownOffline: 'Not on the list of this kiosk, and there is no network. Send them to the desk.',
  scannedBefore: 'Was scanned here before. Is it the same person?',
  laterMilestone: 'On the list. Whether their team has handed in is looked up later.',
  laterHandOut: 'On the list. Hand it out; it is recorded as soon as there is a network.',
  laterIn: 'On the list. Let them in; it is recorded as soon as there is a network.',
};

/** Advice for scans that the service refuses, by code. */
export const refusals = {
  POINT_NOT_FOUND: 'This check-in point is gone. Choose another, or ask an organizer.',
  ORGANIZER_REQUIRED: 'Only an organizer may check people in by hand. Send them to the desk.',
  INVALID_TOKEN: 'This code is unknown here. Is it a ticket of this event? Send them to the desk.',
  PERMISSION_DENIED: 'This kiosk may not check in here. Ask an organizer.',
  SECOND_FACTOR_MISSING: 'This kiosk may not check in here. Ask an organizer.',
  IDEMPOTENCY_KEY_REUSED: 'This could not be recorded. Scan once more.',
  NOT_ACCEPTED: 'This person is not accepted. Send them to the desk.',
  TOO_EARLY: 'Check-in has not opened yet. Ask them to come back.',
  TOO_LATE: 'Check-in is closed. Send them to the desk.',
  NO_TEAM: 'They have no team yet. Send them to the desk.',
  VALIDATION_FAILED: 'This could not be recorded. Send them to the desk.',
};
