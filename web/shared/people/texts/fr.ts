/** Texts that the pages of participants share, in French. */
import type * as en from './en.ts';

export const codes: typeof en.codes = {
  wrongFactor: 'Ce n’est pas le code, ou il a déjà servi. Attendez le suivant.',
  wrong: 'Ce n’est pas le code, ou il a été essayé trop souvent. Le lien de l’e-mail fonctionne encore.',
  spent:
    'Ce n’est pas le code, ou votre adresse a été confirmée avant la coupure du réseau. Dans ce cas, connectez-vous.',
  isOnItsWay: (email) => `Un e-mail avec un code à six chiffres est en route vers ${email}.`,
  linkWorksToo: 'Le lien de l’e-mail fonctionne aussi. Rien reçu ? Regardez dans les indésirables.',
  last: 'Le code est valable 30 minutes, le lien une heure.',
  again: 'Renvoyer',
  isSentAgain: 'Envoyé à nouveau.',
  confirm: 'Confirmer',
};

export const gallery: typeof en.gallery = {
  closed: 'Il n’y a pas de projets à voir ici',
  why: 'L’adresse est peut-être mal saisie, ou l’équipe d’organisation ne montre les projets qu’aux personnes du hackathon.',
  seeHackathons: 'Voir les hackathons',
  signIn: 'Se connecter',
};

export const links: typeof en.links = {
  incomplete: 'Ce lien est incomplet. Ouvrez-le encore une fois depuis l’e-mail.',
  usedOrOlderThanHour: 'Ce lien a déjà servi ou date de plus d’une heure.',
};

export const passkeys: typeof en.passkeys = {
  use: 'Utiliser une clé d’accès',
  isHereAlready: 'Cet appareil a déjà une clé d’accès de votre compte.',
  noneWouldDo: 'Cet appareil n’a pas de clé d’accès qui convienne.',
  otherAddress: 'Les clés d’accès ne fonctionnent pas à cette adresse ; ouvrez la page à la bonne adresse.',
  unused: 'La clé d’accès n’a pas été utilisée. Réessayez.',
};

export const providers: typeof en.providers = {
  name: 'Se connecter avec un autre service',
  goOn: (label) => `Continuer avec ${label}`,
  DECLINED: 'Vous ne vous êtes pas connecté là-bas.',
  ISSUER_UNAVAILABLE:
    'L’autre service n’est pas joignable en ce moment. Connectez-vous avec votre mot de passe ou réessayez.',
  ADDRESS_UNVERIFIED:
    'L’autre service ne dit pas que votre adresse e-mail est confirmée. Confirmez-la là-bas ou inscrivez-vous ici avec un mot de passe.',
  failed: 'La connexion avec l’autre service n’a pas fonctionné. Veuillez recommencer.',
};

export const formats: typeof en.formats = { onsite: 'Sur place', online: 'En ligne', hybrid: 'Sur place et en ligne' };

export const registration: typeof en.registration = {
  opens: (when) => `Les inscriptions ouvrent : ${when}.`,
  isClosed: 'Les inscriptions sont closes.',
};

export const homes: typeof en.homes = {
  '/me': 'Voir mes billets',
  '/judge': 'Voir mes équipes',
  '/desk': 'Ouvrir le desk',
};

export const files: typeof en.files = {
  atMost: (megabytes) => `Au plus ${megabytes} Mo.`,
  remove: 'Retirer',
  theFile: (name) => ` ${name}`,
};
