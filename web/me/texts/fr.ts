/** Texts of a person's tickets, in French. */
import type * as en from './en.ts';

export const me: typeof en.me = {
  title: 'Mes billets',
  myHackathons: 'Mes hackathons',
  loading: 'Chargement de vos billets',
  isOffline: (when) => `Hors ligne. Dernier état connu : ${when} ; les codes fonctionnent.`,
  seeHackathons: 'Voir les hackathons',
  noTicket: 'Pas encore de billet.',
  takePart: 'Postulez à un hackathon et vous verrez ici où cela en est. Les invitations arrivent par e-mail.',
  myAccount: 'Mon compte',
  invited: 'Vous avez une invitation dans une équipe',
  join: 'Rejoindre l’équipe',
  notNow: 'Pas maintenant',
};

export const statuses: en.Statuses = {
  accepted: ['✓ Vous en êtes', 'Montrez votre code à l’entrée.'],
  pending: ['… Candidature envoyée', 'L’équipe d’organisation n’a pas encore décidé. Rien à faire.'],
  waitlisted: ['… Liste d’attente', 'Nous vous écrirons si une place se libère.'],
  rejected: ['✕ Pas cette fois', 'L’équipe d’organisation n’a pas pu vous offrir de place.'],
  cancelled: ['✕ Annulée', 'Vous avez renoncé à cette place.'],
};

export const ticket: typeof en.ticket = {
  answers: 'Mes réponses',
  code: 'Le QR code de votre billet',
  show: 'Le QR code de votre billet. L’afficher en grand',
  calendar: 'Ajouter à mon agenda',
  directions: 'Itinéraire',
  now: 'Maintenant',
  over: 'Terminé',
  soon: 'Début imminent',
  toGo: (time) => `Encore ${time}`,
};

export const refusals: typeof en.refusals = {
  isOffline: 'Vous êtes hors ligne. Réessayez quand le réseau reviendra.',
  TEAM_FULL: 'L’équipe est complète.',
  ALREADY_IN_TEAM: 'Vous êtes déjà dans une équipe de ce hackathon. Quittez-la d’abord.',
  NOT_ACCEPTED_ON_TRACK: 'Il vous faut d’abord une place dans le parcours de cette équipe.',
  NOT_ACCEPTED: 'Entre-temps, votre place est passée sur la liste d’attente.',
};
