/** Texts of the page that confirms or stops the change of an address, in German. */
import type * as en from './en.ts';

export const address: typeof en.address = {
  title: 'E-Mail-Adresse',
  isYours: (email) => `Deine Adresse ist jetzt ${email}. Melde dich ab jetzt damit an.`,
  myAccount: 'Zu meinem Konto',
  fromNowOn: 'Dein Konto hat dann diese Adresse, und du meldest dich damit an.',
  confirm: 'Diese Adresse verwenden',
  isOld: 'Dieser Link wurde schon verwendet oder ist älter als eine Woche.',
  isKept: (email) =>
    `Dein Konto behält ${email}, und alle sind abgemeldet. Ein Link für ein neues Passwort ist unterwegs zu dir.`,
  another: 'Nichts angekommen? Neuen Link anfordern',
  former: 'Dein Konto behält seine bisherige Adresse, alle werden abgemeldet, und das Passwort gilt nicht mehr.',
  stop: 'Änderung stoppen',
};
