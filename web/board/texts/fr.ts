/** Texts of the board, in French. */
import { number, plural } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const page: typeof en.page = {
  loading: 'Chargement',
  isPairing: 'Association de cet affichage',
  pair: 'Associer cet affichage',
  ended: 'Cet affichage a été déconnecté',
  nothingKept: 'L’équipe d’organisation l’a déconnecté, ou son temps est écoulé. Rien n’est gardé ici.',
};

export const screen: typeof en.screen = {
  live: 'En direct',
  often: 'Toutes les 5 secondes',
  numbers: 'Combien sont là',
  ofAreHere: (shown, n) => ['sur ', shown, plural(n, ' est là', ' sont là')],
  perMinute: (shown) => [shown, ' par minute'],
  share: 'Part des personnes qui sont là',
  allHere: 'Tout le monde est là.',
  nobodyComes: 'Personne n’arrive en ce moment.',
  allInBy: (time) => ['À ce rythme, tout le monde est là à ', time, '.'],
  areClosed: (shown) => ['Les portes sont fermées : ', shown, ' sont venus'],
  doors: 'Ouvert maintenant',
  noDoor: 'Aucune entrée n’est ouverte en ce moment.',
  ofExpected: (n, expected) => `${number(n)} sur ${number(expected)}`,
  refused: 'Refusés',
  nobodyRefused: 'Personne ces six dernières heures.',
  showRefused: 'Afficher les refus',
  hideRefused: 'Masquer les refus',
  latest: 'Derniers',
  nobodyCame: 'Personne n’est encore arrivé.',
  showNames: 'Afficher les noms',
  hideNames: 'Masquer les noms',
};

export const arrivals: typeof en.arrivals = {
  title: 'Arrivées',
  each: 'par tranche de cinq minutes',
  now: 'maintenant',
  none: 'Aucune arrivée',
  picture: (n, since, most) =>
    `${number(n)} ${plural(n, 'arrivée', 'arrivées')} depuis ${since}, ${number(most)} en cinq minutes au plus`,
};
