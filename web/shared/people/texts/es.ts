/** Texts that the pages of participants share, in Spanish. */
import type * as en from './en.ts';

export const codes: typeof en.codes = {
  wrongFactor: 'No es el código, o ya se ha usado. Espera al siguiente.',
  wrong: 'No es el código, o se ha intentado demasiadas veces. El enlace del correo sigue funcionando.',
  spent: 'No es el código, o tu dirección se confirmó antes de que fallara la red. En ese caso, inicia sesión.',
  isOnItsWay: (email) => `Un correo con un código de seis cifras va de camino a ${email}.`,
  linkWorksToo: 'El enlace del correo también funciona. ¿No llega? Mira en el correo no deseado.',
  last: 'El código vale 30 minutos; el enlace, una hora.',
  again: 'Enviar de nuevo',
  isSentAgain: 'Enviado otra vez.',
  confirm: 'Confirmar',
};

export const gallery: typeof en.gallery = {
  closed: 'Aquí no hay proyectos que ver',
  why: 'Puede que la dirección esté mal escrita, o que el equipo organizador muestre los proyectos solo a las personas del hackathon.',
  seeHackathons: 'Ver hackathons',
  signIn: 'Iniciar sesión',
};

export const links: typeof en.links = {
  incomplete: 'Este enlace está incompleto. Ábrelo otra vez desde el correo.',
  usedOrOlderThanHour: 'Este enlace ya se ha usado o tiene más de una hora.',
};

export const passkeys: typeof en.passkeys = {
  use: 'Usar una llave de acceso',
  isHereAlready: 'Este dispositivo ya tiene una llave de acceso de tu cuenta.',
  noneWouldDo: 'Este dispositivo no tiene ninguna llave de acceso que sirva.',
  otherAddress: 'Las llaves de acceso no funcionan en esta dirección; abre la página en la suya.',
  unused: 'No se ha usado la llave de acceso. Inténtalo de nuevo.',
};

export const providers: typeof en.providers = {
  name: 'Iniciar sesión con otro servicio',
  goOn: (label) => `Continuar con ${label}`,
  DECLINED: 'No has iniciado sesión allí.',
  ISSUER_UNAVAILABLE:
    'Ahora mismo no se puede acceder al otro servicio. Inicia sesión con tu contraseña o inténtalo de nuevo.',
  ADDRESS_UNVERIFIED:
    'El otro servicio no indica que tu dirección de correo esté confirmada. Confírmala allí o regístrate aquí con una contraseña.',
  failed: 'No se ha podido iniciar sesión con el otro servicio. Empieza de nuevo, por favor.',
};

export const formats: typeof en.formats = { onsite: 'Presencial', online: 'En línea', hybrid: 'Presencial y en línea' };

export const registration: typeof en.registration = {
  opens: (when) => `La inscripción se abre: ${when}.`,
  isClosed: 'La inscripción está cerrada.',
};

export const homes: typeof en.homes = {
  '/me': 'Ir a mis entradas',
  '/judge': 'Ir a mis equipos',
  '/desk': 'Ir al desk',
};

export const files: typeof en.files = {
  atMost: (megabytes) => `Como máximo ${megabytes} MB.`,
  remove: 'Quitar',
  theFile: (name) => ` ${name}`,
};
