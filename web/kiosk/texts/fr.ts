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
  clockIsOff: (minutes, isBehind) =>
    `L’horloge de cet appareil ${isBehind ? 'retarde' : 'avance'} de ${number(minutes)} min. Les scans sont tout de même enregistrés à la bonne heure.`,
};

export const choosing: typeof en.choosing = {
  title: 'Où se trouve cette borne ?',
  noPoint:
    'Il n’y a pas encore de point d’accueil. Ajoutez-en un dans le desk ; il apparaît ici en moins d’une minute.',
  lookAgain: 'Vérifier de nouveau',
  stayAt: (point) => `Annuler : rester à ${point}`,
  another: 'Un autre point d’accueil',
  isOpen: 'Ouvert',
  opens: (at) => `Ouverture : ${at}`,
  closed: 'Fermé',
  uses: {
    attendance: 'Accueil',
    doorkeeper: 'Remise des badges',
    milestone: 'Contrôle des rendus',
    meal: 'Repas',
    item: 'Distribution',
  },
};

export const ended: typeof en.ended = {
  title: 'Cette borne a été déconnectée',
  nothingKept: 'L’équipe d’organisation l’a déconnectée, ou son temps est écoulé. Plus rien n’est gardé ici.',
  notSent: (n, shown) => [
    'L’équipe d’organisation l’a déconnectée, ou son temps est écoulé, et ',
    shown,
    plural(n, ' scan n’a pas été envoyé. Enregistrez-le', ' scans n’ont pas été envoyés. Enregistrez-les'),
    ' et donnez le fichier à l’équipe d’organisation, ou associez de nouveau cette borne et elle ',
    plural(n, 'l’enverra.', 'les enverra.'),
  ],
  save: 'Enregistrer dans un fichier',
  wipe: 'J’ai le fichier : vider cette borne',
};

export const cameraView: typeof en.cameraView = {
  label: 'Caméra',
  light: 'Lampe',
  numbered: (n) => `Caméra ${n}`,
  states: {
    starting: 'Démarrage de la caméra…',
    on: 'Présentez le code devant la caméra.',
    refused:
      'La caméra n’a pas été autorisée. Autorisez-la dans les réglages de cette page, ou utilisez une douchette ou le clavier.',
    missing: 'Il n’y a pas de caméra. Utilisez une douchette ou le clavier.',
  },
};

export const settings: typeof en.settings = {
  title: 'Réglages',
  camera: 'Caméra',
  usualCamera: 'Caméra arrière',
  hideNames: 'Masquer les noms',
  lock: 'Verrouiller',
  unlock: 'Déverrouiller',
  pin: 'Code PIN',
  pinHint: 'L’équipe d’organisation l’a choisi en associant cette borne.',
  wrongPin: 'Ce n’est pas le code PIN de cette borne.',
};

export const search: typeof en.search = {
  title: 'Rechercher par nom',
  name: 'Nom',
  hint: 'Pour les personnes sans leur code.',
  hintOfDesk: 'Pour les personnes sans leur code. Le desk les enregistre à la main.',
  nobody: 'Personne de ce nom n’est sur la liste. Envoyez la personne au desk.',
  onTheList: 'Sur la liste. Envoyez la personne au desk.',
  checkIn: 'Enregistrer l’arrivée',
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
  latest: (n) => `Derniers (${number(n)})`,
  nothing: 'Rien n’a encore été scanné.',
  lookInto: (n) => `À vérifier (${number(n)})`,
  nothingShown: 'Rien n’a été affiché',
  butIs: 'mais en fait',
  done: 'C’est fait',
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
