/** Texts of the page that confirms an address, in Spanish. */
import type * as en from './en.ts';

export const verify: typeof en.verify = {
  title: 'Confirma tu correo',
  welcome: (name) => `Te damos la bienvenida, ${name}`,
  isConfirmed: 'Tu dirección de correo está confirmada y has iniciado sesión.',
  myTickets: 'Ir a mis entradas',
  signIn: 'Iniciar sesión',
  signUpAgain: 'Registrarme otra vez',
  password: 'Tu contraseña',
  chosen: 'La que elegiste al registrarte.',
  isWrong: 'No es la contraseña que elegiste al registrarte.',
  confirm: 'Confirmar mi dirección',
  newPassword: 'Elegir una contraseña nueva',
};
