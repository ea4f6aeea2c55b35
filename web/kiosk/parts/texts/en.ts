/** Texts of the parts of the kiosk that load later, in English. */
import { number, plural } from '../../../shared/intl.ts';

export const choosing = {
  title: 'Where does this kiosk stand?',
  noPoint: 'There is no check-in point yet. Add one at the desk; it appears here within a minute.',
  lookAgain: 'Look again',
  stayAt: (point: string) => `Cancel: stay at ${point}`,
  another: 'Another check-in point',
  isOpen: 'Open now',
  opens: (at: string) => `Opens ${at}`,
  closed: 'Closed',
  uses: {
    attendance: 'Check-in',
    doorkeeper: 'Badge desk',
    milestone: 'Hand-in gate',
    meal: 'Meal',
    item: 'Handing out',
  },
};

export const ended = {
  title: 'This kiosk was disconnected',
  nothingKept: 'An organizer disconnected it, or its time is over. Nothing is kept here any more.',
  /** @param shown The number of scans. */
  notSent: <T>(n: number, shown: T): readonly (string | T)[] => [
    'An organizer disconnected it, or its time is over, and ',
    shown,
    plural(n, ' scan was not sent. Save it', ' scans were not sent. Save them'),
    ' and give the file to an organizer, or pair this kiosk anew and it sends ',
    plural(n, 'it.', 'them.'),
  ],
  save: 'Save as a file',
  wipe: 'I have the file: clear this kiosk',
};

export const cameraView = {
  label: 'Camera',
  light: 'Light',
  numbered: (n: number) => `Camera ${n}`,
  states: {
    starting: 'Starting the camera…',
    on: 'Hold the code before the camera.',
    refused:
      'The camera was not allowed. Allow it in the settings of this page, or use a hand scanner or the keyboard.',
    missing: 'There is no camera. Use a hand scanner or the keyboard.',
  },
};

export const settings = {
  title: 'Settings',
  camera: 'Camera',
  usualCamera: 'The one that looks away from the screen',
  hideNames: 'Hide who people are',
  lock: 'Lock',
  unlock: 'Unlock',
  pin: 'PIN',
  pinHint: 'The organizers set it when they paired this kiosk.',
  wrongPin: 'This is not the PIN of this kiosk.',
};

export const search = {
  title: 'Search by name',
  name: 'Name',
  hint: 'For people without their code.',
  hintOfDesk: 'For people without their code. The desk checks them in by hand.',
  nobody: 'Nobody of this name is on the list. Send them to the desk.',
  onTheList: 'On the list. Send them to the desk.',
  checkIn: 'Check in',
};

export const lists = {
  latest: (n: number) => `Latest (${number(n)})`,
  nothing: 'Nothing was scanned yet.',
  lookInto: (n: number) => `Look into these (${number(n)})`,
  nothingShown: 'Nothing was shown',
  butIs: 'but is',
  done: 'Done',
};
