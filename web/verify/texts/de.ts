/** Texts of the page that confirms an address, in German. */
import type * as en from './en.ts';

export const verify: typeof en.verify = {
  title: 'E-Mail-Adresse bestätigen',
  welcome: (name) => `Willkommen, ${name}`,
  isConfirmed: 'Deine E-Mail-Adresse ist bestätigt, und du bist angemeldet.',
  myTickets: 'Zu meinen Tickets',
  signIn: 'Anmelden',
  signUpAgain: 'Noch einmal registrieren',
  password: 'Dein Passwort',
  chosen: 'Das, das du bei der Registrierung gewählt hast.',
  isWrong: 'Das ist nicht das Passwort, das du bei der Registrierung gewählt hast.',
  confirm: 'Meine Adresse bestätigen',
  newPassword: 'Neues Passwort wählen',
};
