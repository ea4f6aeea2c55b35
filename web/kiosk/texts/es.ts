/** Texts of the kiosk, in Spanish. */
import { number, plural } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const page: typeof en.page = {
  title: 'Acreditación',
  needsHttps:
    'Un quiosco necesita una dirección con https: sin ella, los navegadores no dan acceso ni a la cámara ni a un almacenamiento seguro.',
  keepsNothing: 'Este navegador no guarda nada. Abre el quiosco en una ventana que no sea privada y libera espacio.',
  isPairing: 'Vinculando este quiosco',
  pair: 'Vincular este quiosco',
};

export const door: typeof en.door = {
  code: 'Código',
  typeOrScan: 'Escribe un código',
  check: 'Comprobar',
  toSend: (n, shown) => [shown, plural(n, ' escaneo por enviar', ' escaneos por enviar')],
  came: (n) => `${number(n)} dentro`,
  handedOut: (n) => `${number(n)} ${plural(n, 'entregado', 'entregados')}`,
  clockIsOff: (minutes, isBehind) =>
    `El reloj de este dispositivo va ${number(minutes)} min ${isBehind ? 'atrasado' : 'adelantado'}. Aun así, los escaneos se registran con la hora correcta.`,
};

export const signs: typeof en.signs = {
  ok: 'Hola',
  again: 'Ya está aquí',
  gate: 'Todavía no',
  refused: 'Alto',
  'offline-ok': 'Hola (sin conexión)',
  'offline-unknown': 'Código desconocido (sin conexión)',
};

export const readings: typeof en.readings = {
  unknownCode: 'Código desconocido',
  notOnList: 'No está en la lista',
  nameHidden: 'Nombre oculto',
  since: (time) => `Primera vez: ${time}`,
  next: 'Siguiente',
  undo: 'Deshacer',
  undone: 'Deshecho',
};

export const advice: typeof en.advice = {
  recorded: 'Registrado. Puedes entregarlo.',
  checkedIn: 'Acreditación hecha. Puede entrar.',
  before: 'Ya se había acreditado. ¿Es la misma persona?',
  verified: 'Ya había estado aquí. Puede entrar.',
  toHandIn: (team) => `${team} todavía tiene que entregar:`,
  optional: (part) => `${part} (opcional)`,
  opens: (at) => `Abre el ${at}.`,
  anotherTrack: 'otro track',
  ticketIsFor: (where) => `Su entrada es para ${where}.`,
  notAccepted: (status) => `Esta persona no tiene plaza (${status}). Envíala al desk.`,
  statuses: {
    pending: 'sin decidir',
    waitlisted: 'lista de espera',
    rejected: 'rechazada',
    cancelled: 'cancelada',
  },
  notUndone: 'Era demasiado tarde para deshacerlo. La acreditación se mantiene; en el desk se puede anular.',
  full: 'Este dispositivo está lleno y no ha podido guardar el escaneo. Libera espacio y escanea otra vez.',
  notKnownOffline: 'No está en la lista de este quiosco y no hay red. Envía a la persona al desk.',
  scannedBefore: 'Ya se había escaneado aquí. ¿Es la misma persona?',
  laterMilestone: 'Está en la lista. Más tarde se comprobará si su equipo ha entregado.',
  laterHandOut: 'Está en la lista. Puedes entregarlo; se registrará en cuanto haya red.',
  laterIn: 'Está en la lista. Puede entrar; se registrará en cuanto haya red.',
};

export const refusals: typeof en.refusals = {
  POINT_NOT_FOUND: 'Este punto de acreditación ya no existe. Elige otro o pregunta al equipo organizador.',
  ORGANIZER_REQUIRED: 'Solo el equipo organizador puede acreditar a mano. Envía a la persona al desk.',
  INVALID_TOKEN: 'Aquí no se conoce este código. ¿Es una entrada de este evento? Envía a la persona al desk.',
  PERMISSION_DENIED: 'Este quiosco no puede acreditar aquí. Pregunta al equipo organizador.',
  SECOND_FACTOR_MISSING: 'Este quiosco no puede acreditar aquí. Pregunta al equipo organizador.',
  IDEMPOTENCY_KEY_REUSED: 'No se ha podido registrar. Escanea otra vez.',
  NOT_ACCEPTED: 'Esta persona no tiene plaza. Envíala al desk.',
  TOO_EARLY: 'La acreditación todavía no ha abierto. Pídele que vuelva más tarde.',
  TOO_LATE: 'La acreditación está cerrada. Envía a la persona al desk.',
  NO_TEAM: 'Todavía no tiene equipo. Envía a la persona al desk.',
  VALIDATION_FAILED: 'No se ha podido registrar. Envía a la persona al desk.',
};
