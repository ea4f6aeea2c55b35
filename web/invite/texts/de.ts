/** Texts of the page that accepts an invitation, in German. */
import type * as en from './en.ts';

export const invite: typeof en.invite = {
  title: 'Einladung',
  youAre: 'Du bist eingeladen',
  invitedTo: (hackathon, event) => `Du bist zu ${event ? `${event} bei ` : ''}${hackathon} eingeladen`,
  by: (names, role) => `Von ${names}${role ? `, ${role}` : ''}`,
  roles: {
    MENTOR: 'als Mentor:in',
    JUDGE: 'als Jurymitglied',
    TECH_PARTNER: 'als Technik-Partner:in',
    PARTNER: 'als Partner:in',
  },
  goOn: 'Weiter',
  signIn: 'Anmelden',
  isOld: 'Dieser Link funktioniert nicht mehr. Wenn du schon angenommen hast, bist du dabei.',
  isUsed: 'Dieser Link wurde gerade eben verwendet. Wenn du das warst, bist du dabei.',
  youAreIn: (hackathon) => `Du bist dabei: ${hackathon}`,
  isAccepted: 'Die Einladung ist angenommen, und du bist angemeldet.',
  showTicket: 'Mein Ticket zeigen',
  judge: 'Zur Bewertung',
  isForOther: (you, invited) =>
    `Du bist als ${you} angemeldet. Diese Einladung ist für ${invited}: Wenn du sie annimmst, wirst du mit diesem Konto angemeldet.`,
  youAreSignedIn: (name, email) => `Du bist als ${name} (${email}) angemeldet.`,
  accept: 'Einladung annehmen',
  hasAccount: 'Du hast ein Konto: Melde dich an, um anzunehmen.',
  email: 'E-Mail-Adresse',
  yourPassword: 'Dein Passwort',
  signInAndAccept: 'Anmelden und annehmen',
  newPassword: 'Neues Passwort wählen',
  sayWho: (isTicket) => `Wähl ein Passwort, und ${isTicket ? 'dein Ticket' : 'dein Konto'} ist bereit.`,
  name: 'Name',
  password: 'Passwort',
};

export const refusals: typeof en.refusals = {
  PASSWORD_REQUIRED: 'Du hast schon ein Konto. Gib sein Passwort ein.',
  INVALID_CREDENTIALS: 'Das ist nicht das Passwort deines Kontos.',
  PERMISSION_DENIED: 'Diese Einladung ist für jemand anderen. Melde dich ab und öffne den Link noch einmal.',
  RATE_LIMITED: 'Das war zu oft. Versuch es später noch einmal.',
  MAX_PARTICIPANTS_REACHED:
    'Der Hackathon ist im Moment voll. Behalte den Link: Er funktioniert, sobald ein Platz frei ist.',
};
