/** Texts of the page that keeps an account, in Spanish. */
import type * as en from './en.ts';

export const restore: typeof en.restore = {
  title: 'Conservar mi cuenta',
  isOld: 'Este enlace ya se ha usado, hay otro más nuevo o la cuenta ya está borrada.',
  isKept: (email) => `La cuenta de ${email} se conserva. No se ha borrado nada.`,
  myAccount: 'Ir a mi cuenta',
  mayStay: 'Tu cuenta va a borrarse. Puedes conservarla, con todo lo que contiene.',
};
