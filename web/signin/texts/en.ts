/** Texts of the pages to sign in and up on, in English. */

export const signIn = {
  oneMore: 'One more step',
  signUp: 'Sign up',
  signIn: 'Sign in',
  exists: 'An account with your address exists. Give its password once; from then on you sign in without it.',
  name: 'Name',
  email: 'Email',
  password: 'Password',
  isWrong: 'The password is wrong.',
  forgot: 'Forgot it?',
  forgotPassword: 'Forgot your password?',
  checkEmail: 'Check your email',
  changeAddress: 'Change the address',
  newPassword: 'Choose a new password',
  unconfirmed: (email: string) =>
    `${email} is not confirmed yet. The email that came after you signed up has a code and a link for it.`,
  sendAgain: 'Send the link again',
  newHere: 'New here? Sign up',
  hasAccount: 'I have an account',
};

export const secondFactor = {
  asks: 'Your account asks for a code as well.',
  hint: 'The six digits that your app shows, or one of your recovery codes.',
  signIn: 'Sign in',
  again: 'Sign in again',
  tookLong: 'This took longer than ten minutes, or was done already.',
};
