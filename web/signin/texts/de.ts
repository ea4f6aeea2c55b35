/** Texts of the pages to sign in and up on, in German. */
import type * as en from './en.ts';

export const signIn: typeof en.signIn = {
  oneMore: 'Noch ein Schritt',
  signUp: 'Registrieren',
  signIn: 'Anmelden',
  exists:
    'Es gibt schon ein Konto mit deiner Adresse. Gib einmal sein Passwort ein; von da an meldest du dich ohne an.',
  name: 'Name',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  isWrong: 'Das Passwort ist falsch.',
  forgot: 'Vergessen?',
  forgotPassword: 'Passwort vergessen?',
  checkEmail: 'Schau in deine E-Mails',
  changeAddress: 'Adresse ändern',
  newPassword: 'Neues Passwort wählen',
  unconfirmed: (email: string) =>
    `${email} ist noch nicht bestätigt. Code und Link dafür stehen in der E-Mail, die nach der Registrierung kam.`,
  sendAgain: 'Link noch einmal schicken',
  newHere: 'Neu hier? Registrieren',
  hasAccount: 'Ich habe ein Konto',
};

export const secondFactor: typeof en.secondFactor = {
  asks: 'Dein Konto verlangt zusätzlich einen Code.',
  hint: 'Die sechs Ziffern, die deine App zeigt, oder einer deiner Wiederherstellungscodes.',
  signIn: 'Anmelden',
  again: 'Noch einmal anmelden',
  tookLong: 'Das hat länger als zehn Minuten gedauert oder ist schon erledigt.',
};
