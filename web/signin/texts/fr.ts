/** Texts of the pages to sign in and up on, in French. */
import type * as en from './en.ts';

export const signIn: typeof en.signIn = {
  oneMore: 'Encore une étape',
  signUp: 'S’inscrire',
  signIn: 'Se connecter',
  exists:
    'Un compte existe déjà avec votre adresse. Saisissez une fois son mot de passe ; ensuite, vous vous connecterez sans lui.',
  name: 'Nom',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  isWrong: 'Le mot de passe est incorrect.',
  forgot: 'Oublié ?',
  forgotPassword: 'Mot de passe oublié ?',
  checkEmail: 'Consultez vos e-mails',
  changeAddress: 'Changer d’adresse',
  newPassword: 'Choisir un nouveau mot de passe',
  unconfirmed: (email: string) =>
    `${email} n’est pas encore confirmée. L’e-mail reçu après l’inscription contient un code et un lien pour cela.`,
  sendAgain: 'Renvoyer le lien',
  newHere: 'Première visite ? S’inscrire',
  hasAccount: 'J’ai un compte',
};

export const secondFactor: typeof en.secondFactor = {
  asks: 'Votre compte demande aussi un code.',
  hint: 'Les six chiffres que montre votre application, ou l’un de vos codes de secours.',
  signIn: 'Se connecter',
  again: 'Se connecter à nouveau',
  tookLong: 'Cela a pris plus de dix minutes, ou c’était déjà fait.',
};
