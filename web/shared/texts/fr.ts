/** Texts that all pages share, in French. */
import type * as en from './en.ts';

export const frame: typeof en.frame = {
  menu: 'Menu',
  myAccount: 'Mon compte',
  signOut: 'Déconnexion',
  signedInAs: 'Connecté en tant que',
  skip: 'Aller au contenu',
  stillSignedIn: (why) => `Vous êtes toujours connecté. ${why}`,
  language: 'Langue',
  languageLater: 'S’applique à la prochaine ouverture avec le réseau.',
  online: 'En ligne',
  offline: 'Hors ligne',
};

export const states: typeof en.states = {
  loading: 'Chargement',
  youAreOffline: 'Vous êtes hors ligne.',
  tryAgain: 'Réessayer',
  unreachable: 'Le service est injoignable. Vérifiez le réseau.',
  wrongAnswer: 'Le service ne répond pas comme il le devrait.',
};

export const times: typeof en.times = {
  withOwn: (there, here) => `${there} (chez vous : ${here})`,
  timesOf: (zone) => `Heures en ${zone}.`,
};

export const reasons: typeof en.reasons = {
  INVALID_TOKEN: 'Code inconnu',
  NOT_ACCEPTED: 'Non admis',
  TOO_EARLY: 'Trop tôt',
  TOO_LATE: 'Trop tard',
  NO_TEAM: 'Pas d’équipe',
};

export const fields: typeof en.fields = {
  show: 'Afficher',
  hide: 'Masquer',
  typed: ' la saisie',
  tenCharacters: 'Au moins 10 caractères.',
  choose: 'Choisir…',
  optional: (label) => `${label} (facultatif)`,
  code: 'Code',
  sixDigits: 'Six chiffres',
};

export const roles: typeof en.roles = {
  ORGANIZER: 'Organisation',
  MENTOR: 'Mentor',
  JUDGE: 'Jury',
  PARTICIPANT: 'Participant',
};
