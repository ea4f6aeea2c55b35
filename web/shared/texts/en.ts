/**
 * Texts that all pages share, in English. Catalogs in other languages have the same members; one that lacks a text does
 * not compile.
 */

export const frame = {
  menu: 'Menu',
  myAccount: 'My account',
  signOut: 'Sign out',
  signedInAs: 'Signed in as',
  skip: 'Skip to content',
  stillSignedIn: (why: string) => `You are still signed in. ${why}`,
  language: 'Language',
  languageLater: 'Shown when the page is opened with a network.',
  online: 'Online',
  offline: 'Offline',
};

export const states = {
  loading: 'Loading',
  youAreOffline: 'You are offline.',
  tryAgain: 'Try again',
  unreachable: 'The service cannot be reached. Check the network.',
  wrongAnswer: 'The service does not answer as it should.',
};

/** Of an event in another zone than that of the reader. */
export const times = {
  /** @param here The time of the reader. */
  withOwn: (there: string, here: string) => `${there} (your time: ${here})`,
  timesOf: (zone: string) => `Times are in ${zone}.`,
};

/** Why a scan is refused, by code. */
export const reasons = {
  INVALID_TOKEN: 'Unknown code',
  NOT_ACCEPTED: 'Not accepted',
  TOO_EARLY: 'Too early',
  TOO_LATE: 'Too late',
  NO_TEAM: 'No team',
};

export const fields = {
  show: 'Show',
  hide: 'Hide',
  /** Follows both, for screen readers. */
  typed: ' what is typed',
  tenCharacters: 'At least 10 characters.',
  choose: 'Choose…',
  optional: (label: string) => `${label} (optional)`,
  code: 'Code',
  sixDigits: 'Six digits',
};

/** Of people, as their badges name them. */
export const roles = {
  ORGANIZER: 'Organizer',
  MENTOR: 'Mentor',
  JUDGE: 'Judge',
  PARTICIPANT: 'Participant',
};
