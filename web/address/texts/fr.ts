/** Texts of the page that confirms or stops the change of an address, in French. */
import type * as en from './en.ts';

export const address: typeof en.address = {
  title: 'Adresse e-mail',
  isYours: (email) => `Votre adresse est maintenant ${email}. Connectez-vous désormais avec elle.`,
  myAccount: 'Voir mon compte',
  fromNowOn: 'Votre compte aura désormais cette adresse, et vous vous connecterez avec elle.',
  confirm: 'Utiliser cette adresse',
  isOld: 'Ce lien a déjà servi ou date de plus d’une semaine.',
  isKept: (email) =>
    `Votre compte garde ${email} et toutes les sessions sont fermées. Un lien pour choisir un nouveau mot de passe est en route.`,
  another: 'Rien reçu ? Demander un autre lien',
  former: 'Votre compte garde son ancienne adresse, toutes les sessions sont fermées et le mot de passe ne vaut plus.',
  stop: 'Arrêter le changement',
};
