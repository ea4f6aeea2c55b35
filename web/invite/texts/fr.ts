/** Texts of the page that accepts an invitation, in French. */
import type * as en from './en.ts';

export const invite: typeof en.invite = {
  title: 'Invitation',
  youAre: 'Vous avez une invitation',
  invitedTo: (hackathon, event) => `Invitation à ${event ? `${event}, ` : ''}${hackathon}`,
  by: (names, role) => `De la part de ${names}${role ? `, ${role}` : ''}`,
  roles: {
    MENTOR: 'comme mentor',
    JUDGE: 'comme membre du jury',
    TECH_PARTNER: 'comme partenaire technique',
    PARTNER: 'comme partenaire',
  },
  goOn: 'Continuer',
  signIn: 'Se connecter',
  isOld: 'Ce lien ne fonctionne plus. Si vous avez déjà accepté, votre place est assurée.',
  isUsed: 'Ce lien vient d’être utilisé. Si c’était vous, votre place est assurée.',
  youAreIn: (hackathon) => `Vous en êtes : ${hackathon}`,
  isAccepted: 'L’invitation est acceptée et vous êtes connecté.',
  showTicket: 'Voir mon billet',
  judge: 'Voir le jury',
  isForOther: (you, invited) =>
    `Vous êtes connecté en tant que ${you}. Cette invitation est pour ${invited} : en l’acceptant, vous vous connectez avec ce compte.`,
  youAreSignedIn: (name, email) => `Vous êtes connecté en tant que ${name} (${email}).`,
  accept: 'Accepter l’invitation',
  hasAccount: 'Vous avez un compte : connectez-vous pour accepter.',
  email: 'Adresse e-mail',
  yourPassword: 'Votre mot de passe',
  signInAndAccept: 'Se connecter et accepter',
  newPassword: 'Choisir un nouveau mot de passe',
  sayWho: (isTicket) => `Choisissez un mot de passe, et ${isTicket ? 'votre billet' : 'votre compte'} est prêt.`,
  name: 'Nom',
  password: 'Mot de passe',
};

export const refusals: typeof en.refusals = {
  PASSWORD_REQUIRED: 'Vous avez déjà un compte. Saisissez son mot de passe.',
  INVALID_CREDENTIALS: 'Ce n’est pas le mot de passe de votre compte.',
  PERMISSION_DENIED: 'Cette invitation est pour quelqu’un d’autre. Déconnectez-vous et rouvrez le lien.',
  RATE_LIMITED: 'C’était trop souvent. Réessayez plus tard.',
  MAX_PARTICIPANTS_REACHED:
    'Le hackathon est complet pour le moment. Gardez le lien : il fonctionne dès qu’une place se libère.',
};
