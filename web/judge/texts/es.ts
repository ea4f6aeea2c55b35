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
  handedIn: '✓ Entregado',
  waits: '… Espera a la red',
  ready: '! Listo para entregar',
  notBegun: '○ Sin empezar',
  begun: '◐ Empezado',
  progress: (done, all, of) => [of(`${number(done)} de ${number(all)}`), plural(done, ' entregado', ' entregados')],
  progressBar: 'Equipos entregados',
  scored: (given, all) => `${number(given)} de ${number(all)} ${plural(all, 'criterio', 'criterios')} con puntuación`,
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
  words: 'Añadir comentarios',
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
  isDone: (team, next) => `${team} está entregado. Siguiente: ${next}.`,
  isUnderWay: (team) => `Entregando ${team}.`,
  waits: (team) => `${team} se entregará cuando vuelva la red.`,
  backTo: (team) => `Volver a ${team}`,
  failed: (team, why) => `${team} no se ha entregado. ${why}`,
  otherScale: (criteria) => `La escala ha cambiado: vuelve a puntuar ${listed(criteria)}.`,
  notYetAfterAll: 'No entregar todavía',
  handIn: 'Entregar',
  missing: 'Faltan puntuaciones',
  ask: (team) => `¿Entregar ${team}?`,
  back: 'Volver',
  warning:
    'Después no podrás cambiar las puntuaciones; el equipo organizador puede reabrirlas. Solo se te pregunta esta vez.',
  notYet: 'Todavía no',
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
  done: (team) => `Ya no evalúas a ${team}. El equipo organizador ve tu motivo y busca a otra persona.`,
  handedIn: (team) => `No se ha podido rechazar ${team}: ya está entregado. Habla con el equipo organizador.`,
  failed: (team, why) => `No se ha podido rechazar ${team}: ${why}`,
};
