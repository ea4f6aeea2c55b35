/** Texts of the page that confirms an address, in English. */

export const verify = {
  title: 'Confirm your email',
  welcome: (name: string) => `Welcome, ${name}`,
  isConfirmed: 'Your email address is confirmed, and you are signed in.',
  myTickets: 'Go to my tickets',
  signIn: 'Sign in',
  signUpAgain: 'Sign up again',
  password: 'Your password',
  chosen: 'The one you chose when you signed up.',
  isWrong: 'This is not the password you chose when you signed up.',
  confirm: 'Confirm my email',
  newPassword: 'Choose a new password',
};
