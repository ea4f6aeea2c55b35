/** Texts that the pages of participants share, in English. */

export const codes = {
  wrongFactor: 'This is not the code, or it was used before. Wait for the next one.',
  wrong: 'This is not the code, or it was tried too often. The link in the email still works.',
  spent: 'This is not the code, or your address was confirmed before the network went. Then sign in.',
  isOnItsWay: (email: string) => `An email with a code of six digits is on its way to ${email}.`,
  linkWorksToo: 'The link in the email works too. Nothing there? Look into spam.',
  last: 'The code works for 30 minutes, the link for an hour.',
  again: 'Send again',
  isSentAgain: 'Sent once more.',
  confirm: 'Confirm',
};

export const gallery = {
  closed: 'There are no projects to see here',
  why: 'The address may be mistyped, or the organizers show the projects to people of the hackathon only.',
  seeHackathons: 'See hackathons',
  signIn: 'Sign in',
};

export const links = {
  incomplete: 'This link is incomplete. Open it from the email once more.',
  usedOrOlderThanHour: 'This link has been used already, or is older than an hour.',
};

export const passkeys = {
  use: 'Use a passkey',
  isHereAlready: 'This device has a passkey of your account already.',
  noneWouldDo: 'This device has no passkeys that would do.',
  otherAddress: 'Passkeys do not work at this address; open the page at its proper one.',
  unused: 'The passkey was not used. Try again.',
};

/** Signing in by others. */
export const providers = {
  name: 'Sign in by others',
  goOn: (label: string) => `Go on with ${label}`,
  DECLINED: 'You did not sign in there.',
  ISSUER_UNAVAILABLE: 'The other service cannot be reached just now. Sign in with your password, or try again.',
  ADDRESS_UNVERIFIED:
    'The other service does not say that your email address is confirmed. Confirm it there, or sign up here with a password.',
  failed: 'Signing in by the other service did not work. Please begin once more.',
};

/** Where hackathons and tracks take place. */
export const formats = { onsite: 'On site', online: 'Online', hybrid: 'On site and online' };

export const registration = {
  opens: (when: string) => `Registration opens ${when}.`,
  isClosed: 'Registration is closed.',
};

/** Words that lead to the first page of somebody. */
export const homes = {
  '/me': 'Go to my tickets',
  '/judge': 'Go to my teams',
  '/desk': 'Go to the desk',
};

/** Of answers. */
export const files = {
  atMost: (megabytes: string) => `At most ${megabytes} MB.`,
  remove: 'Remove',
  /** Follows, for screen readers. */
  theFile: (name: string) => ` ${name}`,
};
