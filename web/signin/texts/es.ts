/** Texts of the pages to sign in and up on, in Spanish. */
import type * as en from './en.ts';

export const signIn: typeof en.signIn = {
  oneMore: 'Un paso más',
  signUp: 'Registrarse',
  signIn: 'Iniciar sesión',
  exists: 'Ya existe una cuenta con tu dirección. Escribe su contraseña una vez; después iniciarás sesión sin ella.',
  name: 'Nombre',
  email: 'Correo',
  password: 'Contraseña',
  isWrong: 'La contraseña no es correcta.',
  forgot: '¿La has olvidado?',
  forgotPassword: '¿Has olvidado la contraseña?',
  checkEmail: 'Mira tu correo',
  changeAddress: 'Cambiar la dirección',
  newPassword: 'Elegir una contraseña nueva',
  unconfirmed: (email: string) =>
    `${email} aún no está confirmada. El correo que llegó después del registro trae un código y un enlace para ello.`,
  sendAgain: 'Enviar el enlace de nuevo',
  newHere: '¿Primera vez? Regístrate',
  hasAccount: 'Ya tengo una cuenta',
};

export const secondFactor: typeof en.secondFactor = {
  asks: 'Tu cuenta pide además un código.',
  hint: 'Las seis cifras que muestra tu aplicación, o uno de tus códigos de recuperación.',
  signIn: 'Iniciar sesión',
  again: 'Iniciar sesión de nuevo',
  tookLong: 'Han pasado más de diez minutos, o ya se había completado.',
};
