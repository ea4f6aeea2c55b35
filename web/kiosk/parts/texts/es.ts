/** Texts of the parts of the kiosk that load later, in Spanish. */
import { number, plural } from '../../../shared/intl.ts';
import type * as en from './en.ts';

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

export const lists: typeof en.lists = {
  latest: (n) => `Últimos (${number(n)})`,
  nothing: 'Todavía no se ha escaneado nada.',
  lookInto: (n) => `Por revisar (${number(n)})`,
  nothingShown: 'No se mostró nada',
  butIs: 'pero es',
  done: 'Hecho',
};
