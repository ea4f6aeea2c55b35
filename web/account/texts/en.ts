/** Texts of the page of one's own account, in English. */
import { number } from '../../shared/intl.ts';

export const account = {
  title: 'My account',
  myTickets: 'My tickets',
  about: 'About you',
  name: 'Name',
  language: 'Language of my pages and emails',
  isSaved: 'Saved.',
  save: 'Save',
};

export const address = {
  title: 'Email address',
  isChanged: 'Your address is changed.',
  change: 'Change it',
  another: 'New address',
  yourPassword: 'Your password',
  isWrong: 'The password is wrong.',
  changeAddress: 'Change my address',
  isOnItsWay: (email: string) =>
    `An email with a code is on its way to ${email}. Until you type it, your address stays as it is.`,
  isNoCode: 'This is not the code, or it was tried too often. The link in the email works too.',
  notNow: 'Not now',
};

export const password = {
  title: 'Password',
  isChanged: 'Your password is changed. You are signed out everywhere else.',
  present: 'Present password',
  another: 'New password',
  change: 'Change my password',
  forgot: 'Forgot it, or none yet?',
};

export const passkeys = {
  title: 'Passkeys',
  about: 'Sign in with your fingerprint, your face or a key in place of the password and the code.',
  none: 'This browser has no passkeys.',
  nameOfNew: 'Name of a new one',
  mine: 'My passkey',
  add: 'Add a passkey',
  since: (created: string, used: string | null) =>
    `Since ${created}; ${used === null ? 'never used' : `last used ${used}`}`,
  change: 'Change it',
  rename: 'Rename',
  remove: 'Remove',
};

/** An app that makes codes. */
export const app = {
  title: 'Codes of an app',
  about: 'Have an app on your phone make a code for each time you sign in, so that a password alone opens nothing.',
  setUp: 'Set up an app',
  scan: 'Scan this code with the app, or type the secret below it. Then type what the app shows.',
  picture: 'The QR code for your app',
  isSetUp: 'The app is set up. Keep these codes where you find them without your phone.',
  replace: 'Each of them replaces one code of the app, once. They are not shown again.',
  kept: 'I have kept them',
  asks: (left: number) =>
    `Signing in with your password asks for a code of your app. Recovery codes left: ${number(left)}.`,
  fewLeft: 'Remove the app and set it up again for new recovery codes.',
  removeIt: 'Remove it',
  remove: 'Remove the app',
  signInAgain: 'Sign out here and sign in again with a code.',
};

export const sessions = {
  title: 'Where you are signed in',
  unknownProgram: 'An unknown program',
  unknown: 'unknown',
  thisOne: 'This one',
  since: (created: string, seen: string) => `Since ${created}; last seen ${seen}`,
  signOut: 'Sign out here',
  end: 'End it',
};

export const data = {
  title: 'Your data',
  about: 'Everything that is stored of you, as one zip with your files.',
  file: 'my-data.zip',
  download: 'Download my data',
  due: (after: string) =>
    `Your account will be erased after ${after}. The link in the email to you keeps it until then.`,
  erase: 'Erase my account',
  whatGoes:
    'After 14 days everything of you goes, from everywhere: your name, your answers, your files, your tickets. Results of your teams stay, without your name. Until then a link in an email takes it back.',
  byPasskey: 'Erase my account with a passkey',
};
