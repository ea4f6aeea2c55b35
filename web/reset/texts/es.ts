/** Texts of the page to choose a new password on, in Spanish. */
import type * as en from './en.ts';

export const reset: typeof en.reset = {
  title: 'Nueva contraseña',
  isOnItsWay: 'Si este correo tiene una cuenta, hay un enlace de camino.',
  back: 'Volver al inicio de sesión',
  address: 'Tu dirección de correo',
  send: 'Enviarme un enlace',
  isChanged: (isSignedIn) => `Has cambiado tu contraseña.${isSignedIn ? ' Has iniciado sesión.' : ''}`,
  signIn: 'Iniciar sesión',
  sendNew: 'Enviarme otro enlace',
  password: 'Tu nueva contraseña',
  change: 'Cambiar mi contraseña',
};
