/** Texts of the page to apply on, in French. */
import { counted, number } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const apply: typeof en.apply = {
  title: 'Postuler',
  loading: 'Chargement du hackathon',
  nothing: 'Il n’y a rien ici',
  why: 'L’adresse est peut-être mal saisie, ou le hackathon n’est plus public.',
  seeHackathons: 'Voir les hackathons',
};

export const about: typeof en.about = {
  tracks: 'Parcours',
  prizes: 'Prix',
  by: (sponsor) => ` offert par ${sponsor}`,
  projects: 'Voir les projets',
  closed: 'fermé',
  hasClosed: (when) => `Les inscriptions sont closes depuis : ${when}.`,
  isFull: 'Toutes les places sont prises. Vous pouvez quand même postuler : des places se libèrent.',
  left: (n, of) => `Il reste ${counted(n, 'place', 'places')} sur ${number(of)}. `,
  closes: (when) => `Les inscriptions ferment : ${when}.`,
};

export const account: typeof en.account = {
  yours: 'Votre compte',
  signIn: 'Se connecter',
  name: 'Nom',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  isWrong: 'L’adresse ou le mot de passe est incorrect.',
  hasAccount: 'J’ai un compte',
  hasNone: 'Je n’ai pas encore de compte',
  newPassword: 'Choisir un nouveau mot de passe',
  applyAs: (name, email) => `Vous postulez en tant que ${name}, ${email}.`,
  applyAsHere: 'Vous postulez avec le compte qui est connecté ici.',
};

export const form: typeof en.form = {
  apply: 'Postuler',
  signUpAndApply: 'S’inscrire et postuler',
  tracks: 'Les parcours auxquels vous voulez participer',
  lookForTeam: 'Je cherche une équipe',
  privacy: 'la notice de confidentialité',
  terms: 'les conditions',
  agreement: (texts) => ['J’ai lu et j’accepte ', texts.map((text, place) => [place > 0 && ' et ', text])],
  isKept: '✓ Gardé sur cet appareil.',
  startOver: 'Recommencer',
  isEmptied: 'Le formulaire est de nouveau vide.',
  bringBack: 'Le récupérer',
  keepsNothing: 'Ce navigateur ne garde rien : envoyez-la avant de fermer la page.',
  look: 'Merci de regarder ce qui est marqué ci-dessus.',
};
