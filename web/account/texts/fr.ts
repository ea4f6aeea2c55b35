/** Texts of the page of one's own account, in French. */
import { number } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const account: typeof en.account = {
  title: 'Mon compte',
  myTickets: 'Mes billets',
  about: 'À propos de vous',
  name: 'Nom',
  language: 'Langue de mes pages et e-mails',
  isSaved: 'Enregistré.',
  save: 'Enregistrer',
};

export const address: typeof en.address = {
  title: 'Adresse e-mail',
  isChanged: 'Votre adresse est modifiée.',
  change: 'La modifier',
  another: 'Nouvelle adresse',
  yourPassword: 'Votre mot de passe',
  isWrong: 'Le mot de passe est incorrect.',
  changeAddress: 'Changer mon adresse',
  isOnItsWay: (email) =>
    `Un e-mail avec un code est en route vers ${email}. Tant que vous ne l’avez pas saisi, votre adresse reste la même.`,
  isNoCode: 'Ce n’est pas le code, ou il a été essayé trop souvent. Le lien de l’e-mail fonctionne aussi.',
  notNow: 'Pas maintenant',
};

export const password: typeof en.password = {
  title: 'Mot de passe',
  isChanged: 'Votre mot de passe est modifié. Partout ailleurs, vos sessions sont fermées.',
  present: 'Mot de passe actuel',
  another: 'Nouveau mot de passe',
  change: 'Changer mon mot de passe',
  forgot: 'Oublié, ou pas encore de mot de passe ?',
};

export const passkeys: typeof en.passkeys = {
  title: 'Clés d’accès',
  about: 'Connectez-vous avec votre empreinte, votre visage ou une clé au lieu du mot de passe et du code.',
  none: 'Ce navigateur n’a pas de clés d’accès.',
  nameOfNew: 'Nom de la nouvelle clé',
  mine: 'Ma clé d’accès',
  add: 'Ajouter une clé d’accès',
  since: (created, used) =>
    `Depuis : ${created} ; ${used === null ? 'jamais utilisée' : `dernière utilisation : ${used}`}`,
  change: 'La modifier',
  rename: 'Renommer',
  remove: 'Retirer',
};

export const app: typeof en.app = {
  title: 'Codes d’une application',
  about:
    'Une application sur votre téléphone crée un code pour chaque connexion : le mot de passe seul ne suffit plus.',
  setUp: 'Configurer une application',
  scan: 'Scannez ce code avec l’application ou saisissez le secret ci-dessous. Saisissez ensuite ce qu’elle affiche.',
  picture: 'Le QR code pour votre application',
  isSetUp: 'L’application est configurée. Gardez ces codes là où vous les trouverez sans votre téléphone.',
  replace: 'Chacun remplace une fois un code de l’application. Ils ne seront plus affichés.',
  kept: 'Je les ai gardés',
  asks: (left) =>
    `La connexion avec votre mot de passe demande un code de votre application. Codes de secours restants : ${number(left)}.`,
  fewLeft: 'Retirez l’application et configurez-la à nouveau pour obtenir de nouveaux codes de secours.',
  removeIt: 'La retirer',
  remove: 'Retirer l’application',
  signInAgain: 'Déconnectez-vous ici et reconnectez-vous avec un code.',
};

export const sessions: typeof en.sessions = {
  title: 'Où vous êtes connecté',
  unknownProgram: 'Un programme inconnu',
  unknown: 'inconnu',
  thisOne: 'Celle-ci',
  since: (created, seen) => `Depuis : ${created} ; dernière activité : ${seen}`,
  signOut: 'Se déconnecter ici',
  end: 'La fermer',
};

export const data: typeof en.data = {
  title: 'Vos données',
  about: 'Tout ce qui est enregistré sur vous, dans une archive zip avec vos fichiers.',
  file: 'mes-donnees.zip',
  download: 'Télécharger mes données',
  due: (after) =>
    `Votre compte sera effacé après le : ${after}. Jusque-là, le lien de l’e-mail que vous avez reçu permet de le garder.`,
  erase: 'Effacer mon compte',
  whatGoes:
    'Au bout de 14 jours, tout ce qui vous concerne est effacé, partout : votre nom, vos réponses, vos fichiers, vos billets. Les résultats de vos équipes restent, sans votre nom. Jusque-là, un lien dans un e-mail permet d’y renoncer.',
  byPasskey: 'Effacer mon compte avec une clé d’accès',
};
