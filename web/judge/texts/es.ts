/** Texts of the page to judge, in Spanish. */
import { listed, number, plural } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const judge: typeof en.judge = {
  title: 'Tus equipos',
  keepsNothing:
    'Este dispositivo no guarda nada, como en una ventana privada. Espera a que tus puntuaciones estén guardadas antes de cerrar la página o se perderán.',
  offline: 'Sin conexión. Sigue: lo que escribas se guarda aquí y se envía cuando vuelva la red.',
  isFetching: 'Cargando tus equipos',
  lookAgain: 'Mirar de nuevo',
  noTeam: 'Todavía no tienes equipos que evaluar. Cuando el equipo organizador te los asigne, aparecerán aquí.',
};

export const list: typeof en.list = {
  handedIn: 'Entregado',
  waits: 'Espera a la red',
  ready: 'Listo para entregar',
  progress: (done, all, of) => [of(`${number(done)} de ${number(all)}`), plural(done, ' entregado', ' entregados')],
  progressBar: 'Equipos entregados',
  allDone: (all) => plural(all, 'Entregado. ¡Gracias!', `Los ${number(all)} entregados. ¡Gracias!`),
  start: (team) => `Empezar con ${team} →`,
  goOn: (team) => `Continuar: ${team} →`,
  scored: (given, all) => `${number(given)} de ${number(all)} puntuados`,
};

export const team: typeof en.team = {
  place: (n, all) => `${number(n)} de ${number(all)}`,
  table: (name) => ['Mesa ', name],
  forPrize: (prize) => `Para el premio ${prize}`,
  isDone: 'Entregado. Solo el equipo organizador puede reabrirlo.',
  noCriteria: 'El equipo organizador todavía no ha dicho con qué criterios se evalúa.',
  handedIn: '✓ Entregado.',
  teams: 'Equipos',
  all: 'Todos los equipos',
  previous: 'Anterior',
  next: 'Siguiente',
  goOn: (next) => `Siguiente: ${next} →`,
  goBack: 'Todos los equipos →',
};

export const saved: typeof en.saved = {
  refused: (why) => `No se ha guardado: ${why}`,
  waits: 'Guardado en este dispositivo. Se enviará cuando vuelva la red.',
  isSaving: 'Guardando',
  soon: 'Se guardará enseguida',
  words: 'Guardado en este dispositivo. Da una puntuación para enviar tu comentario.',
  done: 'Guardado',
  empty: 'Todavía sin puntuaciones',
};

export const project: typeof en.project = {
  label: 'Proyecto',
  none: 'Este equipo todavía no ha entregado ningún proyecto.',
  video: 'Vídeo',
  links: 'Enlaces',
  builtWith: 'Hecho con',
  handedIn: (at) => `Entregado: ${at}`,
  late: (at, seconds) =>
    `Entregado: ${at}; último cambio ${number(seconds)} ${plural(seconds, 'segundo', 'segundos')} después del plazo`,
  yes: 'Sí',
  no: 'No',
};

export const scores: typeof en.scores = {
  words: (criterion) => `Añadir comentarios sobre ${criterion}`,
  comment: 'Comentario para el equipo organizador',
  feedback: 'Comentario para el equipo',
  lower: (criterion) => `Bajar ${criterion}`,
  raise: (criterion) => `Subir ${criterion}`,
  field: (criterion, min, max) => `Puntuación de ${criterion}, de ${number(min)} a ${number(max)}`,
  slider: (criterion) => `Puntuación de ${criterion}, como control deslizante`,
  none: 'Todavía sin puntuación',
  wrong: (min, max, step) => `De ${number(min)} a ${number(max)} en pasos de ${number(step)}.`,
};

export const handIn: typeof en.handIn = {
  isDone: (team) => `${team} está entregado.`,
  isUnderWay: (team) => `Entregando ${team}.`,
  waits: (team) => `${team} se entregará cuando vuelva la red.`,
  backTo: (team) => `Volver a ${team}`,
  failed: (team, why) => `${team} no se ha entregado. ${why}`,
  otherScale: (criteria) => `La escala ha cambiado: vuelve a puntuar ${listed(criteria)}.`,
  undo: 'Deshacer',
  handIn: 'Entregar',
  handInThen: (next) => `Entregar, siguiente: ${next} →`,
  missing: 'Faltan puntuaciones',
  back: 'Volver',
};

export const declining: typeof en.declining = {
  know: 'Conozco a este equipo',
  ask: (team) => `¿Rechazar ${team}?`,
  why: 'Para cuando conoces demasiado bien a un equipo. Entonces lo evalúa otra persona y se borran las puntuaciones que le diste.',
  reason: 'Motivo, para el equipo organizador',
  sayWhy: 'Di por qué, en pocas palabras.',
  decline: 'Rechazar',
  keep: 'Conservar el equipo',
  close: 'Cerrar',
  declined: 'Rechazados',
  isTelling: '… Avisando al equipo organizador',
  waits: '… Espera a la red',
  takeBack: 'Deshacer',
  aTeam: 'Un equipo',
  done: (team) => `${team} ya no está en tu lista. El equipo organizador ve el motivo.`,
  handedIn: (team) => `No se ha podido rechazar ${team}: ya está entregado. Habla con el equipo organizador.`,
  failed: (team, why) => `No se ha podido rechazar ${team}: ${why}`,
};
