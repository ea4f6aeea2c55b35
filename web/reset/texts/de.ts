/** Texts of the page to choose a new password on, in German. */
import type * as en from './en.ts';

export const reset: typeof en.reset = {
  title: 'Neues Passwort',
  isOnItsWay: 'Wenn es zu dieser Adresse ein Konto gibt, ist ein Link unterwegs.',
  back: 'Zurück zur Anmeldung',
  address: 'Deine E-Mail-Adresse',
  send: 'Link anfordern',
  isChanged: (isSignedIn) => `Dein Passwort ist geändert.${isSignedIn ? ' Du bist angemeldet.' : ''}`,
  signIn: 'Anmelden',
  sendNew: 'Neuen Link anfordern',
  password: 'Dein neues Passwort',
  change: 'Passwort ändern',
};
