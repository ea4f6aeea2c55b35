/** Texts of the page to choose a new password on, in English. */

export const reset = {
  title: 'New password',
  isOnItsWay: 'If this email has an account, a link is on its way.',
  back: 'Back to sign in',
  address: 'Your email address',
  send: 'Send me a link',
  isChanged: (isSignedIn: boolean) => `Your password is changed.${isSignedIn ? ' You are signed in.' : ''}`,
  signIn: 'Sign in',
  sendNew: 'Send me a new link',
  password: 'Your new password',
  change: 'Change my password',
};
