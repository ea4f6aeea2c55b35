/** Texts of the page that accepts an invitation, in English. */

export const invite = {
  title: 'Invitation',
  youAre: 'You are invited',
  invitedTo: (hackathon: string, event: string | null) =>
    `You are invited to ${event ? `${event} at ` : ''}${hackathon}`,
  by: (names: string, role: string | undefined) => `By ${names}${role ? `, ${role}` : ''}`,
  roles: { MENTOR: 'as a mentor', JUDGE: 'as a judge', TECH_PARTNER: 'as a tech partner', PARTNER: 'as a partner' },
  goOn: 'Go on',
  signIn: 'Sign in',
  isOld: 'This link does not work any more. If you have accepted before, you are in.',
  isUsed: 'This link was used a moment ago. If it was you, you are in.',
  youAreIn: (hackathon: string) => `You are in: ${hackathon}`,
  isAccepted: 'The invitation is accepted, and you are signed in.',
  showTicket: 'Show my ticket',
  judge: 'Go to judging',
  isForOther: (you: string, invited: string) =>
    `You are signed in as ${you}. This invitation is for ${invited}: accepting it signs you in as that person.`,
  youAreSignedIn: (name: string, email: string) => `You are signed in as ${name} (${email}).`,
  accept: 'Accept the invitation',
  hasAccount: 'You have an account: sign in to accept.',
  email: 'Email',
  yourPassword: 'Your password',
  signInAndAccept: 'Sign in and accept',
  newPassword: 'Choose a new password',
  sayWho: (isTicket: boolean) => `Choose a password, and ${isTicket ? 'your ticket' : 'your account'} is ready.`,
  name: 'Name',
  password: 'Password',
};

/** Why an invitation is not accepted, by code. */
export const refusals = {
  PASSWORD_REQUIRED: 'You have an account already. Enter its password.',
  INVALID_CREDENTIALS: 'This is not the password of your account.',
  PERMISSION_DENIED: 'This invitation is for somebody else. Sign out and open the link again.',
  RATE_LIMITED: 'That was too often. Try again later.',
  MAX_PARTICIPANTS_REACHED: 'The hackathon is full at the moment. Keep the link: it works as soon as a place is free.',
};
