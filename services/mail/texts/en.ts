/** The texts of emails in English. Those in other languages have the same members; one that lacks a text does not compile. */
import type { EmailData } from '../../../shared/contract/emails.ts';

const roles: Record<EmailData<'role-invitation'>['role'], string> = {
  MENTOR: 'a mentor',
  JUDGE: 'a judge',
  TECH_PARTNER: 'a tech partner',
  PARTNER: 'a partner',
};
const notYou = 'If this was not you, ignore this email';

export const en = {
  /** The language of dates. */
  dates: 'en-GB',
  hello: (name: string | null) => (name ? `Hello ${name},` : 'Hello,'),
  sentBy: (organization: string | undefined) =>
    organization === undefined ? 'Sent by Muster.' : `Sent by Muster for ${organization}.`,
  because: (hackathon: string) => `You get this because of ${hackathon}.`,
  noMore: 'No more of these emails',
  orOpen: (url: string) => `Or open this address: ${url}`,
  checkinCode: 'Your check-in code',
  checkinPicture: 'Your check-in code as a QR code',
  when: 'When',
  where: 'Where',
  openTicket: 'Open my ticket',
  openTickets: 'Open my tickets',
  codeIsYours: 'The code is yours alone: whoever shows it is checked in as you.',
  signIn: 'Sign in',
  choosePassword: 'Choose a new password',
  linkWorks: 'The link works once, within an hour.',

  verification: {
    subject: 'Confirm your email address',
    confirm: 'Confirm my email',
    asked: 'Somebody, hopefully you, signed up with this email address. Confirm it to start.',
    type: 'Type this code on the page where you signed up. It works for 30 minutes.',
    password: (hasCode: boolean) =>
      `${hasCode ? 'With the link you' : 'You'} will be asked for the password you chose. The link works once, within an hour.`,
    notYou: `${notYou} and give the code to nobody: nothing happens without it or the password.`,
  },
  reset: {
    asked: 'Somebody, hopefully you, asked for a new password for this email address.',
    notYou: `${notYou}: your password stays as it is.`,
  },
  knownAddress: {
    subject: 'You already have an account',
    asked:
      'Somebody, hopefully you, tried to sign up with this email address. It has an account already: just sign in.',
    forgotten: 'If you have forgotten your password, you can choose a new one.',
    notYou: `${notYou}: nothing has changed.`,
  },
  unknownAddress: {
    subject: 'There is no account with this address',
    asked: 'Somebody, hopefully you, asked for a new password for this email address, but it has no account.',
    perhaps: 'Perhaps you signed up with another one.',
    notYou: `${notYou}.`,
  },
  emailChange: {
    subject: 'Confirm your new email address',
    confirm: 'Use this address',
    asked: 'Somebody, hopefully you, wants to use this email address for their account. Confirm it to change over.',
    type: 'Type this code on the page of your account.',
    works: 'The code and the link work once, within an hour.',
    notYou: `${notYou} and give the code to nobody: nothing happens without it.`,
  },
  addressTaken: {
    subject: 'This address has an account already',
    asked:
      'Somebody, hopefully you, wants to use this email address for another account. It has one already: sign in with it.',
  },
  emailStop: {
    subject: 'The address of your account is being changed',
    asked: (email: string) =>
      `Somebody who knows your password asked to change the address of your account to ${email}.`,
    you: 'If this was you, there is nothing to do.',
    notYou:
      'If it was not, stop the change. You keep this address, everybody is signed out, and you choose a new password.',
    stop: 'Stop the change',
    works: 'The link works once, within seven days.',
  },
  factorsChanged: {
    subject: 'The sign-in of your account was changed',
    changed: {
      app_added: () => 'An app that makes codes was added to your account.',
      app_removed: () => 'The app that makes codes was removed from your account.',
      passkey_added: (passkey: string) => `The passkey “${passkey}” was added to your account.`,
      passkey_removed: (passkey: string) => `The passkey “${passkey}” was removed from your account.`,
    },
    notYou: 'If it was not, choose another password at once, and end all sessions in your account.',
    open: 'Open my account',
  },
  erasure: {
    subject: 'Your account will be erased',
    after: (day: string) =>
      `Your account, and everything that is stored of you, will be erased after ${day}. Nobody can bring it back then.`,
    until: 'Until then everything works as before, and you can keep your account.',
    keep: 'Keep my account',
    works: 'The link works once.',
    notYou: 'If this was not you, keep your account and choose another password: somebody knows it.',
  },
  invitation: {
    subject: (hackathon: string) => `You are invited to ${hackathon}`,
    invites: (organization: string, hackathon: string) => `${organization} invites you to ${hackathon}.`,
    accept: 'Accept the invitation',
    open: (until: string) => `The invitation is open until ${until}.`,
    ignore: 'If you do not want to come, ignore this email.',
  },
  roleInvitation: {
    subject: (role: keyof typeof roles, event: string) => `You are invited to be ${roles[role]} at ${event}`,
    invites: (by: string | null, role: keyof typeof roles, event: string) =>
      `${by ?? 'An organizer'} invites you to be ${roles[role]} at ${event}.`,
  },
  moved: {
    subject: (event: string) => `You are on another track: ${event}`,
    moved: (event: string) => `The organizers moved you to ${event}.`,
    bring: 'Bring the code below and show it at the door there, on your phone or on paper.',
  },
  results: {
    subject: (event: string) => `The results are out: ${event}`,
    out: (event: string) => `The results of ${event} are out.`,
    rank: ({ team_name, rank, ranked, overall_score }: EmailData<'results'>) =>
      `Your team ${team_name} has rank ${rank} of ${ranked}, with an overall score of ${overall_score}.`,
    see: 'See scores and feedback',
    thanks: 'Thank you for taking part.',
  },
  webhookDisabled: {
    subject: (organization: string) => `A webhook of ${organization} was switched off`,
    failing: (organization: string, host: string, day: string) =>
      `Nothing that ${organization} sends to ${host} has arrived since ${day}, so the webhook is switched off.`,
    kept: 'What could not be sent is kept for 30 days. Its deliveries say what went wrong.',
    again:
      'Once the receiver works again, make the webhook active: waiting deliveries are then sent. Later facts are not; read them from the list of facts.',
  },
  accepted: {
    subject: (event: string, days: string | undefined) => `You're in! ${[event, days].filter(Boolean).join(', ')}`,
    place: (event: string) => `You have a place at ${event}.`,
    confirm: (until: string) =>
      `Please confirm on your ticket that you will come, before ${until}. After that, your place may go to somebody else.`,
    bring: 'Bring the code below and show it at the door, on your phone or on paper.',
  },
  waitlisted: {
    subject: (event: string) => `You are on the waiting list: ${event}`,
    full: (event: string) => `${event} is full at the moment, and you are on the waiting list.`,
    wait: 'We email you if a place becomes free. There is nothing to do until then.',
  },
  rejected: {
    subject: (event: string) => `About your registration: ${event}`,
    sorry: (event: string) => `We are sorry: we cannot offer you a place at ${event} this time.`,
    thanks: 'Thank you for your interest.',
  },
  undecided: {
    subject: (event: string) => `Not decided yet: ${event}`,
    mistaken: (event: string) =>
      `Our last email about ${event} was sent too early and no longer holds. Your application is being looked at again.`,
    wait: 'We email you as soon as it is decided. A check-in code from that email is not valid until then.',
  },
  confirmReminder: {
    subject: (hackathon: string) => `Please confirm: ${hackathon}`,
    place: (hackathon: string) => `You have a place at ${hackathon}, and have not told us yet whether you will come.`,
    before: (until: string) =>
      `Please confirm or give up your place before ${until}. After that it may go to somebody else.`,
    confirm: 'Confirm my place',
  },
  lapsed: {
    late: (hackathon: string) =>
      `You did not confirm your place at ${hackathon} in time, so it may go to somebody else. You are on the waiting list now.`,
    moves: 'If a place becomes free when it is your turn, we email you, and you can confirm it then.',
    back: 'If you still want to come, write to the organizers: they can give you a place again.',
    giveUp: 'If you cannot come, please give up your place.',
  },
};
export type EmailTexts = typeof en;
