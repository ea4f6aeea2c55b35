/** Texts of the page that keeps an account, in English. */

export const restore = {
  title: 'Keep my account',
  isOld: 'This link has been used already, gave way to a newer one, or the account is erased.',
  isKept: (email: string) => `The account of ${email} stays. Nothing of it was erased.`,
  myAccount: 'Go to my account',
  mayStay: 'Your account is to be erased. You can keep it, with everything that is in it.',
};
