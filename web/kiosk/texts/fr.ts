/** Texts of the kiosk, in French. */
import { number, plural } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const page: typeof en.page = {
  title: 'Accueil',
  needsHttps:
    'Une borne a besoin d’une adresse en https : sans elle, les navigateurs ne donnent accès ni à la caméra ni à un stockage sûr.',
  keepsNothing:
    'Ce navigateur ne garde rien. Ouvrez la borne dans une fenêtre qui n’est pas privée, et libérez de l’espace.',
  isPairing: 'Association de cette borne',
  pair: 'Associer cette borne',
};

export const door: typeof en.door = {
  code: 'Code',
  typeOrScan: 'Saisir un code',
  check: 'Vérifier',
  toSend: (n, shown) => [shown, plural(n, ' scan à envoyer', ' scans à envoyer')],
  came: (n) => `${number(n)} ${plural(n, 'entrée', 'entrées')}`,
  handedOut: (n) => `${number(n)} remis`,
  clockIsOff: (minutes, isBehind) =>
    `L’horloge de cet appareil ${isBehind ? 'retarde' : 'avance'} de ${number(minutes)} min. Les scans sont tout de même enregistrés à la bonne heure.`,
};

export const signs: typeof en.signs = {
  ok: 'Bienvenue',
  again: 'Déjà là',
  gate: 'Pas encore',
  refused: 'Stop',
  'offline-ok': 'Bienvenue (hors ligne)',
  'offline-unknown': 'Code inconnu (hors ligne)',
};

export const readings: typeof en.readings = {
  unknownCode: 'Code inconnu',
  notOnList: 'Pas sur la liste',
  nameHidden: 'Nom masqué',
  since: (time) => `Première fois à ${time}`,
  next: 'Suivant',
  undo: 'Annuler',
  undone: 'Annulé',
};

export const advice: typeof en.advice = {
  recorded: 'Enregistré. Vous pouvez le remettre.',
  checkedIn: 'Arrivée enregistrée. Laissez entrer.',
  before: 'Arrivée déjà enregistrée. Est-ce la même personne ?',
  verified: 'Déjà venu ici. Laissez entrer.',
  toHandIn: (team) => `${team} doit encore rendre :`,
  optional: (part) => `${part} (facultatif)`,
  opens: (at) => `Ouverture : ${at}.`,
  anotherTrack: 'un autre parcours',
  ticketIsFor: (where) => `Son billet est pour ${where}.`,
  notAccepted: (status) => `Cette personne n’a pas de place (${status}). Envoyez-la au desk.`,
  statuses: {
    pending: 'pas encore décidé',
    waitlisted: 'liste d’attente',
    rejected: 'refusée',
    cancelled: 'annulée',
  },
  notUndone: 'Il était trop tard pour annuler. L’arrivée reste enregistrée ; le desk peut l’annuler.',
  full: 'Cet appareil est plein et n’a pas pu garder le scan. Libérez de l’espace, puis scannez encore une fois.',
  notKnownOffline: 'Pas sur la liste de cette borne, et il n’y a pas de réseau. Envoyez la personne au desk.',
  scannedBefore: 'Déjà scanné ici. Est-ce la même personne ?',
  laterMilestone: 'Sur la liste. On vérifiera plus tard si l’équipe a rendu son projet.',
  laterHandOut: 'Sur la liste. Vous pouvez le remettre ; ce sera enregistré dès qu’il y aura du réseau.',
  laterIn: 'Sur la liste. Laissez entrer ; ce sera enregistré dès qu’il y aura du réseau.',
};

export const refusals: typeof en.refusals = {
  POINT_NOT_FOUND: 'Ce point d’accueil n’existe plus. Choisissez-en un autre, ou demandez à l’équipe d’organisation.',
  ORGANIZER_REQUIRED: 'Seule l’équipe d’organisation peut enregistrer à la main. Envoyez la personne au desk.',
  INVALID_TOKEN: 'Ce code est inconnu ici. Est-ce un billet de cet événement ? Envoyez la personne au desk.',
  PERMISSION_DENIED: 'Cette borne ne peut pas enregistrer d’arrivées ici. Demandez à l’équipe d’organisation.',
  SECOND_FACTOR_MISSING: 'Cette borne ne peut pas enregistrer d’arrivées ici. Demandez à l’équipe d’organisation.',
  IDEMPOTENCY_KEY_REUSED: 'Cela n’a pas pu être enregistré. Scannez encore une fois.',
  NOT_ACCEPTED: 'Cette personne n’a pas de place. Envoyez-la au desk.',
  TOO_EARLY: 'L’accueil n’a pas encore ouvert. Demandez à la personne de revenir.',
  TOO_LATE: 'L’accueil est fermé. Envoyez la personne au desk.',
  NO_TEAM: 'Pas encore d’équipe. Envoyez la personne au desk.',
  VALIDATION_FAILED: 'Cela n’a pas pu être enregistré. Envoyez la personne au desk.',
};
