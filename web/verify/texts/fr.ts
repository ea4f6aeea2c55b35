/** Texts of the page that confirms an address, in French. */
import type * as en from './en.ts';

export const verify: typeof en.verify = {
  title: 'Confirmer votre adresse',
  welcome: (name) => `Bienvenue, ${name}`,
  isConfirmed: 'Votre adresse e-mail est confirmée et vous êtes connecté.',
  myTickets: 'Voir mes billets',
  signIn: 'Se connecter',
  signUpAgain: 'S’inscrire à nouveau',
  password: 'Votre mot de passe',
  chosen: 'Celui que vous avez choisi à l’inscription.',
  isWrong: 'Ce n’est pas le mot de passe choisi à l’inscription.',
  confirm: 'Confirmer mon adresse',
  newPassword: 'Choisir un nouveau mot de passe',
};
