/** Texts that all pages share, in Spanish. */
import type * as en from './en.ts';

export const frame: typeof en.frame = {
  menu: 'Menú',
  myAccount: 'Mi cuenta',
  signOut: 'Salir',
  signedInAs: 'Sesión iniciada como',
  skip: 'Ir al contenido',
  stillSignedIn: (why) => `Tu sesión sigue abierta. ${why}`,
  language: 'Idioma',
  languageLater: 'Se aplica al abrir la página con conexión.',
  online: 'En línea',
  offline: 'Sin conexión',
};

export const states: typeof en.states = {
  loading: 'Cargando',
  youAreOffline: 'No tienes conexión.',
  tryAgain: 'Intentar de nuevo',
  unreachable: 'No se puede acceder al servicio. Comprueba la conexión.',
  wrongAnswer: 'El servicio no responde como debería.',
};

export const times: typeof en.times = {
  withOwn: (there, here) => `${there} (tu hora: ${here})`,
  timesOf: (zone) => `Horas en ${zone}.`,
};

export const reasons: typeof en.reasons = {
  INVALID_TOKEN: 'Código desconocido',
  NOT_ACCEPTED: 'No admitido',
  TOO_EARLY: 'Demasiado pronto',
  TOO_LATE: 'Demasiado tarde',
  NO_TEAM: 'Sin equipo',
};

export const fields: typeof en.fields = {
  show: 'Mostrar',
  hide: 'Ocultar',
  typed: ' lo escrito',
  tenCharacters: 'Al menos 10 caracteres.',
  choose: 'Elegir…',
  optional: (label) => `${label} (opcional)`,
  code: 'Código',
  sixDigits: 'Seis cifras',
};

export const roles: typeof en.roles = {
  ORGANIZER: 'Organización',
  MENTOR: 'Mentor/a',
  JUDGE: 'Jurado',
  PARTICIPANT: 'Participante',
};
