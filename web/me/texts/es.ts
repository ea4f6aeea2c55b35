/** Texts of a person's tickets, in Spanish. */
import type * as en from './en.ts';

export const me: typeof en.me = {
  title: 'Mis entradas',
  myHackathons: 'Mis hackathons',
  loading: 'Cargando tus entradas',
  isOffline: (when) => `Sin conexión. Así estaba todo: ${when}; los códigos funcionan.`,
  seeHackathons: 'Ver hackathons',
  noTicket: 'Aún no tienes ninguna entrada.',
  takePart: 'Participa en un hackathon y verás aquí cómo va. Las invitaciones llegan por correo.',
  myAccount: 'Mi cuenta',
  invited: 'Tienes una invitación a un equipo',
  join: 'Unirme al equipo',
  notNow: 'Ahora no',
};

export const statuses: en.Statuses = {
  accepted: ['✓ Tienes plaza', 'Muestra tu código en la entrada.'],
  pending: ['… Solicitud enviada', 'El equipo organizador aún no ha decidido. No tienes que hacer nada.'],
  waitlisted: ['… Lista de espera', 'Te escribiremos si queda una plaza libre.'],
  rejected: ['✕ Esta vez no', 'El equipo organizador no ha podido ofrecerte una plaza.'],
  cancelled: ['✕ Cancelada', 'Has renunciado a esta plaza.'],
};

export const ticket: typeof en.ticket = {
  answers: 'Mis respuestas',
  code: 'El código QR de tu entrada',
  show: 'El código QR de tu entrada. Mostrarlo en grande',
  calendar: 'Añadir a mi calendario',
  directions: 'Cómo llegar',
  now: 'Ahora',
  over: 'Terminado',
  soon: 'A punto de empezar',
  toGo: (time) => `Empieza en ${time}`,
};

export const refusals: typeof en.refusals = {
  isOffline: 'No tienes conexión. Inténtalo de nuevo cuando vuelva la red.',
  TEAM_FULL: 'El equipo está completo.',
  ALREADY_IN_TEAM: 'Ya estás en un equipo de este hackathon. Sal de él primero.',
  NOT_ACCEPTED_ON_TRACK: 'Primero necesitas una plaza en el track de este equipo.',
  NOT_ACCEPTED: 'Mientras tanto, tu plaza ha pasado a la lista de espera.',
};
