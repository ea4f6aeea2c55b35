/** Texts of the page that confirms or stops the change of an address, in English. */

export const address = {
  title: 'Email address',
  isYours: (email: string) => `Your address is ${email} now. Sign in with it from now on.`,
  myAccount: 'Go to my account',
  fromNowOn: 'From now on your account has this address, and you sign in with it.',
  confirm: 'Use this address',
  isOld: 'This link has been used already, or is older than a week.',
  isKept: (email: string) =>
    `Your account keeps ${email}, and everybody is signed out. A link to choose a new password is on its way to you.`,
  another: 'Nothing came? Ask for another link',
  former: 'Your account keeps its former address, everybody is signed out, and its password ends.',
  stop: 'Stop the change',
};
