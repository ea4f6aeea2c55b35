/** Texts of the page that keeps an account, in German. */
import type * as en from './en.ts';

export const restore: typeof en.restore = {
  title: 'Mein Konto behalten',
  isOld: 'Dieser Link wurde schon verwendet oder durch einen neueren ersetzt, oder das Konto ist gelöscht.',
  isKept: (email) => `Das Konto von ${email} bleibt. Nichts davon wurde gelöscht.`,
  myAccount: 'Zu meinem Konto',
  mayStay: 'Dein Konto soll gelöscht werden. Du kannst es behalten, mit allem, was darin ist.',
};
