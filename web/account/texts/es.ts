/** Texts of the page of one's own account, in Spanish. */
import { number } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const account: typeof en.account = {
  title: 'Mi cuenta',
  myTickets: 'Mis entradas',
  about: 'Sobre ti',
  name: 'Nombre',
  language: 'Idioma de mis páginas y correos',
  isSaved: 'Guardado.',
  save: 'Guardar',
};

export const address: typeof en.address = {
  title: 'Dirección de correo',
  isChanged: 'Has cambiado tu dirección.',
  change: 'Cambiarla',
  another: 'Dirección nueva',
  yourPassword: 'Tu contraseña',
  isWrong: 'La contraseña no es correcta.',
  changeAddress: 'Cambiar mi dirección',
  isOnItsWay: (email) =>
    `Un correo con un código va de camino a ${email}. Hasta que lo escribas, tu dirección sigue igual.`,
  isNoCode: 'No es el código, o se ha intentado demasiadas veces. El enlace del correo también funciona.',
  notNow: 'Ahora no',
};

export const password: typeof en.password = {
  title: 'Contraseña',
  isChanged: 'Has cambiado tu contraseña. Se ha cerrado tu sesión en todos los demás sitios.',
  present: 'Contraseña actual',
  another: 'Contraseña nueva',
  change: 'Cambiar mi contraseña',
  forgot: '¿Olvidada, o aún sin contraseña?',
};

export const passkeys: typeof en.passkeys = {
  title: 'Llaves de acceso',
  about: 'Inicia sesión con tu huella, tu cara o una llave en lugar de la contraseña y el código.',
  none: 'Este navegador no tiene llaves de acceso.',
  nameOfNew: 'Nombre de la nueva',
  mine: 'Mi llave de acceso',
  add: 'Añadir una llave de acceso',
  since: (created, used) => `Desde: ${created}; ${used === null ? 'sin usar' : `último uso: ${used}`}`,
  change: 'Cambiarla',
  rename: 'Cambiar el nombre',
  remove: 'Quitar',
};

export const app: typeof en.app = {
  title: 'Códigos de una aplicación',
  about: 'Una aplicación de tu móvil genera un código para cada inicio de sesión, así que la contraseña sola no basta.',
  setUp: 'Configurar una aplicación',
  scan: 'Escanea este código con la aplicación o escribe el secreto de abajo. Después escribe lo que muestre la aplicación.',
  picture: 'El código QR para tu aplicación',
  isSetUp: 'La aplicación está configurada. Guarda estos códigos donde los encuentres sin tu móvil.',
  replace: 'Cada uno sustituye una vez a un código de la aplicación. No se vuelven a mostrar.',
  kept: 'Los he guardado',
  asks: (left) =>
    `Al iniciar sesión con tu contraseña se pide un código de tu aplicación. Códigos de recuperación restantes: ${number(left)}.`,
  fewLeft: 'Quita la aplicación y configúrala de nuevo para tener códigos de recuperación nuevos.',
  removeIt: 'Quitarla',
  remove: 'Quitar la aplicación',
  signInAgain: 'Cierra sesión aquí e iníciala de nuevo con un código.',
};

export const sessions: typeof en.sessions = {
  title: 'Dónde has iniciado sesión',
  unknownProgram: 'Un programa desconocido',
  unknown: 'desconocido',
  thisOne: 'Esta',
  since: (created, seen) => `Desde: ${created}; última actividad: ${seen}`,
  signOut: 'Cerrar sesión aquí',
  end: 'Cerrarla',
};

export const data: typeof en.data = {
  title: 'Tus datos',
  about: 'Todo lo que está guardado sobre ti, en un zip con tus archivos.',
  file: 'mis-datos.zip',
  download: 'Descargar mis datos',
  due: (after) =>
    `Tu cuenta se borrará después del: ${after}. Hasta entonces, el enlace del correo que recibiste la conserva.`,
  erase: 'Borrar mi cuenta',
  whatGoes:
    'A los 14 días se borra todo lo tuyo, en todas partes: tu nombre, tus respuestas, tus archivos, tus entradas. Los resultados de tus equipos se conservan sin tu nombre. Hasta entonces, un enlace en un correo permite anularlo.',
  byPasskey: 'Borrar mi cuenta con una llave de acceso',
};
