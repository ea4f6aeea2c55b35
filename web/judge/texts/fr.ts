/** Texts of the page to judge, in French. */
import { listed, number, plural } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const judge: typeof en.judge = {
  title: 'Vos équipes',
  keepsNothing:
    'Cet appareil ne garde rien, comme dans une fenêtre privée. Attendez que vos notes soient enregistrées avant de fermer la page, sinon elles sont perdues.',
  offline: 'Hors ligne. Continuez : votre saisie est gardée ici et envoyée au retour du réseau.',
  isFetching: 'Chargement de vos équipes',
  lookAgain: 'Vérifier de nouveau',
  noTeam: 'Vous n’avez pas encore d’équipe à évaluer. Dès que l’organisation vous en attribue, elles s’affichent ici.',
};

export const list: typeof en.list = {
  handedIn: 'Rendu',
  waits: 'Attend le réseau',
  ready: 'Prêt à rendre',
  progress: (done, all, of) => [of(`${number(done)} sur ${number(all)}`), plural(done, ' rendue', ' rendues')],
  progressBar: 'Évaluations rendues',
  allDone: (all) => plural(all, 'Évaluation rendue. Merci !', `Les ${number(all)} évaluations sont rendues. Merci !`),
  start: (team) => `Commencer par ${team} →`,
  goOn: (team) => `Continuer : ${team} →`,
  scored: (given, all) => `${number(given)} sur ${number(all)} ${plural(given, 'noté', 'notés')}`,
};

export const team: typeof en.team = {
  place: (n, all) => `${number(n)} sur ${number(all)}`,
  table: (name) => ['Table ', name],
  forPrize: (prize) => `Pour le prix ${prize}`,
  isDone: 'Évaluation rendue. Seule l’équipe d’organisation peut la rouvrir.',
  noCriteria: 'L’équipe d’organisation n’a pas encore dit selon quels critères les équipes sont évaluées.',
  handedIn: '✓ Rendu.',
  teams: 'Équipes',
  all: 'Toutes les équipes',
  previous: 'Précédente',
  next: 'Suivante',
  goOn: (next) => `Suivante : ${next} →`,
  goBack: 'Toutes les équipes →',
};

export const saved: typeof en.saved = {
  refused: (why) => `Pas enregistré : ${why}`,
  waits: 'Gardé sur cet appareil. Ce sera envoyé au retour du réseau.',
  isSaving: 'Enregistrement',
  soon: 'Enregistrement imminent',
  words: 'Gardé sur cet appareil. Donnez une note pour envoyer votre commentaire.',
  done: 'Enregistré',
  empty: 'Pas encore de notes',
};

export const project: typeof en.project = {
  label: 'Projet',
  none: 'Cette équipe n’a pas encore rendu de projet.',
  video: 'Vidéo',
  links: 'Liens',
  builtWith: 'Réalisé avec',
  handedIn: (at) => `Rendu : ${at}`,
  late: (at, seconds) =>
    `Rendu : ${at} ; dernière modification ${number(seconds)} ${plural(seconds, 'seconde', 'secondes')} après l’échéance`,
  yes: 'Oui',
  no: 'Non',
};

export const scores: typeof en.scores = {
  words: (criterion) => `Ajouter des remarques sur ${criterion}`,
  comment: 'Commentaire pour l’équipe d’organisation',
  feedback: 'Retour pour l’équipe',
  lower: (criterion) => `Baisser ${criterion}`,
  raise: (criterion) => `Augmenter ${criterion}`,
  field: (criterion, min, max) => `Note pour ${criterion}, de ${number(min)} à ${number(max)}`,
  slider: (criterion) => `Note pour ${criterion}, avec un curseur`,
  none: 'Pas encore de note',
  wrong: (min, max, step) => `De ${number(min)} à ${number(max)} par pas de ${number(step)}.`,
};

export const handIn: typeof en.handIn = {
  isDone: (team) => `L’évaluation de ${team} est rendue.`,
  isUnderWay: (team) => `L’évaluation de ${team} est en cours d’envoi.`,
  waits: (team) => `L’évaluation de ${team} sera rendue au retour du réseau.`,
  backTo: (team) => `Revenir à ${team}`,
  failed: (team, why) => `L’évaluation de ${team} n’est pas rendue. ${why}`,
  otherScale: (criteria) => `L’échelle a changé : notez de nouveau ${listed(criteria)}.`,
  undo: 'Annuler',
  handIn: 'Rendre',
  handInThen: (next) => `Rendre, suivante : ${next} →`,
  missing: 'Il manque des notes',
  back: 'Retour',
};

export const declining: typeof en.declining = {
  know: 'Je connais cette équipe',
  ask: (team) => `Refuser ${team} ?`,
  why: 'Si vous connaissez trop bien une équipe. Une autre personne l’évalue alors ; les notes que vous lui avez données sont effacées.',
  reason: 'Raison, pour l’équipe d’organisation',
  sayWhy: 'Dites pourquoi, en quelques mots.',
  decline: 'Refuser',
  keep: 'Garder l’équipe',
  close: 'Fermer',
  declined: 'Refusées',
  isTelling: '… L’organisation est prévenue',
  waits: '… Attend le réseau',
  takeBack: 'Annuler',
  aTeam: 'Une équipe',
  done: (team) => `${team} n’est plus dans votre liste. L’équipe d’organisation voit pourquoi.`,
  handedIn: (team) =>
    `${team} n’a pas pu être refusée : l’évaluation est déjà rendue. Parlez à l’équipe d’organisation.`,
  failed: (team, why) => `${team} n’a pas pu être refusée : ${why}`,
};
