/** Texts of the page to apply on, in English. */
import type { ComponentChildren } from 'preact';
import { number } from '../../shared/intl.ts';

export const apply = {
  title: 'Apply',
  loading: 'Fetching the hackathon',
  nothing: 'There is nothing here',
  why: 'The address may be mistyped, or the hackathon is not public any more.',
  seeHackathons: 'See hackathons',
};

export const about = {
  tracks: 'Tracks',
  prizes: 'Prizes',
  by: (sponsor: string) => ` by ${sponsor}`,
  projects: 'See the projects',
  closed: 'closed',
  hasClosed: (when: string) => `Registration closed ${when}.`,
  isFull: 'All places are taken. You can still apply: places become free.',
  left: (n: number, of: number) => `${number(n)} of ${number(of)} places left. `,
  closes: (when: string) => `Registration closes ${when}.`,
};

export const account = {
  yours: 'Your account',
  signIn: 'Sign in',
  name: 'Name',
  email: 'Email',
  password: 'Password',
  isWrong: 'The email or the password is wrong.',
  hasAccount: 'I have an account',
  hasNone: 'I have no account yet',
  newPassword: 'Choose a new password',
  applyAs: (name: string, email: string) => `You apply as ${name}, ${email}.`,
  applyAsHere: 'You apply as the person who is signed in here.',
};

export const form = {
  apply: 'Apply',
  signUpAndApply: 'Sign up and apply',
  tracks: 'Tracks you want to take part in',
  lookForTeam: 'I look for a team',
  privacy: 'privacy notice',
  terms: 'terms',
  agreement: (texts: readonly ComponentChildren[]): ComponentChildren => [
    'I have read and agree to ',
    texts.map((text, place) => [place > 0 && ' and ', 'the ', text]),
  ],
  isKept: '✓ Kept on this device.',
  startOver: 'Start over',
  isEmptied: 'The form is empty again.',
  bringBack: 'Bring it back',
  keepsNothing: 'This browser keeps nothing: send it before you close the page.',
  look: 'Please look at what is marked above.',
};
