/** Texts of the page that confirms or stops the change of an address, in Spanish. */
import type * as en from './en.ts';

export const address: typeof en.address = {
  title: 'Dirección de correo',
  isYours: (email) => `Ahora tu dirección es ${email}. A partir de ahora, inicia sesión con ella.`,
  myAccount: 'Ir a mi cuenta',
  fromNowOn: 'A partir de ahora tu cuenta tendrá esta dirección e iniciarás sesión con ella.',
  confirm: 'Usar esta dirección',
  isOld: 'Este enlace ya se ha usado o tiene más de una semana.',
  isKept: (email) =>
    `Tu cuenta conserva ${email} y se han cerrado todas las sesiones. Un enlace para elegir una contraseña nueva va de camino.`,
  another: '¿No ha llegado nada? Pedir otro enlace',
  former: 'Tu cuenta conserva su dirección anterior, se cierran todas las sesiones y la contraseña deja de valer.',
  stop: 'Detener el cambio',
};
