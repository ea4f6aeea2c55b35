/** Texts of an application that is on its way or has arrived, in French. */
import type * as en from './en.ts';

export const after: typeof en.after = {
  almost: (hackathon) => `Presque fini : ${hackathon}`,
  back: 'Retour au formulaire',
  isConfirmed: 'Déjà confirmée ? Se connecter',
  applying: (hackathon) => `Candidature à ${hackathon}`,
  sending: 'Envoi de votre candidature',
  isOffline:
    'Vous êtes hors ligne. Votre candidature est gardée sur cet appareil et sera envoyée quand le réseau reviendra.',
  triesAgain: 'Un nouvel essai se fait tout seul.',
  smallerFiles: ' Si le réseau est lent, des fichiers plus petits passent plus vite.',
  hasApplied: (hackathon) => `Vous avez postulé à ${hackathon}`,
  hadApplied: (hackathon) => `Vous avez déjà postulé à ${hackathon}.`,
  decide: (email) =>
    `L’équipe d’organisation décide, et un e-mail ${email === undefined ? 'vous sera envoyé' : `sera envoyé à ${email}`}. D’ici là, vous pouvez modifier vos réponses.`,
  see: 'Voir ma candidature',
};
