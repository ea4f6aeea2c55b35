/** Texts of the parts of the kiosk that load later, in French. */
import { number, plural } from '../../../shared/intl.ts';
import type * as en from './en.ts';

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

export const lists: typeof en.lists = {
  latest: (n) => `Derniers (${number(n)})`,
  nothing: 'Rien n’a encore été scanné.',
  lookInto: (n) => `À vérifier (${number(n)})`,
  nothingShown: 'Rien n’a été affiché',
  butIs: 'mais en fait',
  done: 'C’est fait',
};
