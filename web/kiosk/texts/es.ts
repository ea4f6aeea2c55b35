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
  clockIsOff: (minutes, isBehind) =>
    `El reloj de este dispositivo va ${number(minutes)} min ${isBehind ? 'atrasado' : 'adelantado'}. Aun así, los escaneos se registran con la hora correcta.`,
};

export const choosing: typeof en.choosing = {
  title: '¿Dónde está este quiosco?',
  noPoint: 'Todavía no hay ningún punto de acreditación. Añade uno en el desk; aparecerá aquí en menos de un minuto.',
  lookAgain: 'Mirar de nuevo',
  stayAt: (point) => `Cancelar: seguir en ${point}`,
  another: 'Otro punto de acreditación',
  isOpen: 'Abierto ahora',
  opens: (at) => `Abre: ${at}`,
  closed: 'Cerrado',
  uses: {
    attendance: 'Acreditación',
    doorkeeper: 'Recogida de badges',
    milestone: 'Control de entregas',
    meal: 'Comida',
    item: 'Reparto',
  },
};

export const ended: typeof en.ended = {
  title: 'Este quiosco se ha desconectado',
  nothingKept: 'El equipo organizador lo ha desconectado o se ha acabado su tiempo. Aquí ya no queda nada guardado.',
  notSent: (n, shown) => [
    'El equipo organizador lo ha desconectado o se ha acabado su tiempo, y ',
    shown,
    plural(n, ' escaneo no se ha enviado. Guárdalo', ' escaneos no se han enviado. Guárdalos'),
    ' y da el archivo al equipo organizador, o vincula de nuevo este quiosco y ',
    plural(n, 'lo enviará.', 'los enviará.'),
  ],
  save: 'Guardar en un archivo',
  wipe: 'Tengo el archivo: vaciar el quiosco',
};

export const cameraView: typeof en.cameraView = {
  label: 'Cámara',
  light: 'Luz',
  numbered: (n) => `Cámara ${n}`,
  states: {
    starting: 'Encendiendo la cámara…',
    on: 'Pon el código delante de la cámara.',
    refused:
      'No se ha permitido la cámara. Permítela en los ajustes de esta página, o usa un lector de mano o el teclado.',
    missing: 'No hay cámara. Usa un lector de mano o el teclado.',
  },
};

export const settings: typeof en.settings = {
  title: 'Ajustes',
  camera: 'Cámara',
  usualCamera: 'Cámara trasera',
  hideNames: 'Ocultar los nombres',
  lock: 'Bloquear',
  unlock: 'Desbloquear',
  pin: 'PIN',
  pinHint: 'El equipo organizador lo eligió al vincular este quiosco.',
  wrongPin: 'Este no es el PIN de este quiosco.',
};

export const search: typeof en.search = {
  title: 'Buscar por nombre',
  name: 'Nombre',
  hint: 'Para personas sin su código.',
  hintOfDesk: 'Para personas sin su código. En el desk se las acredita a mano.',
  nobody: 'Nadie con ese nombre está en la lista. Envía a la persona al desk.',
  onTheList: 'Está en la lista. Envía a la persona al desk.',
  checkIn: 'Acreditar',
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
  latest: (n) => `Últimos (${number(n)})`,
  nothing: 'Todavía no se ha escaneado nada.',
  lookInto: (n) => `Por revisar (${number(n)})`,
  nothingShown: 'No se mostró nada',
  butIs: 'pero es',
  done: 'Hecho',
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
