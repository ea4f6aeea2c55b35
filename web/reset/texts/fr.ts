/** Texts of the page to choose a new password on, in French. */
import type * as en from './en.ts';

export const reset: typeof en.reset = {
  title: 'Nouveau mot de passe',
  isOnItsWay: 'Si cette adresse a un compte, un lien est en route.',
  back: 'Retour à la connexion',
  address: 'Votre adresse e-mail',
  send: 'Recevoir un lien',
  isChanged: (isSignedIn) => `Votre mot de passe est modifié.${isSignedIn ? ' Vous êtes connecté.' : ''}`,
  signIn: 'Se connecter',
  sendNew: 'Recevoir un nouveau lien',
  password: 'Votre nouveau mot de passe',
  change: 'Changer mon mot de passe',
};
