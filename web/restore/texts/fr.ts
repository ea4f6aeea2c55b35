/** Texts of the page that keeps an account, in French. */
import type * as en from './en.ts';

export const restore: typeof en.restore = {
  title: 'Garder mon compte',
  isOld: 'Ce lien a déjà servi, a été remplacé par un plus récent, ou le compte est effacé.',
  isKept: (email) => `Le compte de ${email} est gardé. Rien n’en a été effacé.`,
  myAccount: 'Voir mon compte',
  mayStay: 'Votre compte doit être effacé. Vous pouvez le garder, avec tout ce qu’il contient.',
};
