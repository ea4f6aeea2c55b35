/** Texts of the parts of tickets that load later, in Spanish. */
import { counted, number, plural } from '../../../shared/intl.ts';
import type * as en from './en.ts';

export const answers: typeof en.answers = {
  loading: 'Cargando tus respuestas',
  onTrack: (track) => `En ${track}`,
  noneGiven: 'Sin respuestas.',
  noneAsked: 'No se preguntó nada.',
  change: 'Cambiar mis respuestas',
  isSaving: 'Guardando…',
  save: 'Guardar',
  leave: 'Dejarlo como estaba',
  isOffline: 'No tienes conexión. Tus cambios siguen aquí: guárdalos cuando vuelva la red.',
  isDecided: 'El equipo organizador ya ha decidido: las respuestas se quedan como están.',
  look: 'Revisa las respuestas marcadas arriba, por favor.',
  former: 'Una pregunta anterior',
  yes: 'Sí',
  no: 'No',
};

export const place: typeof en.place = {
  isConfirmed: '✓ Has confirmado que vendrás.',
  hasLapsed:
    'No confirmaste a tiempo tu plaza, así que puede pasar a otra persona. Si aún quieres venir, escribe al equipo organizador: puede darte una plaza de nuevo.',
  willYouCome: '¿Vendrás?',
  confirmBefore: (when) =>
    ` Confirma tu plaza o renuncia a ella antes de: ${when}. Después puede pasar a otra persona.`,
  confirm: 'Sí, vendré',
  giveUp: 'Renunciar a mi plaza',
  giveUpQuestion: (hackathon) => `¿Renunciar a tu plaza en ${hackathon}?`,
  giveUpMeans: 'Tu plaza pasa a otra persona y sales de tu equipo. No se puede deshacer.',
  leaveTrack: 'Dejar este track',
  leaveQuestion: (track) => `¿Dejar ${track}?`,
  leaveMeans: 'Sales de tu equipo en él. Tus otros tracks se mantienen.',
  keep: 'Conservar mi plaza',
};

export const finding: typeof en.finding = {
  title: 'Equipo',
  noTeam: 'Aún no estás en ningún equipo. Crea uno, únete a uno abierto o abre un enlace que alguien te envíe.',
  start: 'Crear un equipo',
  open: 'Equipos abiertos',
  placesLeft: (n) => `${plural(n, 'queda', 'quedan')} ${counted(n, 'plaza', 'plazas')}`,
  join: 'Unirme',
  joinTeam: (name) => `Unirme a ${name}`,
  looking: (n) => plural(n, 'Una persona busca equipo', `${number(n)} personas buscan equipo`),
  name: 'Nombre',
  problem: 'Qué queréis resolver (opcional)',
  isOpen: 'Otras personas pueden unirse sin enlace',
  isLooking: 'Mostrar a otras personas que busco equipo',
  byCode: 'Tengo un código',
  code: 'El código de la invitación',
  byOrganizers: 'El equipo organizador forma los equipos. El tuyo aparecerá aquí en cuanto estés en uno.',
  found: 'Crear el equipo',
};

export const team: typeof en.team = {
  title: (name) => `Equipo ${name}`,
  table: (name) => ['Mesa ', name],
  isLocked: (since) => `Los equipos están cerrados (${since}). Ahora solo los cambia el equipo organizador.`,
  won: (prizes) => `Ganado: ${prizes}`,
  change: 'Cambiar nombre y problema',
  isFull: 'El equipo está completo.',
  placesLeft: (n) => `${plural(n, 'Queda', 'Quedan')} ${counted(n, 'plaza', 'plazas')}.`,
  newLink: 'Crear otro enlace',
  invite: 'Invitar con un enlace',
  send: 'Envía este enlace a quien quieras en tu equipo:',
  goodUntil: (when) => `Válido hasta: ${when}. Un enlace nuevo sustituye a este.`,
  orCode: (code) => ['O el código: ', code],
  share: 'Compartir el enlace…',
  isCopied: '✓ Copiado',
  copy: 'Copiar el enlace',
  leave: 'Salir del equipo',
  leaveQuestion: (name) => `¿Salir de ${name}?`,
  othersStay: 'Tu plaza en él quedará libre.',
  isLast: 'Eres la última persona del equipo: desaparecerá.',
  stay: 'Quedarme',
  leaveIt: 'Salir',
  whoLeads: '¿Quién lo dirige después?',
  left: 'Alguien que ya no está',
  leads: 'dirige el equipo',
  makeLeader: 'Ceder la dirección',
  makeNamedLeader: (name) => `Ceder la dirección: ${name}`,
  leadQuestion: (name) => `¿Ceder la dirección a ${name}?`,
  leadMeans: (name) => `Solo ${name} podrá devolvértela.`,
  remove: 'Quitar',
  removeNamed: (name) => `Quitar a ${name}`,
  removeQuestion: (name) => `¿Quitar a ${name} del equipo?`,
  removeMeans: 'Su plaza queda libre y el enlace al equipo deja de valer.',
  cancel: 'Cancelar',
};

export const project: typeof en.project = {
  of: (team) => `Proyecto de ${team}`,
  title: 'Proyecto',
  closesSoon: (when) => `Queda menos de un minuto: la entrega se cierra a las ${when}.`,
  handInUntil: (when) => (when === null ? 'Entrégalo cuando quieras.' : `Entrégalo antes de: ${when}.`),
  changeUntil: (when) => `Entregado. Puedes cambiarlo ${when === null ? 'cuando quieras' : `hasta: ${when}`}.`,
  wasLate: (seconds) => `Llegó ${counted(seconds, 'segundo', 'segundos')} tarde, y cuenta.`,
  hasClosed: (when, isHandedIn) =>
    `La entrega se cerró: ${when}. ${isHandedIn ? 'El vuestro está entregado.' : 'No se entregó nada.'}`,
  name: 'Título',
  description: 'Qué hace (opcional)',
  links: 'Enlaces (opcional), uno por línea',
  video: 'Vídeo (opcional)',
  videoHint: 'Su dirección, por ejemplo https://…',
  builtWith: 'Hecho con (opcional)',
  builtWithHint: 'Separado por comas: Rust, Postgres',
  show: 'Mostrarlo entre los proyectos del hackathon',
  isHandingIn: 'Entregando…',
  handIn: 'Entregar',
  refused: (why) => `✕ No aceptado: ${why}`,
  isSaved: '✓ Guardado',
  isSaving: '… Guardando',
  keepsNothing: '! Este dispositivo no guarda nada: deja la página abierta hasta que se guarde.',
  doesNotCount: '□ Guardado en este dispositivo. No cuenta hasta que lo entregues.',
  isSentSoon: '□ Guardado en este dispositivo; se envía enseguida.',
  isSentLater: '□ Guardado en este dispositivo; se enviará cuando vuelva la red.',
  prizes: 'Premios a los que os presentáis (opcional)',
  all: 'Proyectos de todos los equipos',
};

export const code: typeof en.code = {
  label: 'El código QR de tu entrada',
  close: 'Cerrar',
};

export const result: typeof en.result = {
  rank: (n, all) => `${number(n)}.º puesto${all === undefined ? '' : ` de ${number(all)}`}`,
  score: (score, best) => (best === undefined ? score : `${score} de ${number(best)}`),
  explanation: 'Cómo se calculó tu puntuación',
};
